import { useHalfSignIn } from '#features/multi-factor/client.ts'
import { PasskeyButton } from '#features/passkeys/parts/passkey-button.tsx'
import { ApiError } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { PasswordField, TextField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { wordsFor } from '#platform/web/words.ts'
import { signIn } from '../contract.ts'
import { useNewSession } from './arrival.tsx'

/** Address and password, or a passkey. The screen around it goes on by itself with the second step, or when somebody is signed in. */
export const SignInForm = ({ agency, why = null }: { agency?: string; why?: string | null }) => {
  const form = useContractForm(signIn, { email: '', password: '', ...(agency ? { agency } : {}) })
  const enter = useWrite(signIn)
  const learn = useNewSession()
  const half = useHalfSignIn()
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
      form.setError('password', { type: 'server', message: words.text }, { shouldFocus: true })
    }
  }
  return (
    <div className="flex flex-col gap-3">
      <Form form={form} onSubmit={submit}>
        <TextField form={form} name="email" label="E-mail" type="email" autoComplete="username" inputMode="email" />
        <PasswordField form={form} name="password" label="Password" />
        <SubmitButton form={form} why={why}>
          Sign In
        </SubmitButton>
      </Form>
      <PasskeyButton {...(agency ? { agency } : {})} why={why} />
    </div>
  )
}
