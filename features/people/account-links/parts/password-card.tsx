import { NewPasswordField } from '#features/people/accounts/parts/new-password-field.tsx'
import { PASSWORD_MIN, PASSWORD_MIN_SUPER_ADMIN } from '#features/people/accounts/rules.ts'
import { listOwnSessions, listVendorSessions } from '#features/people/sessions/contract.own.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { PasswordField } from '#platform/web/forms/fields.tsx'
import { PageForm } from '#platform/web/forms/page-form.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { useSignedIn } from '#platform/web/session.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { changePassword, changeVendorPassword } from '../contract.own.ts'

export const PasswordCard = () => {
  const { person, super_admin } = useSignedIn()
  const call = super_admin ? changeVendorPassword : changePassword
  const form = useContractForm(call, { current_password: '', password: '' })
  const change = useWrite(call, { invalidates: [listOwnSessions, listVendorSessions] })
  return (
    <Card title="Password" hint="Your other devices will be signed out, and we'll email you about the change.">
      <PageForm
        form={form}
        onSubmit={change.run}
        onDone={() => {
          form.reset()
          toast.success('Password changed', 'Your other devices were signed out.')
        }}
        action="Change password"
      >
        {/* For password managers, which file the new password under it. */}
        <input type="text" name="username" autoComplete="username" value={person.email} readOnly hidden />
        <PasswordField form={form} name="current_password" label="Current password" />
        <NewPasswordField form={form} name="password" min={super_admin ? PASSWORD_MIN_SUPER_ADMIN : PASSWORD_MIN} />
      </PageForm>
    </Card>
  )
}
