import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Done, Id, Instant, line } from '#platform/shared/shapes.ts'
import { assignmentInput, DateText, publishInput, Requirements, TimeText } from './contract.shapes.ts'
import { MAX_OCCURRENCES } from './rules.series.ts'
import { assignmentKinds, signupModes } from './rules.ts'

const Repeat = z.discriminatedUnion('unit', [
  z.object({ unit: z.literal('days'), every: z.int().min(1).max(52) }),
  z.object({
    unit: z.literal('weeks'),
    every: z.int().min(1).max(52),
    weekdays: z.array(z.int().min(0).max(6)).min(1, 'Choose at least one day.').max(7),
  }),
])

export const createSeries = endpoint({
  name: 'assignments.create_series',
  summary: 'Makes a recurring assignment: local time kept across clock changes, all in one transaction.',
  method: 'POST',
  path: '/api/assignment-series',
  who: 'admin',
  input: z.object({
    ...assignmentInput,
    ...publishInput,
    repeat: Repeat,
    /** The last date, included; or `count`. */
    until: DateText.nullish(),
    count: z.int().min(1).max(MAX_OCCURRENCES).nullish(),
  }),
  output: z.object({
    series_id: Id,
    items: z.array(
      z.object({
        id: Id,
        date: DateText,
        starts_at: Instant,
        ends_at: Instant,
        /** `moved`: the time does not exist on that day; `earlier`: it is there twice. */
        clock_note: z.enum(['moved', 'earlier']).nullable(),
      }),
    ),
  }),
  errors: { time_happens_twice: 409, starts_in_past: 409 },
})

const TemplateTimes = z.object({ start_time: TimeText.nullable(), end_time: TimeText.nullable() })
/** What a template keeps: everything but dates. */
export const TemplateBody = z.object({
  title: z.string(),
  description: z.string(),
  kind: z.enum(assignmentKinds),
  client: z.string().nullable(),
  location_name: z.string().nullable(),
  location_address: z.string().nullable(),
  location_lat: z.number().nullable(),
  location_lng: z.number().nullable(),
  location_radius_m: z.int().nullable(),
  time_zone: z.string(),
  start_time: TimeText,
  end_time: TimeText,
  /** Days from the start's date to the end's. */
  end_days: z.int().min(0).max(7),
  posts: z.array(TemplateTimes.extend({ name: z.string(), required_count: z.int(), requirements: Requirements })),
  min_required: z.int(),
  signup_mode: z.enum(signupModes),
  pay_code: z.string().nullable(),
  min_pay_minutes: z.int(),
})
export type TemplateBody = z.infer<typeof TemplateBody>

const Template = z.object({ id: Id, name: z.string(), body: TemplateBody, updated_at: Instant, version: z.int() })

export const listTemplates = endpoint({
  name: 'assignment_templates.list',
  summary: "The department's templates by name.",
  method: 'GET',
  path: '/api/assignment-templates',
  who: 'admin',
  input: z.object({}),
  output: z.object({ items: z.array(Template), next: z.string().nullable() }),
  errors: {},
  topics: ['assignments'],
})

export const saveTemplate = endpoint({
  name: 'assignment_templates.save',
  summary: 'Keeps an assignment, but for its dates, under a name.',
  method: 'POST',
  path: '/api/assignment-templates',
  who: 'admin',
  input: z.object({ assignment_id: Id, name: line(1, 120) }),
  output: z.object({ id: Id }),
  errors: { name_taken: 409, too_many_templates: 409 },
})

export const renameTemplate = endpoint({
  name: 'assignment_templates.rename',
  summary: 'Gives a template another name.',
  method: 'PATCH',
  path: '/api/assignment-templates/:id',
  who: 'admin',
  input: z.object({ id: Id, name: line(1, 120) }),
  output: Done,
  errors: { name_taken: 409 },
})

export const deleteTemplate = endpoint({
  name: 'assignment_templates.delete',
  summary: 'Deletes a template; what was made from it stays.',
  method: 'DELETE',
  path: '/api/assignment-templates/:id',
  who: 'admin',
  input: z.object({ id: Id }),
  output: Done,
  errors: {},
})
