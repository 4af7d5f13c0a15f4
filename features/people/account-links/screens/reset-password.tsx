import { useState } from 'react'
import { NewPasswordField } from '#features/people/accounts/parts/new-password-field.tsx'
import { PublicPage } from '#features/people/accounts/parts/public-page.tsx'
import { PASSWORD_MIN_SUPER_ADMIN } from '#features/people/accounts/rules.ts'
import { paths } from '#platform/shared/paths.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { TextField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useGo, useUrlValue } from '#platform/web/url.ts'
import { forgotPassword, type LinkView, readLink, resetPassword } from '../contract.ts'
import { LinkState } from '../parts/link-state.tsx'
import { CheckYourMail } from '../parts/registration-page.tsx'

const Ask = ({ agency }: { agency: string | null }) => {
  const form = useContractForm(forgotPassword, { email: '', ...(agency ? { agency } : {}) })
  const ask = useWrite(forgotPassword)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const back = agency ? paths.agencyLogin(agency) : paths.app()
  return (
    <PublicPage
      title="Forgot your password?"
      hint={sentTo ? undefined : "We'll email you a link to set a new one. It works once and expires in an hour."}
      below={
        <p>
          <TextLink to={back}>Back to sign-in</TextLink>
        </p>
      }
    >
      {sentTo ? (
        <CheckYourMail to={sentTo}>If an account uses this email, the link is on its way.</CheckYourMail>
      ) : (
        <Form
          form={form}
          onSubmit={async (values) => {
            await ask.run(values)
            setSentTo(values.email.trim())
          }}
        >
          <TextField form={form} name="email" label="Email" type="email" inputMode="email" autoComplete="username" />
          <SubmitButton form={form}>Send link</SubmitButton>
        </Form>
      )}
    </PublicPage>
  )
}

const Choose = ({ link, token }: { link: LinkView; token: string }) => {
  const form = useContractForm(resetPassword, { token, password: '' })
  const reset = useWrite(resetPassword)
  const go = useGo()
  return (
    <PublicPage title="Set a new password" organization={link.organization} hint="This signs out every device.">
      <Form
        form={form}
        onSubmit={async (values) => {
          const { agency } = await reset.run(values)
          toast.success('Password changed', 'Sign in with your new password.')
          const ofVendor = link.password_min === PASSWORD_MIN_SUPER_ADMIN && !link.organization
          go(agency ? paths.agencyLogin(agency) : ofVendor ? paths.superAdminLogin() : paths.app(), { replace: true })
        }}
      >
        <p>
          <span className="block text-small text-faint">Email</span>
          <span className="font-medium wrap-anywhere">{link.email}</span>
        </p>
        {/* For password managers, which file the new password under it. */}
        <input type="text" name="username" autoComplete="username" value={link.email} readOnly hidden />
        <NewPasswordField form={form} name="password" min={link.password_min} />
        <SubmitButton form={form}>Set new password</SubmitButton>
      </Form>
    </PublicPage>
  )
}

const ByLink = ({ token }: { token: string }) => {
  const link = useRead(readLink, { token })
  if (link.data?.kind === 'reset') return <Choose link={link.data} token={token} />
  return (
    <LinkState
      link={link}
      title="Set a new password"
      action={<ButtonLink to={paths.resetPassword()}>Request a new link</ButtonLink>}
    />
  )
}

/** `/auth/reset-password`: requests the email, and with the email's token sets the new password. */
export default function ResetPassword() {
  const [token] = useUrlValue('token')
  const [agency] = useUrlValue('agency')
  return token ? <ByLink token={token} /> : <Ask agency={agency} />
}
