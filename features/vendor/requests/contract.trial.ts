import { z } from 'zod'
import { settingBounds } from '#features/department/settings/rules.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { after, DateText, Done, email, Id, Instant, line, page, text, Version } from '#platform/shared/shapes.ts'
import { isZone } from '#platform/shared/zone.ts'
import { actions, NOTE_MOST, REASON_MOST, trialStates } from './rules.trial.ts'

const NAME_MOST = 120

/** A member of the vendor's staff. */
export const Colleague = z.object({ id: Id, name: z.string(), email: z.string() })
const Trial = z.object({
  id: Id,
  name: z.string(),
  subdomain: z.string(),
  trial_end_date: z.string().nullable(),
  state: z.string(),
})

export const TrialRequest = z.object({
  id: Id,
  organization: z.string(),
  contact: z.string(),
  email: z.string(),
  team_size: z.int(),
  state: z.enum(trialStates),
  owner: Colleague.nullable(),
  next_step_on: DateText.nullable(),
  /** The next step is due today or overdue, by the UTC calendar. */
  is_due: z.boolean(),
  organization_made: Trial.nullable(),
  created_at: Instant,
  version: z.int(),
})
export type TrialRequest = z.infer<typeof TrialRequest>

export const TrialRequestDetail = TrialRequest.extend({
  phone: z.string(),
  message: z.string(),
  closed_reason: z.string().nullable(),
  worked_at: Instant.nullable(),
  may: z.array(z.enum(actions)),
  notes: z.array(z.object({ id: Id, author: z.string().nullable(), body: z.string(), created_at: Instant })),
  /** Possible owners, including the caller. */
  staff: z.array(Colleague),
  me: Id.nullable(),
})
export type TrialRequestDetail = z.infer<typeof TrialRequestDetail>

export const listTrialRequests = endpoint({
  name: 'trial_requests.list',
  summary: "Visitors' requests for a trial, newest first, with how far each was worked.",
  method: 'GET',
  path: '/api/vendor/trial-requests',
  who: 'super_admin',
  across: 'to handle trial requests',
  input: z.object({
    state: z.enum([...trialStates, 'open', 'all']).default('open'),
    owner: z.enum(['anybody', 'me', 'nobody']).default('anybody'),
    due: z.enum(['any', 'now']).default('any'),
    search: line(0, 100).default(''),
    after,
  }),
  output: page(TrialRequest).extend({ counts: z.record(z.enum(trialStates), z.int()) }),
  errors: {},
  topics: ['requests'],
})

export const readTrialRequest = endpoint({
  name: 'trial_requests.read',
  summary: 'One request with what was written in it, the notes, and what may be done with it now.',
  method: 'GET',
  path: '/api/vendor/trial-requests/:id',
  who: 'super_admin',
  across: 'to handle trial requests',
  input: z.object({ id: Id }),
  output: TrialRequestDetail,
  errors: {},
  topics: ['requests'],
})

const one = { id: Id, version: Version }

export const planTrialRequest = endpoint({
  name: 'trial_requests.plan',
  summary: 'Says whose the request is and when the next step is due.',
  method: 'PATCH',
  path: '/api/vendor/trial-requests/:id',
  who: 'super_admin',
  input: z.strictObject({ ...one, owner_id: Id.nullable(), next_step_on: DateText.nullable() }),
  output: Done,
  errors: {},
})

export const moveTrialRequest = endpoint({
  name: 'trial_requests.move',
  summary: 'Marks the request as contacted, won or lost, or opens it again; won and lost carry their reason.',
  method: 'POST',
  path: '/api/vendor/trial-requests/:id/state',
  who: 'super_admin',
  input: z.strictObject({
    ...one,
    action: z.enum(['contact', 'win', 'lose', 'reopen']),
    reason: text(0, REASON_MOST).default(''),
  }),
  output: z.object({ state: z.enum(trialStates) }),
  errors: { wrong_state: 409 },
})

export const noteTrialRequest = endpoint({
  name: 'trial_requests.note',
  summary: "Writes a note that the vendor's staff alone reads.",
  method: 'POST',
  path: '/api/vendor/trial-requests/:id/notes',
  who: 'super_admin',
  input: z.strictObject({ id: Id, body: text(1, NOTE_MOST) }),
  output: z.object({ id: Id }),
  errors: {},
})

export const startTrial = endpoint({
  name: 'trial_requests.start_trial',
  summary:
    'Makes the trial organization of a request and mails its first admin the invitation, in one step: both, or neither.',
  method: 'POST',
  path: '/api/vendor/trial-requests/:id/trial',
  who: 'super_admin',
  input: z.strictObject({
    ...one,
    name: line(1, NAME_MOST),
    city: line(0, settingBounds.city).default(''),
    time_zone: z.string().max(64).refine(isZone, "Choose the organization's time zone."),
    admin_name: line(1, NAME_MOST),
    admin_email: email,
    /** Reason for the invitation; recorded in the department's audit log. */
    reason: text(1, REASON_MOST),
  }),
  output: z.object({ organization_id: Id, subdomain: z.string(), trial_end_date: DateText }),
  errors: { wrong_state: 409, trial_started_already: 409, address_taken: 409, not_fresh: 403 },
})
