import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { fieldName, wrongPaths } from '../client.summary.ts'
import type { EditorForm } from './editor-times.tsx'
import { useNotified } from './notified.tsx'

/** Names every invalid field, as a link to it. */
const Wrong = ({ form }: { form: EditorForm }) => {
  const posts = form.getValues('posts').length
  const names = [...new Set(wrongPaths(form.formState.errors).map((path) => fieldName(path, posts)))]
  if (names.length === 0) return null
  return (
    <p role="alert" className="flex items-start gap-1.5 text-small font-medium text-bad md:ml-auto">
      <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />
      <button
        type="button"
        className="text-left hover:underline"
        onClick={(event) =>
          event.currentTarget.form?.querySelector<HTMLElement>('[aria-invalid="true"]:not([hidden] *)')?.focus()
        }
      >
        Check {names.join(', ')}
      </button>
    </p>
  )
}

type Props = {
  form: EditorForm
  stage: 'new' | 'draft' | 'published'
  back: ReactNode
  /** A series is published whole. */
  all: boolean
  sending: 'draft' | 'publish' | null
  onSaveOnly: () => void
}

/** The consequence of the button beside it. */
const Notified = () => {
  const words = useNotified()
  return words && <p className="figures text-small text-soft">{words} when you publish.</p>
}

/** Always in view at a desk. */
export const EditorSaveBar = ({ form, stage, all, sending, onSaveOnly, back }: Props) => (
  <div className="no-print z-10 flex flex-col gap-2 border-t border-line bg-canvas py-3 md:sticky md:bottom-0 md:flex-row md:items-center">
    {stage !== 'published' ? (
      <>
        <Button type="submit" look="primary" busy={sending === 'publish'} wide>
          {all && stage === 'new' ? 'Publish all' : 'Publish'}
        </Button>
        <Button busy={sending === 'draft'} wide onClick={onSaveOnly}>
          {stage === 'new' ? 'Save as draft' : 'Save'}
        </Button>
      </>
    ) : (
      <Button type="submit" look="primary" busy={sending !== null} wide>
        Save
      </Button>
    )}
    {back}
    {stage !== 'published' && <Notified />}
    <Wrong form={form} />
  </div>
)
