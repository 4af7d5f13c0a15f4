import MailCheck from 'lucide-react/icons/mail-check'
import { type ReactNode, useState } from 'react'
import { PublicPage } from '#features/people/accounts/parts/public-page.tsx'
import type { PublicOrganization } from '#features/people/organizations/contract.ts'
import { paths } from '#platform/shared/paths.ts'
import { BADGE_MAX } from '#platform/shared/text.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { TextField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { TextLink } from '#platform/web/ui/link.tsx'
import { EmptyState } from '#platform/web/ui/states.tsx'
import { register } from '../contract.ts'

/** The same for every address: only the email reveals whether an account or officer has it. */
export const CheckYourMail = ({ to, children }: { to: string; children: ReactNode }) => (
  <div role="status">
    <EmptyState
      quiet
      icon={<MailCheck aria-hidden />}
      title="Check your email"
      text={
        <>
          {children} No email at <strong className="wrap-anywhere">{to}</strong> after a few minutes? Check your spam
          folder, then try again.
        </>
      }
    />
  </div>
)

type RegistrationProps = { organization: PublicOrganization; failed: ReactNode }

const RegistrationForm = ({ organization, failed, onSent }: RegistrationProps & { onSent: (to: string) => void }) => {
  const form = useContractForm(
    register,
    { name: '', email: '', badge_number: '', organization_id: organization.id },
    { draftKey: `register:${organization.id}` },
  )
  const ask = useWrite(register)
  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        await ask.run(values)
        onSent(values.email.trim())
      }}
    >
      <TextField
        form={form}
        name="name"
        label="Name"
        autoComplete="name"
        hint="As it appears on your department's roster."
      />
      <TextField
        form={form}
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        hint="Use the email address on your department's roster."
      />
      <TextField
        form={form}
        name="badge_number"
        label="Badge number"
        optional
        autoComplete="off"
        maxLength={BADGE_MAX}
        hint="Matches you to your department's roster. Leave empty if you have none."
      />
      <SubmitButton
        form={form}
        why={failed ? "Your department couldn't be loaded, so registration is unavailable." : null}
      >
        Register
      </SubmitButton>
    </Form>
  )
}

export const RegistrationPage = ({ organization, failed }: RegistrationProps) => {
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <PublicPage
      title={`Join ${organization.name}`}
      hint={
        sentTo ? undefined : "We'll email you a link to choose a password. Then an admin will review your registration."
      }
      organization={organization}
      below={
        !failed && (
          <p>
            Already registered? <TextLink to={paths.agencyLogin(organization.subdomain)}>Sign in</TextLink>
          </p>
        )
      }
    >
      {failed && <div className="mb-5">{failed}</div>}
      {sentTo ? (
        <CheckYourMail to={sentTo}>Open the link in it to confirm your email and continue.</CheckYourMail>
      ) : (
        <RegistrationForm organization={organization} failed={failed} onSent={setSentTo} />
      )}
    </PublicPage>
  )
}
