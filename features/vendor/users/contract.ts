import { z } from 'zod'
import { isPlace } from '#platform/shared/cursor.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { afterPlace, Done, email, Id, Instant, line, page } from '#platform/shared/shapes.ts'
import { acts, REASON_MAX, REASON_MIN, userActions, userFilters } from './rules.ts'

const Lock = z.object({ until: Instant, why: z.enum(['password', 'code']) }).nullable()
export const Belonging = z.object({
  organization_id: Id,
  name: z.string(),
  subdomain: z.string(),
  role: z.enum(['admin', 'officer']),
  standing: z.enum(['pending', 'approved', 'suspended', 'rejected', 'left']),
})
export type Belonging = z.infer<typeof Belonging>

const facts = {
  id: Id,
  name: z.string(),
  email: z.string(),
  /** Active on the vendor's list of super admins. */
  super_admin: z.boolean(),
  disabled_at: Instant.nullable(),
  second_factor: z.boolean(),
  locked: Lock,
  /** Live ones. */
  sessions: z.int(),
}
export const User = z.object({
  ...facts,
  /** At most three; `organizations_count` is the full count. */
  organizations: z.array(Belonging),
  organizations_count: z.int(),
})
export type User = z.infer<typeof User>

const vendors = { who: 'super_admin', topics: ['users', 'officers'] } as const

export const listUsers = endpoint({
  ...vendors,
  name: 'users.list',
  summary:
    'Every account by its address, 50 at a time: where it belongs, whether it is locked, disabled, or without a second factor.',
  method: 'GET',
  path: '/api/vendor/users',
  across: 'to find the account of a person who needs help',
  input: z.object({
    /** Part of a name or an email address. */
    q: line(0, 120).optional(),
    show: z.enum(userFilters).optional(),
    /** Accounts with an officer row there, whatever its status. */
    organization: Id.optional(),
    after: email.optional(),
  }),
  output: page(User),
  errors: {},
})

const Session = z.object({
  id: Id,
  organization_name: z.string().nullable(),
  super_admin: z.boolean(),
  created_at: Instant,
  last_seen_at: Instant,
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
})

export const UserDetail = z.object({
  ...facts,
  created_at: Instant,
  /** All of them, by name; an account has only a handful. */
  organizations: z.array(Belonging),
  live: z.array(Session),
  factors: z.array(
    z.object({
      id: Id,
      kind: z.enum(['app', 'passkey']),
      name: z.string(),
      created_at: Instant,
      last_used_at: Instant.nullable(),
    }),
  ),
  /** Vendor actions on the account, newest first, at most 20. */
  acts: z.array(z.object({ id: Id, act: z.enum(acts), reason: z.string(), by_name: z.string(), at: Instant })),
  may: z.array(z.enum(userActions)),
  /** Actions that a rule forbids; the screen says why. */
  blocked: z.array(z.object({ action: z.enum(userActions), why: z.enum(['own_account', 'last_super_admin']) })),
})
export type UserDetail = z.infer<typeof UserDetail>

export const getUser = endpoint({
  ...vendors,
  name: 'users.get',
  summary: 'One account: its departments, sessions, factors, lock, and what the vendor did to it.',
  method: 'GET',
  path: '/api/vendor/users/:user_id',
  across: 'to help an account owner',
  input: z.object({ user_id: Id }),
  output: UserDetail,
  errors: {},
})

const reason = line(REASON_MIN, REASON_MAX)
const about = z.strictObject({ user_id: Id, reason })
const act = { method: 'POST', who: 'super_admin', input: about, output: Done } as const
const own = { own_account: 409 } as const
/** The second factor was not confirmed in this session within the last ten minutes. */
const stale = { not_fresh: 403 } as const

export const disableUser = endpoint({
  ...act,
  name: 'users.disable',
  summary:
    'Nobody signs in with this account from now on; its sessions and streams end. A super admin is off the list with it.',
  path: '/api/vendor/users/:user_id/disable',
  errors: { ...own, ...stale, disabled_already: 409, last_super_admin: 409 },
})
export const enableUser = endpoint({
  ...act,
  name: 'users.enable',
  summary: 'The account signs in again, with its password and factors as before.',
  path: '/api/vendor/users/:user_id/enable',
  errors: { ...own, not_disabled: 409 },
})
export const releaseUser = endpoint({
  ...act,
  name: 'users.release',
  summary: 'Opens an account that wrong passwords or codes have locked, whatever its departments have set.',
  path: '/api/vendor/users/:user_id/release',
  errors: { ...own, not_locked: 409 },
})
export const sendReset = endpoint({
  ...act,
  name: 'users.send_reset',
  summary: 'Mails the person a link to set a new password; the present one stays until then.',
  path: '/api/vendor/users/:user_id/send-reset',
  errors: { ...own, ...stale, disabled_already: 409, sent_lately: 409 },
})
export const resetUserFactors = endpoint({
  ...act,
  name: 'users.reset_factors',
  summary:
    'Takes every second factor off and ends every session, for who lost them all; needs a fresh proof of the super admin.',
  path: '/api/vendor/users/:user_id/reset-factors',
  errors: { ...own, ...stale, no_factor: 409 },
})
export const endUserSessions = endpoint({
  ...act,
  name: 'users.end_sessions',
  summary: 'Ends every session of the account, or the one that is named.',
  path: '/api/vendor/users/:user_id/end-sessions',
  input: about.extend({ session_id: Id.nullish() }),
  output: z.object({ ended: z.int() }),
  errors: { ...own, ...stale, no_session: 409 },
})

export const SuperAdmin = z.object({
  id: Id,
  email: z.string(),
  /** Null until the invitation is accepted. */
  user_id: Id.nullable(),
  name: z.string().nullable(),
  active: z.boolean(),
  own: z.boolean(),
  last_seen_at: Instant.nullable(),
  created_at: Instant,
})
export type SuperAdmin = z.infer<typeof SuperAdmin>

export const listSuperAdmins = endpoint({
  name: 'users.super_admins',
  summary: "The vendor's staff, active first, by address, 50 at a time.",
  method: 'GET',
  path: '/api/vendor/super-admins',
  who: 'super_admin',
  across: 'to see the super admins',
  input: z.object({ after: afterPlace(isPlace('[01].+@.+')) }),
  output: page(SuperAdmin),
  errors: {},
  topics: ['users'],
})

export const addSuperAdmin = endpoint({
  name: 'users.add_super_admin',
  summary: 'Puts an address on the list, or back on it, and mails it an invitation; needs a fresh proof.',
  method: 'POST',
  path: '/api/vendor/super-admins',
  who: 'super_admin',
  input: z.strictObject({ email: line(1, 254), reason }),
  output: Done,
  errors: { super_admin_already: 409, sent_lately: 409, not_fresh: 403 },
})

export const deactivateSuperAdmin = endpoint({
  name: 'users.deactivate_super_admin',
  summary: "Takes one off the vendor's list, its sessions included; never oneself, never the last who can sign in.",
  method: 'POST',
  path: '/api/vendor/super-admins/:id/deactivate',
  who: 'super_admin',
  input: z.strictObject({ id: Id, reason }),
  output: Done,
  errors: { ...own, last_super_admin: 409, not_active: 409, not_fresh: 403 },
})
