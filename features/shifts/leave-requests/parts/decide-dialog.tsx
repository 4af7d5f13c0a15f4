import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { SelectField, TextareaField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
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

/** Denies with a reason of the list. */
export const DenyDialog = ({ request, decide, onClose }: Props) => {
  const { id, version } = request
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
        await decide('denied', () => write.run(values))
        toast.success('Leave denied', request.officer.name)
      }}
      onClose={onClose}
    >
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
export const ReviewDialog = ({ request, decide, onClose, onDeny }: Props & { onDeny: () => void }) => {
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
          <Button onClick={onDeny}>Deny</Button>
          <Button look="primary" busy={write.pending} onClick={() => void approve().catch(toast.failure)}>
            Approve leave
          </Button>
        </>
      }
    >
      {request.note && <p className="mb-4 text-soft wrap-anywhere">{request.note}</p>}
      <Coverage request={request} />
    </Dialog>
  )
}
