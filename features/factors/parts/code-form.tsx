import { ApiError } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { TextField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { wordsFor } from '#platform/web/words.ts'
import { proveByCode } from '../contract.ts'

/** One field for a code: six figures of an app on the telephone's number keys, or a recovery code. */
export const CodeForm = ({
  kind,
  press,
  give,
}: {
  kind: 'app' | 'recovery'
  press: string
  /** Sends it; a refusal stands beside the field and the field is empty again. */
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
          hint="The six figures that your authenticator app shows now."
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
          hint="One of those you kept. It is used up with this."
          autoComplete="off"
          maxLength={30}
          autoFocus
        />
      )}
      <SubmitButton form={form}>{press}</SubmitButton>
    </Form>
  )
}
