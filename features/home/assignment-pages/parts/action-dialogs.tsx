import { useState } from 'react'
import { copyAssignment } from '#features/shifts/assignment-editor/contract.ts'
import { useNotified } from '#features/shifts/assignment-editor/parts/notified.tsx'
import type { Assignment } from '#features/shifts/assignments/contract.shapes.ts'
import {
  cancelAssignment,
  listAssignments,
  publishAssignment,
  readAssignment,
  readBoard,
} from '#features/shifts/assignments/contract.ts'
import { cancelParties } from '#features/shifts/assignments/rules.ts'
import { partyWords } from '#features/shifts/assignments/words.ts'
import { paths } from '#platform/shared/paths.ts'
import { ms, plusDays } from '#platform/shared/time.ts'
import { wallOf } from '#platform/shared/zone.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { DateField, RadioField, TextareaField, TextField, TimeField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { RadioGroup } from '#platform/web/ui/checks.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useGo } from '#platform/web/url.ts'

const stale = [readAssignment, listAssignments, readBoard]
type DialogProps = { of: Assignment; open: boolean; onClose: () => void }

const followingWords = (count: number): string =>
  count === 1 ? 'This and the following shift in the series' : `This and the ${count} following shifts in the series`

const scopesOf = (of: Assignment) => [
  { value: 'this' as const, label: 'This shift only' },
  {
    value: 'following' as const,
    label: followingWords((of.series?.following_count ?? 1) - 1),
  },
]
const isFollowed = (of: Assignment) => (of.series?.following_count ?? 0) > 1

const toldWords = (of: Assignment) =>
  of.live_count === 1
    ? 'The officer who signed up will be notified.'
    : `The ${of.live_count} officers who signed up will be notified.`

export const PublishDialog = ({ of, open, onClose }: DialogProps) => {
  const [when, setWhen] = useState<'now' | 'later'>('now')
  const form = useContractForm(publishAssignment, { id: of.id, scope: 'this', reason: '', publish_at: null })
  const publish = useWrite(publishAssignment, { invalidates: stale })
  const late = ms(of.starts_at) <= Date.now()
  const notified = useNotified(open)
  return (
    <FormDialog
      form={form}
      open={open}
      title="Publish"
      description={
        late
          ? "This shift has already started, so officers can't sign up on their own."
          : `${notified ?? 'Every active officer will be notified'}.`
      }
      action={when === 'now' ? 'Publish now' : 'Schedule'}
      back="Keep as draft"
      onSubmit={publish.run}
      onDone={() => toast.success(when === 'now' ? 'Published' : 'Publishing scheduled', of.title)}
      onClose={onClose}
    >
      {isFollowed(of) && <RadioField form={form} name="scope" label="Shifts to publish" options={scopesOf(of)} />}
      {late ? (
        <TextField form={form} name="reason" label="Reason for posting after the start" maxLength={500} />
      ) : (
        <RadioGroup
          aria-label="When"
          value={when}
          onChange={(next) => {
            setWhen(next)
            form.setValue('publish_at', next === 'now' ? null : { date: '', time: '' })
          }}
          options={[
            { value: 'now', label: 'Now' },
            { value: 'later', label: 'At a later time' },
          ]}
        />
      )}
      {when === 'later' && (
        <div className="flex flex-wrap gap-3">
          <DateField form={form} name="publish_at.date" label="Date" />
          <TimeField form={form} name="publish_at.time" label="Time" />
        </div>
      )}
    </FormDialog>
  )
}

export const CancelDialog = ({ of, open, onClose }: DialogProps) => {
  const form = useContractForm(cancelAssignment, { id: of.id, party: 'department', reason: '', scope: 'this' })
  const cancel = useWrite(cancelAssignment, { invalidates: stale })
  return (
    <FormDialog
      form={form}
      open={open}
      title={`Cancel "${of.title}"?`}
      description={`This can't be undone. ${of.live_count === 0 ? 'No one has signed up.' : toldWords(of)}`}
      action="Cancel shift"
      look="danger"
      back="Keep shift"
      onSubmit={cancel.run}
      onDone={() => toast.success('Canceled', of.live_count === 0 ? of.title : toldWords(of))}
      onClose={onClose}
    >
      {isFollowed(of) && <RadioField form={form} name="scope" label="Shifts to cancel" options={scopesOf(of)} />}
      <RadioField
        form={form}
        name="party"
        label="Canceled by"
        options={cancelParties.map((value) => ({ value, label: partyWords[value] }))}
      />
      <TextareaField
        form={form}
        name="reason"
        label="Reason"
        hint="Officers who signed up will see this."
        maxLength={500}
        rows={3}
      />
    </FormDialog>
  )
}

export const CopyDialog = ({ of, open, onClose }: DialogProps) => {
  const go = useGo()
  const starts_on = plusDays(wallOf(of.starts_at, of.time_zone).date, 7)
  const form = useContractForm(copyAssignment, { id: of.id, starts_on })
  const copy = useWrite(copyAssignment, { invalidates: [listAssignments, readBoard] })
  return (
    <FormDialog
      form={form}
      open={open}
      title="Copy to another date"
      description="A draft with the same times, posts, location and pay."
      action="Copy and edit"
      onSubmit={copy.run}
      onDone={(made) => go(paths.adminAssignmentEdit(made.id))}
      onClose={onClose}
    >
      <DateField form={form} name="starts_on" label="Starts on" />
    </FormDialog>
  )
}
