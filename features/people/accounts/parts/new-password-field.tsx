import type { FieldPath, FieldValues } from 'react-hook-form'
import type { ContractForm } from '#platform/web/forms/contract-form.ts'
import { PasswordField } from '#platform/web/forms/fields.tsx'

/** Shows the password rules before anything is typed. */
export const NewPasswordField = <V extends FieldValues>({
  form,
  name,
  min,
}: {
  form: ContractForm<V>
  name: FieldPath<V>
  min: number
}) => (
  <PasswordField
    form={form}
    name={name}
    label="New password"
    autoComplete="new-password"
    hint={`At least ${min} characters. Several words are easy to remember. Don't use a name, an email or a common password.`}
  />
)
