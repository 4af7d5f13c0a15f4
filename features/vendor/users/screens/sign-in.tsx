import { useQueryClient } from '@tanstack/react-query'
import { Arrival, useNewSession } from '#features/people/accounts/parts/arrival.tsx'
import { PublicPage } from '#features/people/accounts/parts/public-page.tsx'
import { useHalfSignIn } from '#features/people/factors/client.second-step.ts'
import { SecondStep } from '#features/people/factors/parts/second-step.tsx'
import { paths } from '#platform/shared/paths.ts'
import { ApiError } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { PasswordField, TextField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { forgetSession, useSession } from '#platform/web/session.ts'
import { TextLink } from '#platform/web/ui/link.tsx'
import { toast as lasting } from '#platform/web/ui/toast.tsx'
import { useToastHere } from '#platform/web/ui/toast-here.ts'
import { useUrlValue } from '#platform/web/url.ts'
import { wordsFor } from '#platform/web/words.ts'
import { signInVendor } from '../contract.own.ts'

/** Specification section 8. */
const failed = { title: 'Login Error', text: 'An unexpected error occurred.' }
const opened = 'Logged in as Super Admin'

const VendorForm = () => {
  const form = useContractForm(signInVendor, { email: '', password: '' })
  const enter = useWrite(signInVendor)
  const learn = useNewSession()
  const half = useHalfSignIn()
  const client = useQueryClient()
  const toast = useToastHere()
  const submit = async (values: { email: string; password: string }) => {
    try {
      await enter.run(values)
      toast.dismiss()
      half.begin()
      await learn()
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) {
        toast.error(failed.title, failed.text)
        throw error
      }
      if (error.fields.length > 0) throw error
      // The previous user is now signed out; "session ended" must not cover this error message.
      if (error.code === 'no_super_admin') await forgetSession(client, 'signed_out')
      const words = wordsFor(error)
      toast.error(words.title, words.text)
      // The toast shows the server's message; the field says only what to check.
      if (error.code === 'sign_in_failed')
        form.setError('password', { type: 'server', message: 'Check your email and password.' }, { shouldFocus: true })
    }
  }
  return (
    <Form form={form} onSubmit={submit}>
      <TextField form={form} name="email" label="Email" type="email" autoComplete="username" inputMode="email" />
      <PasswordField form={form} name="password" label="Password" />
      <SubmitButton form={form}>Sign In</SubmitButton>
    </Form>
  )
}

/** `/super-admin/login`: the vendor's own sign-in page. Always requires a second factor. */
export default function VendorSignIn() {
  const { session } = useSession()
  const [next] = useUrlValue('next')
  const { half } = useHalfSignIn()
  if (half) return <SecondStep opens="the vendor area" onOpened={() => lasting.success(opened)} />
  if (session?.super_admin) return <Arrival session={session} next={next} />
  return (
    <PublicPage
      title="Super admin sign in"
      hint="For vendor staff. A second factor is always required."
      below={
        <>
          <p>
            <TextLink to={paths.resetPassword(undefined, 'super-admin')}>Forgot your password?</TextLink>
          </p>
          <p>
            Work in a department? <TextLink to={paths.app()}>Sign in here</TextLink>
          </p>
        </>
      }
    >
      <VendorForm />
    </PublicPage>
  )
}
