import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { after, Id, Instant, page } from '#platform/shared/shapes.ts'

/** A browser or device where the account is currently signed in. */
export const OwnSession = z.object({
  id: Id,
  /** The one that asks. */
  current: z.boolean(),
  created_at: Instant,
  /** The person's last activity there, to the minute. */
  last_seen_at: Instant,
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  /** The department it is signed in to; null until one is chosen. */
  organization_name: z.string().nullable(),
})
export type OwnSession = z.infer<typeof OwnSession>

export const listOwnSessions = endpoint({
  name: 'sessions.list',
  summary: 'Where the caller is signed in, newest first.',
  method: 'GET',
  path: '/api/account/sessions',
  who: 'officer',
  input: z.object({ after }),
  output: page(OwnSession),
  errors: {},
  topics: ['session'],
  afterTrial: true,
})

export const endOwnSession = endpoint({
  name: 'sessions.end',
  summary: "Ends one of the caller's sessions, including its streams.",
  method: 'POST',
  path: '/api/account/sessions/:id/end',
  who: 'officer',
  input: z.object({ id: Id }),
  output: z.object({ ended: z.int() }),
  errors: {},
  afterTrial: true,
})

export const endOtherSessions = endpoint({
  name: 'sessions.end_others',
  summary: "Ends all of the caller's other sessions.",
  method: 'POST',
  path: '/api/account/sessions/end-others',
  who: 'officer',
  input: z.object({}),
  output: z.object({ ended: z.int() }),
  errors: {},
  afterTrial: true,
})

/** The same for the vendor's staff, whose calls are separate from a department's. */
const vendors = { who: 'super_admin' } as const

export const listVendorSessions = endpoint({
  ...listOwnSessions,
  ...vendors,
  name: 'super_admins.sessions',
  path: '/api/vendor/account/sessions',
})

export const endVendorSession = endpoint({
  ...endOwnSession,
  ...vendors,
  name: 'super_admins.end_session',
  path: '/api/vendor/account/sessions/:id/end',
})

export const endOtherVendorSessions = endpoint({
  ...endOtherSessions,
  ...vendors,
  name: 'super_admins.end_other_sessions',
  path: '/api/vendor/account/sessions/end-others',
})
