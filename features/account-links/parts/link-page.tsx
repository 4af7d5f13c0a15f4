import { useState } from 'react'
import { useNewSession } from '#features/accounts/parts/arrival.tsx'
import { NewPasswordField } from '#features/accounts/parts/new-password-field.tsx'
import { PublicPage } from '#features/accounts/parts/public-page.tsx'
import { useHalfSignIn } from '#features/multi-factor/client.ts'
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
        ? 'Your address is right. Choose a password; an admin then approves you.'
        : 'Your address is right. Your account keeps its password; an admin then approves you.',
      press: 'Confirm my registration',
    }
  if (link.kind === 'claim')
    return { title: `Your account at ${place}`, hint: 'You are on the roster already.', press: 'Take my account' }
  if (link.kind === 'admin_setup')
    return {
      title: `Set up ${place}`,
      hint: 'You become an admin of this department. The invitation works once.',
      press: 'Become admin',
    }
  return {
    title: 'Your super admin account',
    hint: 'Choose the password that you will sign in with.',
    press: 'Set my password',
  }
}

/** A one-time link that can be used: who one is, a password where there is none yet, and one press. */
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
    else toast.success('Done', 'Sign in with the password you already have.')
    // An admin who was invited goes on to what the department needs first.
    const onward = link.kind === 'admin_setup' ? paths.adminSetup() : undefined
    go(signed_in || !agency ? paths.app(onward) : paths.agencyLogin(agency, onward), { replace: true })
  }
  if (isSet)
    return (
      <PublicPage title="Your password is set">
        <EmptyState
          quiet
          title="You are a super admin now"
          text="The link is used up. Keep the password in a password manager."
          action={<ButtonLink to={paths.superAdminLogin()}>Sign in</ButtonLink>}
        />
      </PublicPage>
    )
  return (
    <PublicPage title={title} hint={hint} organization={link.organization}>
      <Form form={form} onSubmit={submit}>
        <p>
          <span className="block text-small text-faint">E-mail</span>
          <span className="font-medium break-all">{link.email}</span>
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
