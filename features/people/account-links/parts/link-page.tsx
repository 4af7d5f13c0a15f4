import { useState } from 'react'
import { useNewSession } from '#features/people/accounts/parts/arrival.tsx'
import { NewPasswordField } from '#features/people/accounts/parts/new-password-field.tsx'
import { PublicPage } from '#features/people/accounts/parts/public-page.tsx'
import { useHalfSignIn } from '#features/people/factors/client.second-step.ts'
import { paths } from '#platform/shared/paths.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { TextField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useGo } from '#platform/web/url.ts'
import { type LinkView, redeemLink } from '../contract.ts'

type Said = { title: string; hint: string; press: string }

const saidOf = (link: LinkView): Said => {
  const place = link.organization?.name ?? ''
  if (link.kind === 'register')
    return {
      title: `Join ${place}`,
      hint: link.needs_password
        ? 'Email confirmed. Choose a password. Then an admin will review your registration.'
        : 'Email confirmed. Your password stays the same. Confirm your registration, and an admin will review it.',
      press: 'Confirm my registration',
    }
  if (link.kind === 'claim')
    return { title: `Your account at ${place}`, hint: "You're already on the roster.", press: 'Activate account' }
  if (link.kind === 'admin_setup')
    return {
      title: `Set up ${place}`,
      hint: "You'll be an admin of this department. The invitation works once.",
      press: 'Accept invitation',
    }
  return {
    title: 'Your super admin account',
    hint: 'Choose your password.',
    press: 'Set password',
  }
}

/** A usable one-time link: identity, a password if there is none yet, and one button. */
export const LinkPage = ({ link, token }: { link: LinkView; token: string }) => {
  const form = useContractForm(redeemLink, {
    token,
    name: link.name ?? '',
    ...(link.needs_password ? { password: '' } : {}),
  })
  const redeem = useWrite(redeemLink)
  const learn = useNewSession()
  const go = useGo()
  const half = useHalfSignIn()
  const [isSet, setIsSet] = useState(false)
  const { title, hint, press } = saidOf(link)
  const submit = async (values: { token: string; name?: string | undefined; password?: string | undefined }) => {
    const { signed_in, next, agency } = await redeem.run(values)
    if (link.kind === 'super_admin') return setIsSet(true)
    if (next !== 'done') half.begin()
    else if (signed_in) await learn()
    else toast.success('Done', 'Sign in with your existing password.')
    // An invited admin continues with the department's setup.
    const onward = link.kind === 'admin_setup' ? paths.adminSetup() : undefined
    go(signed_in || !agency ? paths.app(onward) : paths.agencyLogin(agency, onward), { replace: true })
  }
  if (isSet)
    return (
      <PublicPage title="Password set">
        <EmptyState
          quiet
          title="You're now a super admin"
          text="You won't need this link again. Save your password in a password manager."
          action={<ButtonLink to={paths.superAdminLogin()}>Sign in</ButtonLink>}
        />
      </PublicPage>
    )
  return (
    <PublicPage title={title} hint={hint} organization={link.organization}>
      <Form form={form} onSubmit={submit}>
        <p>
          <span className="block text-small text-faint">Email</span>
          <span className="font-medium wrap-anywhere">{link.email}</span>
        </p>
        {/* For password managers, which file the new password under it. */}
        <input type="text" name="username" autoComplete="username" value={link.email} readOnly hidden />
        <TextField form={form} name="name" label="Name" autoComplete="name" />
        {link.needs_password && <NewPasswordField form={form} name="password" min={link.password_min} />}
        <SubmitButton form={form}>{press}</SubmitButton>
      </Form>
    </PublicPage>
  )
}
