import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { DateText, Done, Id, Instant } from '#platform/shared/shapes.ts'
import { timeFormats } from '#platform/shared/time.ts'

export const Flags = z.object({
  reports: z.boolean(),
  overtime: z.boolean(),
  officer_stats: z.boolean(),
  custom_branding: z.boolean(),
  location_verification: z.boolean(),
  audit_logs: z.boolean(),
  bulk_operations: z.boolean(),
})

export const Membership = z.object({
  organization_id: Id,
  name: z.string(),
  subdomain: z.string(),
  role: z.enum(['admin', 'officer']),
  standing: z.enum(['pending', 'approved', 'rejected', 'suspended', 'left']),
})

export const Session = z.object({
  session_id: Id,
  person: z.object({ id: Id, name: z.string(), email: z.string() }),
  officer: z
    .object({
      id: Id,
      user_id: Id,
      organization_id: Id,
      name: z.string(),
      role: z.enum(['admin', 'officer']),
      approved: z.boolean(),
      waiting: z.boolean(),
    })
    .nullable(),
  organization: z
    .object({
      id: Id,
      name: z.string(),
      subdomain: z.string(),
      logo_url: z.string().nullable(),
      primary_color: z.string(),
      time_zone: z.string(),
      time_format: z.enum(timeFormats),
      /** The default for a new assignment. */
      signup_mode: z.enum(['first_come', 'approval']),
      location_radius_m: z.int(),
      subscription_tier: z.enum(['basic', 'trial', 'pro', 'enterprise']),
      /** The flags that result from the plan and the vendor's overrides. */
      features_enabled: Flags,
      trial_end_date: DateText.nullable(),
      /** How many officers the plan allows; null means no limit. */
      max_officers: z.int().nullable(),
      trial: z
        .object({
          expired: z.boolean(),
          /** Counts a started day as a whole one, never negative; null if no end is set. */
          days_left: z.int().nullable(),
        })
        .nullable(),
      /** The vendor is closing the department; its data is erased some time after this. */
      closes_at: Instant.nullable(),
      /** When the department's next day begins: the number of days left changes, and the trial may end. */
      next_day_at: Instant,
    })
    .nullable(),
  /** The department's notice, until this person has accepted its current text; nothing else opens before that. */
  notice: z.object({ version: z.int(), text: z.string() }).nullable(),
  super_admin: z.boolean(),
  /** A super admin's support access; while it lasts, `organization` is the department being viewed. */
  support: z.object({ id: Id, reason: z.string(), may_write: z.boolean(), ends_at: Instant }).nullable(),
  /** Vendor staff with current access to the department; visible to its admins only. */
  visits: z.array(
    z.object({ id: Id, by_name: z.string(), reason: z.string(), may_write: z.boolean(), ends_at: Instant }),
  ),
  /** `needed`: the person is an admin, and admin pages open only after a second factor is given in this session. */
  second_factor: z.enum(['given', 'needed', 'none']),
  memberships: z.array(Membership),
  /** The server's clock at the time of this response; it overrides the device's clock. */
  now_at: Instant,
  /** When the session ends if idle, and its latest possible end. */
  idle_ends_at: Instant,
  ends_at: Instant,
})
export type Session = z.infer<typeof Session>

export const getSession = endpoint({
  name: 'session.get',
  summary: 'Who is signed in, to which organization, with which role and features.',
  answersSignedOut: true,
  method: 'GET',
  path: '/api/session',
  who: 'signed_in',
  input: z.object({}),
  output: Session,
  errors: {},
  topics: ['session', 'organization', 'officers', 'support'],
  afterTrial: true,
})

export const extendSession = endpoint({
  name: 'session.extend',
  summary: 'Reports activity, which postpones the inactivity sign-out.',
  method: 'POST',
  path: '/api/session/extend',
  who: 'signed_in',
  input: z.object({}),
  output: z.object({ now_at: Instant, idle_ends_at: Instant, ends_at: Instant }),
  errors: {},
  bookkeeping: true,
  afterTrial: true,
})

export const switchOrganization = endpoint({
  name: 'session.switch',
  summary: "Opens a session in another of the account's organizations, and ends this one.",
  method: 'POST',
  path: '/api/session/switch',
  who: 'signed_in',
  input: z.object({ organization_id: Id }),
  output: Done,
  errors: {},
  secret: true,
  afterTrial: true,
})

export const signOut = endpoint({
  name: 'session.sign_out',
  summary: 'Ends this session, including its streams.',
  method: 'POST',
  path: '/api/session/sign-out',
  who: 'signed_in',
  input: z.object({}),
  output: Done,
  errors: {},
  secret: true,
  afterTrial: true,
})
