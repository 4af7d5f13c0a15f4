import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { TextField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { inviteOfficer } from '../contract.ts'

type Invited = { id: string; name: string; email: string | null; invited_at: string | null }

/** Mails the link with which an officer of the roster makes an account; the address can be put right first. */
export const InviteDialog = ({ officer, onClose }: { officer: Invited; onClose: () => void }) => {
  const form = useContractForm(inviteOfficer, { officer_id: officer.id, email: officer.email ?? '' })
  const invite = useWrite(inviteOfficer)
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Invite ${officer.name}`}
      description={
        officer.invited_at
          ? 'An invitation was sent before. A new link is mailed; it works once, for seven days.'
          : 'A link is mailed with which the officer makes an account. It works once, for seven days.'
      }
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <SubmitButton form={form} formId="invite-officer">
            Send invitation
          </SubmitButton>
        </>
      }
    >
      <Form
        form={form}
        id="invite-officer"
        onSubmit={async (values) => {
          const { email } = await invite.run(values)
          toast.success('Invitation sent', `To ${email}.`)
        }}
        onDone={onClose}
      >
        <TextField form={form} name="email" label="E-mail" type="email" inputMode="email" autoComplete="off" />
      </Form>
    </Dialog>
  )
}
