import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { assignmentKinds } from '#features/shifts/assignments/rules.ts'
import { kindWords } from '#features/shifts/assignments/words.ts'
import { listLocations } from '#features/shifts/locations/contract.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { NumberField, SelectField, TextField } from '#platform/web/forms/fields.tsx'
import { Form } from '#platform/web/forms/form.tsx'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import type { UsualOf } from '../client.mode.ts'
import { allSpotWords } from '../client.summary.ts'
import { beside, type EditorValues, editorForm, withWeekday } from '../client.ts'
import { EditorGroups } from './editor-groups.tsx'
import { EditorLocation } from './editor-location.tsx'
import { EditorPreview } from './editor-preview.tsx'
import { EditorSaveBar } from './editor-save-bar.tsx'
import { type EditorForm, EditorTimes } from './editor-times.tsx'
import { QuickEntry } from './quick-entry.tsx'

const kinds = assignmentKinds.map((value) => ({ value, label: kindWords[value] }))

export type EditorProps = {
  start: EditorValues
  /** Persists typed values across reloads. */
  draftKey: string
  /** `new` can repeat and be published; `draft` can be published; `published` can only be saved. */
  stage: 'new' | 'draft' | 'published'
  modeFixed?: boolean
  /** How a shift of a type is usually given out. It follows the type until the admin chooses otherwise. */
  usual?: UsualOf
  /** Officers who have a spot already. */
  confirmed?: number
  /** When its award was decided. */
  awardedAt?: string | null
  /** Submits the values. Throws the refusal. */
  onSave: (values: EditorValues, publish: boolean) => Promise<void>
  /** Shown above the form, for a conflict. */
  notice?: (form: EditorForm) => ReactNode
  back: ReactNode
}

const Spots = ({ form }: { form: EditorForm }) => {
  const posts = useWatch({ control: form.control, name: 'posts' })
  if (posts.length === 1)
    return <NumberField form={form} name="posts.0.required_count" label="Spots" min={1} max={500} step={1} />
  return (
    <div className="flex flex-col gap-1.5">
      <span className="font-medium">All spots</span>
      <span className="figures flex min-h-control items-center text-soft">
        {allSpotWords({ ...form.getValues(), posts })}
      </span>
    </div>
  )
}

type NeededProps = { form: EditorForm; zone: string } & Pick<EditorProps, 'start' | 'stage'>
/** What every shift needs, in the order in which it is said on the phone. */
const Needed = ({ form, zone, start, stage }: NeededProps) => {
  const locations = useRead(listLocations, {}).data?.items ?? []
  const repeats = useWatch({ control: form.control, name: 'repeats' })
  return (
    <div className="flex flex-col gap-4 md:gap-3.5">
      {stage === 'new' && <QuickEntry form={form} start={start} zone={zone} locations={locations} />}
      <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_13rem]">
        <TextField form={form} name="title" label="Title" maxLength={160} />
        <SelectField form={form} name="kind" label="Type" options={kinds} />
      </div>
      <EditorTimes form={form} zone={zone} repeats={repeats}>
        <Spots form={form} />
      </EditorTimes>
      <EditorLocation form={form} locations={locations} />
    </div>
  )
}

/** After a refused try the first wrong field has the focus, also one whose group was closed until now. */
const useFocusOnWrong = (form: EditorForm) => {
  const place = useRef<HTMLDivElement>(null)
  const { isSubmitting, submitCount, errors } = form.formState
  const wrong = Object.keys(errors).length > 0
  const seen = useRef(0)
  useEffect(() => {
    if (isSubmitting || !wrong || seen.current === submitCount) return
    seen.current = submitCount
    const first = place.current?.querySelector<HTMLElement>('[aria-invalid="true"]:not([hidden] *)')
    first?.focus()
  }, [isSubmitting, submitCount, wrong])
  return place
}

/** Another type is given out by its own rule, until the admin chooses otherwise. */
const useModeOfType = (form: EditorForm, usual: UsualOf | undefined) => {
  const [kind, mode, rule] = useWatch({ control: form.control, name: ['kind', 'signup_mode', 'award_rule'] })
  const before = useRef(kind)
  const put = useRef(mode)
  // A kept draft may hold a choice.
  const chosen = useRef(usual !== undefined && mode !== usual(kind).mode)
  useEffect(() => {
    if (mode !== put.current || rule !== 'adopted') chosen.current = true
    if (before.current === kind) return
    before.current = kind
    if (!usual || chosen.current) return
    put.current = usual(kind).mode
    form.setValue('signup_mode', put.current)
  }, [kind, mode, rule, usual, form])
}

/** The form for every field of an assignment, with the server's validation; the main button publishes it. */
export const Editor = ({
  start,
  draftKey,
  stage,
  modeFixed = false,
  usual,
  confirmed = 0,
  awardedAt = null,
  onSave,
  notice,
  back,
}: EditorProps) => {
  const zone = useOrganization().time_zone
  const form = useContractForm(editorForm, start, { draftKey })
  const [sending, setSending] = useState<'draft' | 'publish' | null>(null)
  const repeats = useWatch({ control: form.control, name: 'repeats' })
  const place = useFocusOnWrong(form)
  useModeOfType(form, usual)
  const save = async (values: EditorValues, publish: boolean) => {
    setSending(publish ? 'publish' : 'draft')
    try {
      await onSave(withWeekday(values), publish)
    } catch (error) {
      throw beside(error)
    } finally {
      setSending(null)
    }
  }
  return (
    <div ref={place} className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <Form form={form} onSubmit={(values) => save(values, stage !== 'published')} className="min-w-0 gap-4">
        {notice?.(form)}
        <Needed form={form} zone={zone} start={start} stage={stage} />
        <EditorGroups form={form} zone={zone} stage={stage} modeFixed={modeFixed} usual={usual} />
        <EditorSaveBar
          form={form}
          stage={stage}
          all={repeats}
          sending={sending}
          onSaveOnly={form.submit((values) => save(values, false))}
          back={back}
        />
      </Form>
      <EditorPreview
        form={form}
        zone={zone}
        confirmed={confirmed}
        published={stage === 'published'}
        awardedAt={awardedAt}
      />
    </div>
  )
}
