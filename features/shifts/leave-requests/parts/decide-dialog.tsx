import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { SelectField, TextareaField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { type Seen, SeenNotice, useSeen } from '#platform/web/forms/seen.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { approveLeaveRequest, denyLeaveRequest, type LeaveRequest, listLeaveRequests } from '../contract.ts'
import { denyReasons } from '../rules.ts'
import { denyReasonWords } from '../words.ts'
import { Coverage } from './coverage.tsx'
import { requestName } from './request-words.tsx'

export type Decision = 'approved' | 'denied'
/** Runs a press and keeps its row in place: rejects where the server refused. */
export type Deciding = (as: Decision, press: () => Promise<unknown>) => Promise<void>
type Props = { request: LeaveRequest; decide: Deciding; onClose: () => void }

const reasons = denyReasons.map((value) => ({ value, label: denyReasonWords[value] }))

const Changed = ({ of }: { of: Seen<LeaveRequest> }) => {
  const { time_zone: zone } = useOrganization()
  return <SeenNotice of={of} shown={(one) => ({ Requested: requestName(one, zone), Note: one.note })} />
}

/** Denies with a reason of the list. `opened`: the request as the review showed it. */
export const DenyDialog = ({ request, opened, decide, onClose }: Props & { opened: LeaveRequest }) => {
  const of = useSeen(request, opened)
  const { id, version } = of.first
  const write = useWrite(denyLeaveRequest, { invalidates: [listLeaveRequests] })
  const form = useContractForm(
    denyLeaveRequest,
    { id, version, reason: 'coverage', answer: '' },
    { draftKey: `leave-denial:${id}:${version}` },
  )
  return (
    <FormDialog
      form={form}
      title={`Deny leave for ${request.officer.name}?`}
      description="The officer sees the reason and can request other days."
      action="Deny leave"
      onSubmit={async (values) => {
        await decide('denied', () => write.run({ ...values, version: of.seen.version }))
        toast.success('Leave denied', request.officer.name)
      }}
      onClose={onClose}
    >
      {!write.pending && <Changed of={of} />}
      <SelectField form={form} name="reason" label="Reason" options={reasons} />
      <TextareaField
        form={form}
        name="answer"
        label="Message to the officer"
        optional={form.watch('reason') !== 'other'}
        maxLength={500}
      />
    </FormDialog>
  )
}

/** Everything a decision needs on one sheet, and both decisions. */
export const ReviewDialog = ({
  request: live,
  decide,
  onClose,
  onDeny,
}: Props & { onDeny: (seen: LeaveRequest) => void }) => {
  const of = useSeen(live)
  const request = of.seen
  const { time_zone: zone } = useOrganization()
  const write = useWrite(approveLeaveRequest, { invalidates: [listLeaveRequests] })
  const { id, version, officer } = request
  const approve = async () => {
    await decide('approved', () => write.run({ id, version }))
    toast.success('Leave approved', officer.name)
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Leave request from ${officer.name}`}
      description={requestName(request, zone)}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button onClick={() => onDeny(request)}>Deny</Button>
          <Button look="primary" busy={write.pending} onClick={() => void approve().catch(toast.failure)}>
            Approve leave
          </Button>
        </>
      }
    >
      {!write.pending && <Changed of={of} />}
      {request.note && <p className="mb-4 text-soft wrap-anywhere">{request.note}</p>}
      <Coverage request={request} />
    </Dialog>
  )
}
