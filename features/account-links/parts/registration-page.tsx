import MailCheck from 'lucide-react/icons/mail-check'
import { type ReactNode, useState } from 'react'
import { PublicPage } from '#features/accounts/parts/public-page.tsx'
import type { PublicOrganization } from '#features/organizations/contract.ts'
import { paths } from '#platform/shared/paths.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { TextField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { TextLink } from '#platform/web/ui/link.tsx'
import { EmptyState } from '#platform/web/ui/states.tsx'
import { register } from '../contract.ts'

/** The same whatever the address: whether an account or an officer has it is told by mail only. */
export const CheckYourMail = ({ to, children }: { to: string; children: ReactNode }) => (
  <div role="status">
    <EmptyState
      quiet
      icon={<MailCheck aria-hidden />}
      title="Check your mail"
      text={
        <>
          {children} Nothing at <strong className="break-all">{to}</strong> after some minutes? Look into the spam
          folder, then try again.
        </>
      }
    />
  </div>
)

export const RegistrationPage = ({ organization, failed }: { organization: PublicOrganization; failed: ReactNode }) => {
  const form = useContractForm(register, { name: '', email: '', organization_id: organization.id })
  const ask = useWrite(register)
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <PublicPage
      title={`Join ${organization.name}`}
      hint={sentTo ? undefined : 'We mail you a link; with it you choose a password. Then an admin approves you.'}
      organization={organization}
      below={
        !failed && (
          <p>
            Registered already? <TextLink to={paths.agencyLogin(organization.subdomain)}>Sign in</TextLink>
          </p>
        )
      }
    >
      {failed && <div className="mb-5">{failed}</div>}
      {sentTo ? (
        <CheckYourMail to={sentTo}>The link in it confirms your address and goes on from there.</CheckYourMail>
      ) : (
        <Form
          form={form}
          onSubmit={async (values) => {
            await ask.run(values)
            setSentTo(values.email.trim())
          }}
        >
          <TextField form={form} name="name" label="Name" autoComplete="name" hint="As your department knows you." />
          <TextField
            form={form}
            name="email"
            label="E-mail"
            type="email"
            inputMode="email"
            autoComplete="email"
            hint="Best the address that your department has on its roster."
          />
          <SubmitButton
            form={form}
            why={failed ? 'Your department could not be loaded, so nobody can register now.' : null}
          >
            Register
          </SubmitButton>
        </Form>
      )}
    </PublicPage>
  )
}
