import type { InputOf } from '#platform/shared/endpoint.ts'
import { type ContractForm, useContractForm } from '#platform/web/forms/contract-form.ts'
import { DateField, SelectField, SwitchField, TextareaField, TimeField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { SeenNotice, useSeen } from '#platform/web/forms/seen.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { dateValue, timeValue } from '#platform/web/time.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { lastDayOf, leaveSpan } from '../client.ts'
import { addLeave, editLeave, type Leave, listAway, listLeaves, removeLeave, type ShiftInLeave } from '../contract.ts'
import { leaveKinds } from '../rules.ts'
import { leaveKindWords } from '../words.ts'

type Props = {
  officer_id: string
  name: string
  leave?: Leave
  /** A new sick leave for this time, by the department's clock. */
  sickFor?: { first_day: string; start_time: string; last_day: string; end_time: string }
  /** A leave was added; it can still be undone. */
  onAdded?: () => void
  /** Called with the confirmed shifts during the leave, for the admin to decide on. */
  onClose: (shifts: readonly ShiftInLeave[]) => void
}

const given = (zone: string, leave?: Leave) => {
  const times = leave && !leave.whole_days
  return {
    kind: leave?.kind ?? ('vacation' as const),
    whole_days: leave?.whole_days ?? true,
    first_day: leave ? dateValue(leave.starts_at, zone) : '',
    last_day: leave ? lastDayOf(leave, zone) : '',
    start_time: times ? timeValue(leave.starts_at, zone) : '',
    end_time: times && leave.ends_at !== null ? timeValue(leave.ends_at, zone) : '',
    note: leave?.note ?? '',
  }
}

const Fields = ({ form }: { form: ContractForm<InputOf<typeof addLeave>> }) => {
  const whole = form.watch('whole_days')
  return (
    <>
      <SelectField
        form={form}
        name="kind"
        label="Type"
        options={leaveKinds.map((value) => ({ value, label: leaveKindWords[value] }))}
      />
      <SwitchField form={form} name="whole_days" label="Whole days" />
      <div className="grid grid-cols-2 gap-4">
        <DateField form={form} name="first_day" label="First day" />
        {!whole && <TimeField form={form} name="start_time" label="Starts" />}
        <DateField
          form={form}
          name="last_day"
          label="Last day"
          optional
          hint="Leave empty if the end date is unknown."
        />
        {!whole && <TimeField form={form} name="end_time" label="Ends" />}
      </div>
      <TextareaField
        form={form}
        name="note"
        label="Note"
        optional
        maxLength={500}
        hint="The officer and admins can read this. Leave out private details."
      />
    </>
  )
}

/** What was typed for one tour is not for another. */
const draftOf = (officer_id: string, sickFor: Props['sickFor']): string =>
  sickFor ? `${officer_id}:${sickFor.first_day}:${sickFor.start_time}` : officer_id

/** Says that a leave was added, with Undo: its tours are restored. */
const useSayAdded = (name: string) => {
  const remove = useWrite(removeLeave, { invalidates: [listLeaves, listAway] })
  return (leave_id: string) => {
    const undo = () =>
      void remove.run({ leave_id }).then(() => toast.success('Undone.', `${name}'s leave was deleted.`), toast.failure)
    toast.success('Leave added', name, { duration: 15_000, action: { label: 'Undo', onClick: undo, stays: true } })
  }
}

/** Adds or edits a leave. */
export const LeaveDialog = ({ officer_id, name, leave: live, sickFor, onAdded, onClose }: Props) => {
  const of = useSeen(live)
  const leave = of.seen
  const { time_zone: zone } = useOrganization()
  const form = useContractForm(
    addLeave,
    { officer_id, ...given(zone, leave), ...(sickFor && { ...sickFor, kind: 'sick' as const, whole_days: false }) },
    { draftKey: `leave:${of.first ? `${of.first.id}:${of.first.version}` : draftOf(officer_id, sickFor)}` },
  )
  const invalidates = [listLeaves, listAway]
  const add = useWrite(addLeave, { invalidates })
  const edit = useWrite(editLeave, { invalidates })
  const sayAdded = useSayAdded(name)
  const title = leave ? `Edit leave for ${name}` : sickFor ? `Mark ${name} as sick` : `Add leave for ${name}`
  return (
    <FormDialog
      form={form}
      title={title}
      description="Leave cancels tours and stops offers. Confirmed shifts stay until you remove the officer."
      action={leave ? 'Save changes' : sickFor ? 'Mark as sick' : 'Add leave'}
      onSubmit={({ officer_id: _officer, ...values }) => {
        const entered = values.whole_days ? { ...values, start_time: '', end_time: '' } : values
        return leave
          ? edit.run({ ...entered, leave_id: leave.id, version: leave.version })
          : add.run({ ...entered, officer_id })
      }}
      onDone={({ id }) => {
        if (leave) return toast.success('Saved', name)
        sayAdded(id)
        onAdded?.()
      }}
      onClose={(saved) => onClose(saved?.shifts ?? [])}
    >
      {!edit.pending && (
        <SeenNotice
          of={of}
          shown={(one) => ({
            Type: leaveKindWords[one.kind],
            Time: leaveSpan(one, zone),
            Note: one.note,
          })}
        />
      )}
      <Fields form={form} />
    </FormDialog>
  )
}
