import { signIn } from '#features/people/accounts/contract.ts'
import { useNewSession } from '#features/people/accounts/parts/arrival.tsx'
import { useHalfSignIn } from '#features/people/factors/client.second-step.ts'
import { useStepAhead } from '#features/people/factors/parts/late-second-step.tsx'
import { PasskeyButton } from '#features/people/factors/parts/passkey-button.tsx'
import { ApiError } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { PasswordField, TextField } from '#platform/web/forms/text-fields.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { useToastHere } from '#platform/web/ui/toast-here.ts'
import { wordsFor } from '#platform/web/words.ts'
import { Explore } from './explore.tsx'

/** Email and password, or a passkey. The surrounding screen continues to the second step, or after sign-in. */
export const SignInForm = ({ agency, why = null }: { agency?: string; why?: string | null }) => {
  const form = useContractForm(signIn, { email: '', password: '', ...(agency ? { agency } : {}) })
  const enter = useWrite(signIn)
  const learn = useNewSession()
  const half = useHalfSignIn()
  useStepAhead()
  const toast = useToastHere()
  const submit = async (values: { email: string; password: string; agency?: string | undefined }) => {
    try {
      const { next } = await enter.run(values)
      toast.dismiss()
      if (next !== 'done') half.begin()
      await learn()
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) {
        toast.error('Login Error', 'An unexpected error occurred.')
        throw error
      }
      if (error.fields.length > 0) throw error
      const words = wordsFor(error)
      toast.error(words.title, words.text)
      // The toast shows the server's message; the field says only what to check.
      if (error.code === 'sign_in_failed')
        form.setError('password', { type: 'server', message: 'Check your email and password.' }, { shouldFocus: true })
    }
  }
  return (
    <div className="flex flex-col gap-3">
      {(agency === undefined || agency === 'demo') && <Explore />}
      <Form form={form} onSubmit={submit}>
        <TextField form={form} name="email" label="Email" type="email" autoComplete="username" inputMode="email" />
        <PasswordField form={form} name="password" label="Password" />
        <SubmitButton form={form} why={why}>
          Sign In
        </SubmitButton>
      </Form>
      <PasskeyButton {...(agency ? { agency } : {})} why={why} />
    </div>
  )
}
