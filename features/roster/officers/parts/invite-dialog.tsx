import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { TextField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { inviteOfficer } from '../contract.ts'

type Invited = { id: string; name: string; email: string | null; invited_at: string | null }

/** Emails an officer on the roster a link to create an account; the address can be corrected first. */
export const InviteDialog = ({ officer, onClose }: { officer: Invited; onClose: () => void }) => {
  const form = useContractForm(inviteOfficer, { officer_id: officer.id, email: officer.email ?? '' })
  const invite = useWrite(inviteOfficer)
  return (
    <FormDialog
      form={form}
      title={`Invite ${officer.name}`}
      description={
        officer.invited_at
          ? "An invitation was already sent. We'll email a new link that works once and expires in 7 days."
          : "We'll email a link to activate the account. The link works once and expires in 7 days."
      }
      action="Send invitation"
      onSubmit={async (values) => {
        const { email } = await invite.run(values)
        toast.success('Invitation sent', `To ${email}.`)
      }}
      onClose={onClose}
    >
      <TextField form={form} name="email" label="Email" type="email" inputMode="email" autoComplete="off" />
    </FormDialog>
  )
}
