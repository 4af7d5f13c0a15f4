import MailPlus from 'lucide-react/icons/mail-plus'
import { useState } from 'react'
import { withdrawAdminInvitation } from '#features/people/account-links/contract.invitations.ts'
import { WithdrawButton } from '#features/people/account-links/parts/withdraw-button.tsx'
import { useProofField } from '#features/people/factors/parts/proof-field.tsx'
import { MINUTE } from '#platform/shared/time.ts'
import { useNow } from '#platform/web/clock.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { TextareaField, TextField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { inviteAdmin, readOrganization, type VendorOrganization } from '../contract.ts'

const Invite = ({ of, onClose }: { of: VendorOrganization; onClose: () => void }) => {
  const form = useContractForm(inviteAdmin, { organization_id: of.id, email: '', name: '', reason: '' })
  const proof = useProofField('Invite')
  const invite = useWrite(inviteAdmin, { invalidates: [readOrganization] })
  return (
    <FormDialog
      form={form}
      title="Invite an admin"
      description={`The email link makes its recipient an admin of ${of.name}. It works once and expires in 72 hours.`}
      action="Invite"
      onSubmit={async (values) => {
        await proof.proved(() => invite.run(values))
        toast.success('Invitation sent', `To ${values.email}.`)
      }}
      onClose={onClose}
    >
      <TextField form={form} name="email" label="Email" type="email" autoComplete="off" />
      <TextField form={form} name="name" label="Name" optional autoComplete="off" />
      <TextareaField
        form={form}
        name="reason"
        label="Reason"
        hint="The organization's admins will see this."
        rows={2}
      />
      {proof.field}
    </FormDialog>
  )
}

const Withdraw = ({ of, link }: { of: VendorOrganization; link: VendorOrganization['invited'][number] }) => {
  const withdraw = useWrite(withdrawAdminInvitation, { invalidates: [readOrganization] })
  return <WithdrawButton email={link.email} run={() => withdraw.run({ organization_id: of.id, id: link.id })} />
}

const why = (of: VendorOrganization) =>
  of.state === 'suspended' ? 'No one can sign in while the organization is suspended.' : null

export const AdminsCard = ({ of }: { of: VendorOrganization }) => {
  const [inviting, setInviting] = useState(false)
  const now = useNow(MINUTE)
  return (
    <Card
      title="Admins"
      aside={
        <Button size="small" icon={<MailPlus aria-hidden />} why={why(of)} onClick={() => setInviting(true)}>
          Invite
        </Button>
      }
    >
      <ul className="flex flex-col gap-3">
        {of.admins.map((admin) => (
          <li key={admin.id} className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-medium">{admin.name}</span>
            {admin.suspended && <Badge tone="bad">Suspended</Badge>}
            {!admin.has_account && <Badge tone="plain">No account</Badge>}
            <span className="w-full break-all text-small text-faint">{admin.email ?? 'No email'}</span>
          </li>
        ))}
        {of.invited.map((link) => (
          <li key={link.id} className="flex flex-wrap items-baseline gap-x-2">
            <span className="min-w-0 break-all text-soft">{link.email}</span>
            <Badge tone="hold">Invited</Badge>
            <span className="ml-auto">
              <Withdraw of={of} link={link} />
            </span>
            <span className="figures w-full text-small text-faint">
              Works until {dayAndClock(link.expires_at, 'UTC', now)} UTC
            </span>
          </li>
        ))}
        {of.admins.length + of.invited.length === 0 && (
          <li className="text-soft">This organization has no admins. Invite one.</li>
        )}
      </ul>
      {inviting && <Invite of={of} onClose={() => setInviting(false)} />}
    </Card>
  )
}
