import { z } from 'zod'
import { assignmentKinds } from '#features/shifts/assignments/rules.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { after, Done, Id, Instant, line, page, Version } from '#platform/shared/shapes.ts'
import { stepKinds } from './rules.ts'

const minutes = z.coerce
  .number()
  .int('Enter a whole number of minutes.')
  .min(0, 'Enter 0 or more.')
  .max(43_200, 'Enter at most 30 days.')
export const Step = z.object({
  kind: z.enum(stepKinds),
  clock: z.enum(['after_publish', 'before_start']),
  minutes,
  units: z.array(line(1, 120)).max(30).default([]),
})
const steps = z.array(Step).min(1, 'Add at least one step.').max(8)
const Kind = z.enum(assignmentKinds)

const Plan = z.object({
  id: Id,
  /** null: applies to every kind without its own plan. */
  kind: Kind.nullable(),
  steps: z.array(Step),
  active_from: Instant,
  version: z.int(),
})
export type Plan = z.infer<typeof Plan>

export const listPlans = endpoint({
  name: 'escalations.plans',
  summary: "The department's plans: the general one and those for single types. At most eight.",
  method: 'GET',
  path: '/api/escalation-plans',
  who: 'admin',
  input: z.object({}),
  output: z.object({ items: z.array(Plan), units: z.array(z.string()), quiet: z.string().nullable() }),
  errors: {},
  topics: ['escalations', 'organization'],
})

export const savePlan = endpoint({
  name: 'escalations.save_plan',
  summary:
    'Sets the plan for a type, or the general one, for shifts published from now on. `version` is 0 if there is none.',
  method: 'POST',
  path: '/api/escalation-plans',
  who: 'admin',
  input: z.strictObject({ kind: Kind.nullable(), steps, version: z.int().min(0).max(2_147_483_647) }),
  output: z.object({ id: Id, version: z.int() }),
  errors: {},
})

export const dropPlan = endpoint({
  name: 'escalations.drop_plan',
  summary: 'Deletes a plan. Shifts that already use it are unchanged.',
  method: 'DELETE',
  path: '/api/escalation-plans/:id',
  who: 'admin',
  input: z.object({ id: Id }),
  output: Done,
  errors: {},
})

const Planned = z.object({
  position: z.int(),
  kind: z.enum(stepKinds),
  state: z.enum(['taken', 'to_come', 'paused', 'too_late']),
  at: Instant.nullable(),
  waits_for_quiet: z.boolean(),
  decides_at: Instant.nullable(),
})
export type Planned = z.infer<typeof Planned>

const Escalation = z.object({
  id: Id,
  assignment_id: Id,
  title: z.string(),
  time_zone: z.string(),
  starts_at: Instant,
  missing: z.int(),
  emergency: z.boolean(),
  paused_at: Instant.nullable(),
  paused_by: z.string().nullable(),
  pause_reason: z.string().nullable(),
  steps: z.array(Step),
  planned: z.array(Planned),
  version: z.int(),
})
export type Escalation = z.infer<typeof Escalation>

export const listEscalations = endpoint({
  name: 'escalations.list',
  summary: 'Upcoming understaffed shifts by start, each with its next step.',
  method: 'GET',
  path: '/api/escalations',
  who: 'admin',
  input: z.object({ limit: z.coerce.number().int().min(1).max(100).default(30), after }),
  output: page(Escalation),
  errors: {},
  topics: ['escalations', 'order_ins', 'signups', 'assignments'],
})

export const readEscalation = endpoint({
  name: 'escalations.of_assignment',
  summary: 'The next steps on an assignment while it is understaffed. None if it has no plan.',
  method: 'GET',
  path: '/api/assignments/:assignment_id/escalation',
  who: 'admin',
  input: z.object({ assignment_id: Id }),
  output: z.object({ escalation: Escalation.nullable(), units: z.array(z.string()) }),
  errors: {},
  topics: ['escalations', 'order_ins', 'signups', 'assignments'],
})

export const editEscalation = endpoint({
  name: 'escalations.edit',
  summary: "Sets the steps of one assignment, and whether it is an emergency. Steps that already ran can't be changed.",
  method: 'PATCH',
  path: '/api/escalations/:id',
  who: 'admin',
  input: z.strictObject({ id: Id, steps, emergency: z.boolean(), version: Version }),
  output: Done,
  errors: { steps_taken: 409 },
})

export const pauseEscalation = endpoint({
  name: 'escalations.pause',
  summary: 'Pauses an escalation with a reason. No steps run until it is resumed.',
  method: 'POST',
  path: '/api/escalations/:id/pause',
  who: 'admin',
  input: z.object({ id: Id, reason: line(3, 500) }),
  output: Done,
  errors: { paused_already: 409 },
})

export const resumeEscalation = endpoint({
  name: 'escalations.resume',
  summary: 'Resumes an escalation. Steps timed from publishing are delayed by the length of the pause.',
  method: 'POST',
  path: '/api/escalations/:id/resume',
  who: 'admin',
  input: z.object({ id: Id }),
  output: Done,
  errors: { not_paused: 409 },
})

export const listComing = endpoint({
  name: 'escalations.coming',
  summary:
    'Upcoming order-ins on open shifts in the next 30 days, by plan or by an open call for volunteers. At most 200 of each.',
  method: 'GET',
  path: '/api/coming-orders',
  who: 'officer',
  input: z.object({}),
  output: z.object({ items: z.array(z.object({ assignment_id: Id, asks_at: Instant, decides_at: Instant })) }),
  errors: {},
  topics: ['escalations', 'order_ins', 'signups', 'assignments'],
})
