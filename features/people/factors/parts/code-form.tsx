import { ApiError } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { TextField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { wordsFor } from '#platform/web/words.ts'
import { proveByCode } from '../contract.ts'

/** One field for a six-digit app code (numeric keypad on phones) or a recovery code. */
export const CodeForm = ({
  kind,
  press,
  give,
}: {
  kind: 'app' | 'recovery'
  press: string
  /** Sends the code; a refusal is shown at the field, which is cleared. */
  give: (code: string) => Promise<unknown>
}) => {
  const form = useContractForm(proveByCode, { code: '' })
  const submit = async ({ code }: { code: string }) => {
    try {
      await give(code)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'code_wrong') throw error
      form.setValue('code', '')
      form.setError('code', { type: 'server', message: wordsFor(error).text }, { shouldFocus: true })
    }
  }
  return (
    <Form form={form} onSubmit={submit}>
      {kind === 'app' ? (
        <TextField
          form={form}
          name="code"
          label="Code"
          hint="Enter the 6-digit code from your authenticator app."
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          autoFocus
        />
      ) : (
        <TextField
          form={form}
          name="code"
          label="Recovery code"
          hint="One of the codes you saved. Each works once."
          autoComplete="off"
          maxLength={30}
          autoFocus
        />
      )}
      <SubmitButton form={form}>{press}</SubmitButton>
    </Form>
  )
}
