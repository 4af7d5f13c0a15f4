import { useId } from 'react'
import type { InputOf } from '#platform/shared/endpoint.ts'
import { type ContractForm, useContractForm } from '#platform/web/forms/contract-form.ts'
import { DateField, SelectField, SwitchField, TextareaField, TimeField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { dateValue, timeValue } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { lastDayOf } from '../client.ts'
import { addLeave, editLeave, type Leave, listAway, listLeaves, type ShiftInLeave } from '../contract.ts'
import { leaveKinds } from '../rules.ts'
import { leaveKindWords } from '../rules.words.ts'

type Props = {
  officer_id: string
  name: string
  leave?: Leave
  /** With the confirmed shifts that lie in it: what to do about them is the admin's to decide. */
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
        label="Kind"
        options={leaveKinds.map((value) => ({ value, label: leaveKindWords[value] }))}
      />
      <SwitchField form={form} name="whole_days" label="Whole days" />
      <div className="grid grid-cols-2 gap-4">
        <DateField form={form} name="first_day" label="First day" />
        {!whole && <TimeField form={form} name="start_time" label="Begins" />}
        <DateField form={form} name="last_day" label="Last day" optional hint="Empty: until further notice." />
        {!whole && <TimeField form={form} name="end_time" label="Ends" />}
      </div>
      <TextareaField
        form={form}
        name="note"
        label="Note"
        optional
        maxLength={500}
        hint="The officer and admins read it. Leave out what nobody has to know."
      />
    </>
  )
}

/** Enters or changes a leave. */
export const LeaveDialog = ({ officer_id, name, leave, onClose }: Props) => {
  const id = useId()
  const { time_zone: zone } = useOrganization()
  const form = useContractForm(
    addLeave,
    { officer_id, ...given(zone, leave) },
    { draftKey: `leave:${leave ? `${leave.id}:${leave.version}` : officer_id}` },
  )
  const invalidates = [listLeaves, listAway]
  const add = useWrite(addLeave, { invalidates })
  const edit = useWrite(editLeave, { invalidates })
  const title = leave ? `Change leave of ${name}` : `Enter leave of ${name}`
  return (
    <Dialog
      open
      onClose={() => onClose([])}
      title={title}
      description="Tours in it are not worked, and no job is offered. Confirmed shifts stay until you decide on them."
      actions={
        <>
          <Button onClick={() => onClose([])}>Back</Button>
          <SubmitButton form={form} formId={id}>
            {leave ? 'Save changes' : 'Enter leave'}
          </SubmitButton>
        </>
      }
    >
      <Form
        form={form}
        id={id}
        onSubmit={async ({ officer_id: _officer, ...values }) => {
          const entered = values.whole_days ? { ...values, start_time: '', end_time: '' } : values
          const { shifts } = leave
            ? await edit.run({ ...entered, leave_id: leave.id, version: leave.version })
            : await add.run({ ...entered, officer_id })
          toast.success(leave ? 'Saved' : 'Leave entered', name)
          onClose(shifts)
        }}
      >
        <Fields form={form} />
      </Form>
    </Dialog>
  )
}
