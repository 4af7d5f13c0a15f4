import { listLeaves, type ShiftInLeave } from '#features/roster/leaves/contract.ts'
import { leaveKinds } from '#features/roster/leaves/rules.ts'
import { leaveKindWords } from '#features/roster/leaves/words.ts'
import { listOpenJobs } from '#features/shifts/signups/contract.ts'
import { acceptedShifts } from '#features/shifts/swaps/client.accepted.ts'
import { useOpenSwaps } from '#features/shifts/swaps/parts/open-swaps.tsx'
import type { InputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { type ContractForm, useContractForm } from '#platform/web/forms/contract-form.ts'
import { DateField, SelectField, SwitchField, TextareaField, TimeField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { duringLeave, shiftsDuring } from '../client.ts'
import { askLeave, listMyLeaveRequests } from '../contract.ts'
import { ShiftsThen } from './request-words.tsx'

type AskForm = ContractForm<InputOf<typeof askLeave>>
const kinds = leaveKinds.map((value) => ({ value, label: leaveKindWords[value] }))

const Fields = ({ form }: { form: AskForm }) => {
  const hours = !form.watch('whole_days')
  return (
    <>
      <SelectField form={form} name="kind" label="Type" options={kinds} />
      <SwitchField form={form} name="whole_days" label="Whole days" />
      <div className="grid grid-cols-1 gap-4 min-[22rem]:grid-cols-2">
        <DateField form={form} name="first_day" label="First day" />
        {hours && <TimeField form={form} name="start_time" label="From" />}
        <DateField form={form} name="last_day" label="Last day" />
        {hours && <TimeField form={form} name="end_time" label="To" />}
      </div>
      <TextareaField
        form={form}
        name="note"
        label="Note"
        optional
        maxLength={500}
        hint="You and the admins can read this. Leave out private details."
      />
    </>
  )
}

/** The officer's confirmed and accepted shifts in the time typed so far: leave doesn't take anybody off a shift. */
const OwnShiftsThen = ({ form }: { form: AskForm }) => {
  const { time_zone: zone } = useOrganization()
  const { data } = useRead(listOpenJobs, { limit: 1 })
  const swaps = useOpenSwaps({ filter: 'waiting' })
  const shifts = shiftsDuring(form.watch(), data?.mine ?? [], zone)
  const accepted = duringLeave(form.watch(), acceptedShifts(swaps), zone)
  return (
    <div aria-live="polite" className="flex flex-col gap-3 empty:hidden">
      <ShiftsThen
        title="You have shifts during this leave. Call them off or give them away:"
        shifts={shifts}
        zone={zone}
        linkOf={paths.officerAssignments}
      />
      <ShiftsThen
        title="You accepted shifts during this leave that aren't decided yet. Decline them, or you may get both:"
        shifts={accepted.map((one) => ({ ...one, signup_id: one.swap_id }))}
        zone={zone}
        linkOf={paths.officerAssignments}
      />
    </div>
  )
}

/** Requests leave; a sheet on a phone. `onClose` has the confirmed shifts in that time. */
export const AskDialog = ({ onClose }: { onClose: (shifts: readonly ShiftInLeave[]) => void }) => {
  const write = useWrite(askLeave, { invalidates: [listMyLeaveRequests, listLeaves] })
  const form: AskForm = useContractForm(
    askLeave,
    { kind: 'vacation', whole_days: true, first_day: '', last_day: '', start_time: '', end_time: '', note: '' },
    { draftKey: 'leave-request' },
  )
  return (
    <FormDialog
      form={form}
      title="Request leave"
      description="An admin approves or denies your request. You can withdraw it until then."
      action="Request leave"
      onSubmit={(values) => write.run(values.whole_days ? { ...values, start_time: '', end_time: '' } : values)}
      onDone={() => toast.success('Leave requested')}
      onClose={(asked) => onClose(asked?.shifts ?? [])}
    >
      <Fields form={form} />
      <OwnShiftsThen form={form} />
    </FormDialog>
  )
}
