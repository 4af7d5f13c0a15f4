import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { DateText, Done, Id, line, Version } from '#platform/shared/shapes.ts'
import { testimonialBounds } from './rules.ts'

const words = {
  quote: line(1, testimonialBounds.quote),
  role: line(1, testimonialBounds.role),
  department: line(1, testimonialBounds.department),
}

export const Testimonial = z.object({
  id: Id,
  quote: z.string(),
  role: z.string(),
  department: z.string(),
  /** When the department consented to be quoted; null for a sample. */
  consented_on: z.string().nullable(),
  sample: z.boolean(),
  version: z.int(),
})
export type Testimonial = z.infer<typeof Testimonial>

export const listTestimonials = endpoint({
  name: 'testimonials.list',
  summary: 'What the landing page quotes, in order. At most 12, so there are no pages.',
  method: 'GET',
  path: '/api/vendor/testimonials',
  who: 'super_admin',
  input: z.object({}),
  output: z.object({ items: z.array(Testimonial) }),
  errors: {},
})

const Saved = z.object({ id: Id, version: z.int() })
const given = { ...words, consented_on: DateText }

export const addTestimonial = endpoint({
  name: 'testimonials.add',
  summary: 'Adds a quote at the end of the list.',
  method: 'POST',
  path: '/api/vendor/testimonials',
  who: 'super_admin',
  input: z.strictObject(given),
  output: Saved,
  errors: { testimonials_full: 409 },
})

export const editTestimonial = endpoint({
  name: 'testimonials.edit',
  summary: 'Saves a quote; refused when it changed since `version`. A sample becomes a real one.',
  method: 'PATCH',
  path: '/api/vendor/testimonials/:id',
  who: 'super_admin',
  input: z.strictObject({ id: Id, version: Version, ...given }),
  output: Saved,
  errors: {},
})

export const moveTestimonial = endpoint({
  name: 'testimonials.move',
  summary: 'Moves a quote one place up or down.',
  method: 'POST',
  path: '/api/vendor/testimonials/:id/move',
  who: 'super_admin',
  input: z.strictObject({ id: Id, step: z.enum(['up', 'down']) }),
  output: Done,
  errors: {},
})

export const removeTestimonial = endpoint({
  name: 'testimonials.remove',
  summary: 'Removes a quote for good.',
  method: 'DELETE',
  path: '/api/vendor/testimonials/:id',
  who: 'super_admin',
  input: z.strictObject({ id: Id }),
  output: Done,
  errors: {},
})
