import type { FieldPath, FieldValues } from 'react-hook-form'
import type { ContractForm } from '#platform/web/forms/contract-form.ts'
import { PasswordField } from '#platform/web/forms/fields.tsx'

/** The rules stand there before anything is typed. */
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
    hint={`${min} characters or more; several words are easy to keep in mind. Not a name or an address, and nothing that many people use.`}
  />
)
