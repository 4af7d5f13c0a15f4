import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Done, Id, Instant } from '#platform/shared/shapes.ts'
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
      /** What a new assignment begins with. */
      signup_mode: z.enum(['first_come', 'approval']),
      location_radius_m: z.int(),
      subscription_tier: z.enum(['basic', 'trial', 'pro', 'enterprise']),
      features: Flags,
      trial: z
        .object({
          ends_on: z.string().nullable(),
          expired: z.boolean(),
          /** A begun day counted whole, never negative; null where no end is set. */
          days_left: z.int().nullable(),
        })
        .nullable(),
      /** The vendor closes the department: what it owns is erased some time after this. */
      closes_at: Instant.nullable(),
      /** When the department's next day begins: the days left change with it, and the trial may end. */
      next_day_at: Instant,
    })
    .nullable(),
  /** The department's notice, while this person has not accepted its present text: until then nothing else opens. */
  notice: z.object({ version: z.int(), text: z.string() }).nullable(),
  super_admin: z.boolean(),
  /** The department that a super admin looks into is `organization` while this lasts. */
  support: z.object({ id: Id, reason: z.string(), may_write: z.boolean(), ends_at: Instant }).nullable(),
  /** Who of the vendor looks inside the department now; for its admins alone. */
  visits: z.array(
    z.object({ id: Id, by_name: z.string(), reason: z.string(), may_write: z.boolean(), ends_at: Instant }),
  ),
  /** `needed`: the person is an admin, and admin pages open once a second factor was given in this session. */
  second_factor: z.enum(['given', 'needed', 'none']),
  memberships: z.array(Membership),
  /** The server's clock at this answer: it decides, whatever the device's own shows. */
  now_at: Instant,
  /** When the session ends by itself if nothing more is done, and at the latest. */
  idle_ends_at: Instant,
  ends_at: Instant,
})
export type Session = z.infer<typeof Session>

export const getSession = endpoint({
  name: 'session.get',
  summary: 'Who is signed in, in which organization, with what.',
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
  summary: 'Says that the person is there: moves the idle end.',
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
  summary: 'Opens a new session in another organization of the same account, and ends this one.',
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
  summary: 'Ends this session, its streams included.',
  method: 'POST',
  path: '/api/session/sign-out',
  who: 'signed_in',
  input: z.object({}),
  output: Done,
  errors: {},
  secret: true,
  afterTrial: true,
})
