import { z } from 'zod'
import { signupModes } from '#features/shifts/assignments/rules.ts'
import { requirementsOf, typedRequirements } from '#features/shifts/eligibility/rules.asked.ts'
import type { InputOf } from '#platform/shared/endpoint.ts'
import { ApiError } from '#platform/web/api.ts'
import type { ContractForm } from '#platform/web/forms/contract-form.ts'
import { addMinimum, type Minimum } from './contract.ts'
import { staffingKinds } from './rules.ts'

export type MinimumInput = InputOf<typeof addMinimum>

const typed = {
  name: z.string(),
  /** `platoon:<id>` or `unit:<name>`. */
  who: z.string(),
  /** `any`: everybody counts. */
  rank: z.string(),
  least: z.number('Enter a number.').nullable(),
  weekdays: z.array(z.number()),
  start_time: z.string(),
  end_time: z.string(),
  starts_on: z.string(),
  last_on: z.string(),
  days_ahead: z.number('Enter a number.').nullable(),
  latest_hours: z.number('Enter a number.').nullable(),
  title: z.string(),
  kind: z.enum(staffingKinds),
  location_name: z.string(),
  location_address: z.string(),
  signup_mode: z.enum(signupModes),
  /** `adopted`: the award rule of its kind. */
  award_rule: z.string(),
  units: z.array(z.string()),
  ranks: z.array(z.string()),
  certifications: z.array(z.string()),
}
export type TypedMinimum = z.infer<z.ZodObject<typeof typed>>

/** The group of a minimum as a value of the form's list. */
const whoOf = (m: { platoon_id: string | null; unit: string | null }): string =>
  m.platoon_id === null ? `unit:${m.unit ?? ''}` : `platoon:${m.platoon_id}`

/** Converts typed values to the call's input. */
export const inputOf = (of: TypedMinimum): MinimumInput => ({
  name: of.name,
  platoon_id: of.who.startsWith('platoon:') ? of.who.slice(8) : null,
  unit: of.who.startsWith('unit:') ? of.who.slice(5) : '',
  rank: of.rank === 'any' ? '' : of.rank,
  least: of.least ?? Number.NaN,
  weekdays: of.weekdays,
  start_time: of.start_time,
  end_time: of.end_time,
  starts_on: of.starts_on,
  last_on: of.last_on,
  days_ahead: of.days_ahead ?? Number.NaN,
  latest_minutes: Math.round((of.latest_hours ?? Number.NaN) * 60),
  title: of.title,
  kind: of.kind,
  location_name: of.location_name,
  location_address: of.location_address,
  signup_mode: of.signup_mode,
  award_rule_id: of.signup_mode === 'award' && of.award_rule !== 'adopted' ? of.award_rule : null,
  requirements: requirementsOf({ ...of, service_months: null }),
})

/** Maps fields of the call to form fields, where the names differ. */
const places: Readonly<Record<string, string>> = {
  platoon_id: 'who',
  unit: 'who',
  latest_minutes: 'latest_hours',
  award_rule_id: 'award_rule',
  requirements: 'units',
}
const placeOf = (field: string): string => places[field.split('.')[0] ?? ''] ?? field

const Shown = z.object(typed).superRefine((given, context) => {
  for (const { path, message } of addMinimum.input.safeParse(inputOf(given)).error?.issues ?? [])
    context.addIssue({ code: 'custom', path: [placeOf(path.join('.'))], message })
})

/** The form over a minimum as typed; errors that the call would return appear next to their field. */
export const minimumForm = { ...addMinimum, input: Shown }
export type MinimumForm = ContractForm<z.input<typeof Shown>>

/** A refusal with its fields renamed to the form's fields. */
export const beside = (error: unknown): unknown => {
  if (!(error instanceof ApiError) || error.fields.length === 0) return error
  const fields = error.fields.map(({ field, message }) => ({ field: placeOf(field), message }))
  return new ApiError(error.status, { code: error.code, fields, details: error.details, request_id: error.request_id })
}

export const newMinimum = (today: string, who: string, unit: string | null): TypedMinimum => ({
  ...{ name: '', who, rank: 'any', least: 4, weekdays: [1, 2, 3, 4, 5, 6, 0], start_time: '', end_time: '' },
  ...{ starts_on: today, last_on: '', days_ahead: 14, latest_hours: 4, title: '', kind: 'overtime' },
  ...{ location_name: '', location_address: '', signup_mode: 'approval', award_rule: 'adopted' },
  ...{ units: unit === null ? [] : [unit], ranks: [], certifications: [] },
})

export const typedOf = (m: Minimum): TypedMinimum => {
  const { units, ranks, certifications } = typedRequirements(m.requirements)
  const { name, least, weekdays, start_time, end_time, starts_on, days_ahead, title, kind, signup_mode } = m
  return {
    ...{ name, least, weekdays, start_time, end_time, starts_on, days_ahead, title, kind, signup_mode },
    ...{ units, ranks, certifications, who: whoOf(m), rank: m.rank ?? 'any', last_on: m.last_on ?? '' },
    latest_hours: m.latest_minutes / 60,
    location_name: m.location_name ?? '',
    location_address: m.location_address ?? '',
    award_rule: m.award_rule_id ?? 'adopted',
  }
}
