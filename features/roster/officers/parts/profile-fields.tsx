import type { InputOf } from '#platform/shared/endpoint.ts'
import type { ContractForm } from '#platform/web/forms/contract-form.ts'
import { DateField, TextField } from '#platform/web/forms/fields.tsx'
import { useInside } from '#platform/web/support.tsx'
import type { createOfficer } from '../contract.ts'
import { officerBounds } from '../rules.ts'
import { fieldWords } from '../words.ts'

type Profile = InputOf<typeof createOfficer>
export const emptyProfile: Profile = {
  name: '',
  badge_number: '',
  email: '',
  rank: '',
  unit: '',
  hired_on: '',
  phone: '',
  hourly_rate: '',
}

/** The account's owner decides on the email; support changes none (docs/decisions/0121). */
const Address = ({ form, signsIn }: { form: ContractForm<Profile>; signsIn: boolean }) => {
  const inside = useInside()
  const hint = signsIn
    ? 'The officer signs in with this email. Only the officer can change it.'
    : inside
      ? "Support can't change email addresses."
      : undefined
  return (
    <TextField
      form={form}
      name="email"
      label={fieldWords.email}
      optional
      type="email"
      inputMode="email"
      autoComplete="off"
      readOnly={signsIn || inside}
      {...(hint ? { hint } : {})}
    />
  )
}

/** Officer fields for adding and editing. `signsIn`: the email belongs to the account and is read-only. */
export const ProfileFields = ({ form, signsIn = false }: { form: ContractForm<Profile>; signsIn?: boolean }) => {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <TextField form={form} name="name" label={fieldWords.name} maxLength={officerBounds.name} autoComplete="off" />
      <TextField
        form={form}
        name="badge_number"
        label={fieldWords.badge_number}
        optional
        maxLength={officerBounds.badge_number}
        autoComplete="off"
      />
      <TextField
        form={form}
        name="rank"
        label={fieldWords.rank}
        optional
        maxLength={officerBounds.rank}
        autoComplete="off"
      />
      <TextField
        form={form}
        name="unit"
        label={fieldWords.unit}
        optional
        maxLength={officerBounds.unit}
        autoComplete="off"
      />
      <Address form={form} signsIn={signsIn} />
      <TextField
        form={form}
        name="phone"
        label={fieldWords.phone}
        optional
        type="tel"
        inputMode="tel"
        autoComplete="off"
      />
      <DateField form={form} name="hired_on" label={fieldWords.hired_on} optional hint="Used for seniority." />
      <TextField
        form={form}
        name="hourly_rate"
        label={fieldWords.hourly_rate}
        optional
        inputMode="decimal"
        autoComplete="off"
        hint="Such as 45.50. Up to 6 decimal places."
      />
    </div>
  )
}
