import { z } from 'zod'
import { Requirements, TimeText, Work } from '#features/shifts/assignments/contract.shapes.ts'
import { signupModes } from '#features/shifts/assignments/rules.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Done, Id, Instant, line } from '#platform/shared/shapes.ts'

const TemplateTimes = z.object({ start_time: TimeText.nullable(), end_time: TimeText.nullable() })
/** What a template stores: everything except dates. */
export const TemplateBody = z.object({
  ...Work.shape,
  time_zone: z.string(),
  start_time: TimeText,
  end_time: TimeText,
  /** Days between the start date and the end date. */
  end_days: z.int().min(0).max(7),
  posts: z.array(
    TemplateTimes.extend({
      name: z.string(),
      required_count: z.int(),
      requirements: Requirements,
      split_minutes: z.int().nullish(),
    }),
  ),
  min_required: z.int(),
  signup_mode: z.enum(signupModes),
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
  summary: 'Saves an assignment, except its dates, as a template.',
  method: 'POST',
  path: '/api/assignment-templates',
  who: 'admin',
  forSupport: true,
  input: z.object({ assignment_id: Id, name: line(1, 120) }),
  output: z.object({ id: Id }),
  errors: { name_taken: 409, too_many_templates: 409 },
})

export const renameTemplate = endpoint({
  name: 'assignment_templates.rename',
  summary: 'Renames a template.',
  method: 'PATCH',
  path: '/api/assignment-templates/:id',
  who: 'admin',
  forSupport: true,
  input: z.object({ id: Id, name: line(1, 120) }),
  output: Done,
  errors: { name_taken: 409 },
})

export const deleteTemplate = endpoint({
  name: 'assignment_templates.delete',
  summary: 'Deletes a template. Assignments created from it stay.',
  method: 'DELETE',
  path: '/api/assignment-templates/:id',
  who: 'admin',
  forSupport: true,
  input: z.object({ id: Id }),
  output: Done,
  errors: {},
})
