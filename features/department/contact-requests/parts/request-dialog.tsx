import type { OutputOf } from '#platform/shared/endpoint.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { TextareaField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { useOrganization, useSignedIn } from '#platform/web/session.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { contactVendor, lastContact } from '../contract.ts'

type Asked = NonNullable<OutputOf<typeof lastContact>['last']>
type Props = { open: boolean; onClose: () => void }
const title = 'Contact the vendor'

/** Shows the existing request instead of asking a second time. */
const AskedAlready = ({ open, onClose, last }: Props & { last: Asked }) => {
  const { time_zone } = useOrganization()
  return (
    <Dialog open={open} onClose={onClose} title={title} actions={<Button onClick={onClose}>Close</Button>}>
      <Notice tone="ok" title="Request already sent">
        <p>
          {last.name} requested an upgrade on {dayAndClock(last.asked_at, time_zone)}. The vendor will answer by email.
          You can send another request after {dayAndClock(last.quiet_until, time_zone)}.
        </p>
        {last.message !== '' && <p className="mt-2 whitespace-pre-line text-soft">{last.message}</p>}
        {last.answer !== '' && (
          <p className="mt-2 whitespace-pre-line">
            <span className="font-medium">The vendor's answer: </span>
            {last.answer}
          </p>
        )}
      </Notice>
    </Dialog>
  )
}

const Ask = ({ open, onClose }: Props) => {
  const { person } = useSignedIn()
  const form = useContractForm(contactVendor, { message: '' }, { draftKey: 'contact-vendor' })
  const send = useWrite(contactVendor, { invalidates })
  return (
    <FormDialog
      form={form}
      open={open}
      title={title}
      description={`Request a subscription upgrade for your department. The vendor will reply to ${person.email}.`}
      action="Send request"
      onSubmit={send.run}
      onDone={() => toast.success('Request sent', `The vendor will reply to ${person.email}.`)}
      onClose={onClose}
    >
      <TextareaField
        form={form}
        name="message"
        label="Message"
        hint="Include the number of officers, a start date and who to call."
        optional
      />
    </FormDialog>
  )
}
const invalidates = [lastContact]

export const RequestDialog = (props: Props) => {
  const asked = useRead(lastContact, {})
  if (asked.data)
    return asked.data.last?.quiet ? <AskedAlready {...props} last={asked.data.last} /> : <Ask {...props} />
  return (
    <Dialog {...props} title={title}>
      {asked.error ? (
        <ErrorState quiet error={asked.error} retry={() => void asked.refetch()} />
      ) : (
        <CardSkeleton lines={3} />
      )}
    </Dialog>
  )
}
