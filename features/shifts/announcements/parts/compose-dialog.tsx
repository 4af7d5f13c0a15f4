import type { InputOf, OutputOf } from '#platform/shared/endpoint.ts'
import { type ContractForm, useContractForm } from '#platform/web/forms/contract-form.ts'
import { ComboboxField, SelectField, TextareaField, TextField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { listAnnouncements, listAudiences, sendAnnouncement } from '../contract.ts'
import { type Audience, audiences, BODY_MOST, TITLE_MOST } from '../rules.ts'
import { audienceChoices, peopleWords, reachWords } from '../words.ts'

type Found = OutputOf<typeof listAudiences>
type SendForm = ContractForm<InputOf<typeof sendAnnouncement>>
const choices = audiences.map((value) => ({ value, label: audienceChoices[value] }))
const labels = { unit: 'Unit', rank: 'Rank', shift: 'Shift' } as const

const groupsOf = (found: Found, audience: Exclude<Audience, 'everyone'>) => {
  if (audience === 'unit') return found.units.map((one) => ({ ...one, hint: peopleWords(one.people) }))
  if (audience === 'rank') return found.ranks.map((one) => ({ ...one, hint: peopleWords(one.people) }))
  return found.shifts.map((one) => ({
    ...one,
    hint: `${dayAndClock(one.starts_at, one.time_zone)} · ${peopleWords(one.people)}`,
  }))
}

/** The group that is chosen; null until one is. */
const chosenIn = (found: Found, audience: Audience, to: string) =>
  audience === 'everyone' ? found.everyone : (groupsOf(found, audience).find((one) => one.value === to) ?? null)

const Fields = ({ form, found }: { form: SendForm; found: Found }) => {
  const [audience, to = ''] = [form.watch('audience'), form.watch('to')]
  const group = chosenIn(found, audience, to)
  return (
    <>
      <SelectField form={form} name="audience" label="Send to" options={choices} />
      {audience !== 'everyone' && (
        <ComboboxField
          // Another list with its own values.
          key={audience}
          form={form}
          name="to"
          label={labels[audience]}
          options={groupsOf(found, audience).map(({ value, label, hint }) => ({ value, label, hint }))}
          placeholder={`Choose a ${audience}`}
        />
      )}
      <p aria-live="polite" className="text-small text-soft">
        {group ? reachWords(group) : `Choose a ${audience} to see how many people this reaches.`}
      </p>
      <TextField form={form} name="title" label="Title" maxLength={TITLE_MOST} />
      <TextareaField
        form={form}
        name="body"
        label="Message"
        maxLength={BODY_MOST}
        hint="Sent announcements can't be changed."
      />
    </>
  )
}

const ComposeForm = ({ found, onClose }: { found: Found; onClose: (id?: string) => void }) => {
  const write = useWrite(sendAnnouncement, { invalidates: [listAnnouncements] })
  const form: SendForm = useContractForm(
    sendAnnouncement,
    { audience: 'everyone', to: '', title: '', body: '' },
    { draftKey: 'announcement' },
  )
  const [audience, to = ''] = [form.watch('audience'), form.watch('to')]
  const group = chosenIn(found, audience, to)
  return (
    <FormDialog
      form={form}
      size="wide"
      title="New announcement"
      description="Recipients are notified in the app, and by email if they've turned that on. You can see who has read the announcement."
      action={group && group.people > 0 ? `Send to ${peopleWords(group.people)}` : 'Send announcement'}
      why={group === null ? `Choose a ${audience} first.` : group.people === 0 ? 'No one would receive this.' : null}
      onSubmit={(values) => write.run({ ...values, to: values.audience === 'everyone' ? '' : (values.to ?? '') })}
      onDone={({ people }) => toast.success('Announcement sent', `${peopleWords(people)} notified.`)}
      onClose={(sent) => onClose(sent?.id)}
    >
      <Fields form={form} found={found} />
    </FormDialog>
  )
}

/** Writes to everyone, a unit, a rank, or the officers of a shift. `onClose` has the id of what was sent. */
export const ComposeDialog = ({ onClose }: { onClose: (id?: string) => void }) => {
  const read = useRead(listAudiences, {})
  if (read.data) return <ComposeForm found={read.data} onClose={onClose} />
  if (read.error) return <ErrorState error={read.error} retry={() => void read.refetch()} />
  return <ListSkeleton rows={2} />
}
