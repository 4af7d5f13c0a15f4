import type { InputOf } from '#platform/shared/endpoint.ts'
import type { ContractForm } from '#platform/web/forms/contract-form.ts'
import { DateField, TextField } from '#platform/web/forms/fields.tsx'
import { useInside } from '#platform/web/support.tsx'
import type { createOfficer } from '../contract.ts'
import { officerBounds } from '../rules.ts'
import { fieldWords } from '../rules.words.ts'

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

/** Whose account it is says which address; support changes none (docs/decisions/0121). */
const Address = ({ form, signsIn }: { form: ContractForm<Profile>; signsIn: boolean }) => {
  const inside = useInside()
  const hint = signsIn
    ? 'The officer signs in with it; only the officer can change it.'
    : inside
      ? 'Support changes no address: whoever holds it could register with it.'
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

/** The fields of an officer, for adding as for editing. `signsIn`: the address is the account's, and stays. */
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
      <DateField form={form} name="hired_on" label={fieldWords.hired_on} optional hint="Seniority counts from it." />
      <TextField
        form={form}
        name="hourly_rate"
        label={fieldWords.hourly_rate}
        optional
        inputMode="decimal"
        autoComplete="off"
        hint="Such as 45.50; six decimals at most."
      />
    </div>
  )
}
