import { z } from 'zod'
import { settingBounds } from '#features/department/settings/rules.ts'
import { isSlug, SLUG_MAX } from '#features/people/organizations/rules.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { ExportedFile, exportErrors, exportInput } from '#platform/shared/export.ts'
import { tiers } from '#platform/shared/plans.ts'
import { DateText, Done, email, Id, Instant, line, page, text, Version } from '#platform/shared/shapes.ts'
import { isZone } from '#platform/shared/zone.ts'
import {
  addressWords,
  effectKinds,
  flagChoices,
  gatedFlags,
  listedStates,
  MAX_OFFICERS_MOST,
  organizationSorts,
  states,
  trialStates,
} from './rules.ts'

const address = z
  .string()
  .trim()
  .max(SLUG_MAX)
  .refine((value) => value === '' || isSlug(value), addressWords.malformed)
const dateOrNone = z.union([z.literal(''), DateText], 'Enter a date.')
const wholeOrNone = z
  .string()
  .trim()
  .refine((value) => value === '' || (/^[1-9]\d{0,5}$/.test(value) && Number(value) <= MAX_OFFICERS_MOST), {
    message: 'Enter a whole number from 1 to 100,000, or leave empty for no limit.',
  })

/** Empty text means none: no end of the trial, no limit. */
const fields = {
  name: line(1, 120),
  subdomain: address.refine((value) => value !== '', 'This field is required.'),
  time_zone: z.string().max(64).refine(isZone, "Choose the organization's time zone."),
  subscription_tier: z.enum(tiers),
  trial_end_date: dateOrNone,
  max_officers: wholeOrNone,
}
const choices = z.object(
  Object.fromEntries(gatedFlags.map((name) => [name, z.enum(flagChoices)])) as Record<
    (typeof gatedFlags)[number],
    z.ZodEnum<{ inherit: 'inherit'; on: 'on'; off: 'off' }>
  >,
)

export const Trial = z.object({ ends_on: z.string().nullable(), days_left: z.int().nullable(), expired: z.boolean() })

const row = {
  id: Id,
  name: z.string(),
  subdomain: z.string(),
  subscription_tier: z.enum(tiers),
  state: z.enum(states),
  /** Null outside of a trial. */
  trial: Trial.nullable(),
  officers: z.int(),
  max_officers: z.int().nullable(),
  last_activity_at: Instant.nullable(),
  created_at: Instant,
}
export const OrganizationRow = z.object(row)
export type OrganizationRow = z.infer<typeof OrganizationRow>

const filters = {
  search: z.string().trim().max(100).optional(),
  tier: z.enum(tiers).optional(),
  state: z.enum(listedStates).optional(),
  trial: z.enum(trialStates).optional(),
  /** No activity by a person for two weeks. */
  quiet: z.enum(['yes']).optional(),
  sort: z.enum(organizationSorts).default('name'),
  direction: z.enum(['asc', 'desc']).default('asc'),
}
export type ListAsk = z.output<z.ZodObject<typeof filters>>

export const listOrganizations = endpoint({
  name: 'vendor_organizations.list',
  summary: 'Organizations by name, plan, state and trial, with officers of their limit and last activity.',
  method: 'GET',
  path: '/api/vendor/organizations',
  who: 'super_admin',
  across: 'to see the list of organizations',
  input: z.object({ ...filters, after: Id.optional() }),
  output: page(OrganizationRow).extend({
    /** Without filters. */
    total: z.int(),
  }),
  errors: {},
  topics: ['organization'],
})

export const exportOrganizations = endpoint({
  name: 'vendor_organizations.export_list',
  summary: 'The list with its filters as a file.',
  method: 'POST',
  path: '/api/vendor/organizations/export',
  who: 'super_admin',
  across: 'to export the list of organizations',
  input: z.object({ ...exportInput, ...filters }),
  output: ExportedFile,
  errors: exportErrors,
  file: true,
})

export const findOrganizations = endpoint({
  name: 'vendor_organizations.find',
  summary: 'A handful of organizations by name or address, for the selector; with an id that one alone.',
  method: 'GET',
  path: '/api/vendor/organizations/find',
  who: 'super_admin',
  across: 'to choose an organization',
  input: z.object({ search: z.string().trim().max(100).optional(), id: Id.optional() }),
  output: z.object({
    items: z.array(
      OrganizationRow.pick({ id: true, name: true, subdomain: true, subscription_tier: true, state: true }),
    ),
  }),
  errors: {},
  topics: ['organization'],
})

