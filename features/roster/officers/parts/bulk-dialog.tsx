import { useState } from 'react'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { sayInToast, useStateForm } from '#platform/web/forms/state-form.ts'
import { Checkbox } from '#platform/web/ui/checks.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { Textarea } from '#platform/web/ui/input.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { Suggest } from '#platform/web/ui/suggest.tsx'
import {
  isEveryone,
  people,
  sizeOf,
  unchangedWords,
  useBulkEdit,
  useBulkPreview,
  useOnDuty,
  type Whom,
} from '../client.bulk.ts'
import { useRosterValues } from '../client.values.ts'
import type { BulkEdit, BulkKind } from '../rules.bulk.ts'
import { officerBounds } from '../rules.ts'
import { bulkWords, onDutyWords } from '../words.bulk.ts'

/** How many change, and why the others don't. */
const Preview = ({ of: { preview, error, retry } }: { of: ReturnType<typeof useBulkPreview> }) => {
  if (error) return <ErrorState quiet error={error} retry={retry} />
  return (
    <p aria-live="polite" className="figures rounded-ui bg-sunken px-3 py-2 light:bg-hover">
      {preview ? (
        <>
          <span className="font-semibold">{people(preview.changed)}</span> will change.
          <span className="text-soft"> {unchangedWords(preview.left_out)}</span>
        </>
      ) : (
        <span className="text-soft">Counting officers…</span>
      )}
    </p>
  )
}

const OnDuty = ({ whom }: { whom: Whom }) => {
  const words = onDutyWords(useOnDuty(whom))
  return words && <p className="figures text-warn">{words}</p>
}

/** `cleared`: the officers are to have no unit or rank; nothing typed does not mean that. */
type Typed = { text: string; cleared: boolean }
type FieldsProps = { kind: BulkKind; typed: Typed; onType: (typed: Typed) => void }

const Fields = ({ kind, typed, onType }: FieldsProps) => {
  const values = useRosterValues()
  if (kind === 'invite') return null
  if (kind === 'suspend')
    return (
      <Field label="Reason">
        {(control) => (
          <Textarea
            {...control}
            value={typed.text}
            maxLength={500}
            onChange={(event) => onType({ ...typed, text: event.target.value })}
          />
        )}
      </Field>
    )
  return (
    <>
      {!typed.cleared && (
        <Field label={kind === 'unit' ? 'Unit' : 'Rank'}>
          {(control) => (
            <Suggest
              {...control}
              value={typed.text}
              onChange={(text) => onType({ ...typed, text })}
              options={kind === 'unit' ? values.units : values.ranks}
              maxLength={officerBounds[kind]}
            />
          )}
        </Field>
      )}
      <Checkbox
        checked={typed.cleared}
        onChange={(cleared) => onType({ ...typed, cleared })}
        label={kind === 'unit' ? 'Remove them from their unit' : 'Remove their rank'}
      />
    </>
  )
}

const editOf = (kind: BulkKind, { text, cleared }: Typed): BulkEdit => {
  if (kind === 'invite') return { kind }
  return kind === 'suspend' ? { kind, reason: text.trim() } : { kind, value: cleared ? '' : text.trim() }
}

const missing: Readonly<Record<BulkKind, string | null>> = {
  unit: 'Choose a unit.',
  rank: 'Choose a rank.',
  suspend: 'Enter a reason.',
  invite: null,
}
/** What is still to be typed or chosen, or null. */
export const missingIn = (kind: BulkKind, { text, cleared }: Typed): string | null =>
  text.trim() !== '' || (cleared && kind !== 'suspend') ? null : missing[kind]

const whyNot = (changed: number | undefined): string | null => {
  if (changed === undefined) return 'Counting officers…'
  return changed === 0 ? 'No officers would change.' : null
}

type Props = { kind: BulkKind; whom: Whom; onClose: () => void; onDone: () => void }

/** Says how many officers an edit changes before it is made; afterwards it can be undone for a minute. */
export const BulkDialog = ({ kind, whom, onClose, onDone }: Props) => {
  const [typed, setTyped] = useState<Typed>({ text: '', cleared: false })
  const send = useBulkEdit(kind)
  const edit = editOf(kind, typed)
  const found = useBulkPreview(edit, whom)
  const changed = found.preview?.changed
  const open = missingIn(kind, typed)
  // It decides which officers a unit or rank would change.
  const counts = open === null || kind === 'suspend'
  const why = open ?? whyNot(changed)
  const form = useStateForm(edit, why)
  const { title, hint, verb } = bulkWords[kind]
  return (
    <FormDialog
      form={form}
      title={title}
      description={isEveryone(whom) ? `Applies to every officer who matches when you confirm. ${hint}` : hint}
      action={`${verb} ${people((counts ? changed : null) ?? sizeOf(whom))}`}
      look={kind === 'suspend' ? 'danger' : 'primary'}
      why={why}
      back="Cancel"
      onSubmit={(typedEdit) => send(typedEdit, whom).catch(sayInToast)}
      onDone={onDone}
      onClose={onClose}
    >
      <Fields kind={kind} typed={typed} onType={setTyped} />
      {kind === 'suspend' && <OnDuty whom={whom} />}
      {counts && <Preview of={found} />}
    </FormDialog>
  )
}
