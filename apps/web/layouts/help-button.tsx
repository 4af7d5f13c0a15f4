import CircleHelp from 'lucide-react/icons/circle-question-mark'
import { useState } from 'react'
import { paths } from '#platform/shared/paths.ts'
import { cx } from '#platform/web/ui/class-names.ts'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { Kbd } from '#platform/web/ui/visually-hidden.tsx'
import { isBuilt } from '../not-yet.ts'
import { slots } from '../slots.tsx'

const shortcuts = [
  { keys: ['Ctrl', 'B'], does: 'Expand or collapse the sidebar' },
  { keys: ['Tab'], does: 'Next control; Shift goes back' },
  { keys: ['Esc'], does: 'Close what is open' },
] as const

const Shortcuts = () => (
  <dl className="hidden space-y-2 md:block">
    {shortcuts.map(({ keys, does }) => (
      <div key={does} className="flex items-center justify-between gap-4">
        <dt className="text-soft">{does}</dt>
        <dd className="flex gap-1">
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </dd>
      </div>
    ))}
  </dl>
)

/** The floating help button: keys, whom to ask, and what features add. */
export const HelpButton = ({ raised }: { raised: boolean }) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label="Help"
        onClick={() => setOpen(true)}
        className={cx(
          'no-print fixed right-4 z-20 flex size-12 items-center justify-center rounded-full bg-raised text-soft shadow-float hover:text-ink md:bottom-5 md:size-11',
          raised ? 'bottom-[calc(5rem+env(safe-area-inset-bottom))]' : 'bottom-4',
        )}
      >
        <CircleHelp aria-hidden className="size-5.5" />
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Help">
        <div className="space-y-5">
          <p className="text-soft">
            Questions about shifts, approvals or your account are answered by the admins of your department.
            {isBuilt('/faq') && (
              <>
                {' '}
                Common ones stand in the <TextLink to={paths.faq()}>FAQ</TextLink>.
              </>
            )}
          </p>
          {slots.Help && <slots.Help />}
          <Shortcuts />
        </div>
      </Dialog>
    </>
  )
}