const inside = z.object({ organization_id: Id })
/** Recorded in the department's audit, where its admins can read it. */
const reason = text(1, 500)
const withReason = inside.extend({ reason })
/** The second factor was not entered within the last ten minutes in this session. */
const stale = { not_fresh: 403 } as const

export const VendorOrganization = z.object({
  ...row,
  time_zone: z.string(),
  trial_end_date: z.string().nullable(),
  flags: choices,
  version: z.int(),
  state_reason: z.string().nullable(),
  state_since: Instant.nullable(),
  erase_after: Instant.nullable(),
  admins: z.array(
    z.object({
      id: Id,
      name: z.string(),
      email: z.string().nullable(),
      suspended: z.boolean(),
      /** Invited but has not signed in yet. */
      has_account: z.boolean(),
    }),
  ),
  /** Invitation links that were sent but not used yet. */
  invited: z.array(z.object({ id: Id, email: z.string(), expires_at: Instant })),
})
export type VendorOrganization = z.infer<typeof VendorOrganization>

export const readOrganization = endpoint({
  name: 'vendor_organizations.read',
  summary: 'One organization as the vendor sees it: plan, flags, limit, state, its admins.',
  method: 'GET',
  path: '/api/vendor/organizations/:organization_id',
  who: 'super_admin',
  across: "to see an organization's page",
  input: inside,
  output: VendorOrganization,
  errors: {},
  topics: ['organization'],
})

export const createOrganization = endpoint({
  name: 'vendor_organizations.create',
  summary: 'Makes an organization and mails its first admin an invitation; needs a fresh proof.',
  method: 'POST',
  path: '/api/vendor/organizations',
  who: 'super_admin',
  input: z.strictObject({
    ...fields,
    /** Empty: made of the name. */
    subdomain: address,
    city: line(0, settingBounds.city).default(''),
    admin_email: email,
    admin_name: line(0, 120),
    reason,
  }),
  output: z.object({ id: Id, subdomain: z.string() }),
  errors: { address_taken: 409, ...stale },
})

const edited = inside.extend({ ...z.object(fields).partial().shape, flags: choices.partial().optional() })
export type Edited = z.output<typeof edited>

export const Effect = z.object({
  kind: z.enum(effectKinds),
  feature: z.enum(gatedFlags).nullable(),
  count: z.int().nullable(),
})

export const previewOrganization = endpoint({
  name: 'vendor_organizations.preview',
  summary: 'What saving this would take away and give. Changes nothing.',
  method: 'POST',
  path: '/api/vendor/organizations/:organization_id/preview',
  who: 'super_admin',
  input: edited,
  output: z.object({ effects: z.array(Effect), version: z.int() }),
  errors: {},
  bookkeeping: true,
})

export const editOrganization = endpoint({
  name: 'vendor_organizations.edit',
  summary: 'Sets what is named; refused where somebody changed the same since `version`.',
  method: 'PATCH',
  path: '/api/vendor/organizations/:organization_id',
  who: 'super_admin',
  input: edited.extend({ version: Version }),
  output: z.object({ version: z.int() }),
  errors: { address_taken: 409, zone_carried: 409 },
})

export const inviteAdmin = endpoint({
  name: 'vendor_organizations.invite_admin',
  summary: 'Mails somebody a link that makes an admin of the organization; needs a reason and a fresh proof.',
  method: 'POST',
  path: '/api/vendor/organizations/:organization_id/admins',
  who: 'super_admin',
  input: withReason.extend({ email, name: line(0, 120) }),
  output: Done,
  errors: { organization_closed: 409, ...stale },
})

export const suspendOrganization = endpoint({
  name: 'vendor_organizations.suspend',
  summary: 'Ends every session of the organization; its admins read the reason when they sign in. Nothing is lost.',
  method: 'POST',
  path: '/api/vendor/organizations/:organization_id/suspend',
  who: 'super_admin',
  input: withReason,
  output: Done,
  errors: { state_changed: 409, ...stale },
})

export const reactivateOrganization = endpoint({
  name: 'vendor_organizations.reactivate',
  summary: 'Lets a suspended organization work again.',
  method: 'POST',
  path: '/api/vendor/organizations/:organization_id/reactivate',
  who: 'super_admin',
  input: withReason,
  output: Done,
  errors: { state_changed: 409 },
})
