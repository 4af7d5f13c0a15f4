import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Done, Id, Instant, line, text, Version } from '#platform/shared/shapes.ts'
import { ANSWER_MOST, NAME_MOST, QUESTION_MOST } from './rules.ts'

const Published = z.object({ id: Id, question: z.string(), answer: z.string(), updated_at: Instant })
export const Entry = Published.extend({ category_id: Id, published: z.boolean(), version: z.int() })
export type Entry = z.infer<typeof Entry>

export const ManagedCategory = z.object({ id: Id, name: z.string(), version: z.int(), entries: z.array(Entry) })
export type ManagedCategory = z.infer<typeof ManagedCategory>

export const listPublished = endpoint({
  name: 'faq.published',
  summary: "The department's published questions with their answers, in order. At most 200.",
  method: 'GET',
  path: '/api/faq',
  who: 'officer',
  input: z.object({}),
  output: z.object({ categories: z.array(z.object({ id: Id, name: z.string(), entries: z.array(Published) })) }),
  errors: {},
  topics: ['faq'],
})

export const listManaged = endpoint({
  name: 'faq.managed',
  summary: 'Every category and question, published or not, in order; at most 30 and 200.',
  method: 'GET',
  path: '/api/faq/managed',
  who: 'admin',
  input: z.object({}),
  output: z.object({ categories: z.array(ManagedCategory) }),
  errors: {},
  topics: ['faq'],
})

const name = line(1, NAME_MOST)
const written = { category_id: Id, question: line(1, QUESTION_MOST), answer: text(1, ANSWER_MOST) }
const Saved = z.object({ id: Id, version: z.int() })

export const createCategory = endpoint({
  name: 'faq.create_category',
  summary: 'A new category, behind the others.',
  method: 'POST',
  path: '/api/faq/categories',
  who: 'admin',
  forSupport: true,
  input: z.strictObject({ name }),
  output: Saved,
  errors: { category_taken: 409, faq_full: 409 },
})

export const renameCategory = endpoint({
  name: 'faq.rename_category',
  summary: 'Another name; refused when it changed since `version`.',
  method: 'PATCH',
  path: '/api/faq/categories/:category_id',
  who: 'admin',
  forSupport: true,
  input: z.strictObject({ category_id: Id, version: Version, name }),
  output: Saved,
  errors: { category_taken: 409 },
})

export const moveCategory = endpoint({
  name: 'faq.move_category',
  summary: 'Puts a category before another one, or at the end.',
  method: 'POST',
  path: '/api/faq/categories/:category_id/move',
  who: 'admin',
  forSupport: true,
  input: z.strictObject({ category_id: Id, before_id: Id.nullable() }),
  output: Done,
  errors: {},
})

export const deleteCategory = endpoint({
  name: 'faq.delete_category',
  summary: 'Removes a category that holds no question.',
  method: 'DELETE',
  path: '/api/faq/categories/:category_id',
  who: 'admin',
  forSupport: true,
  input: z.strictObject({ category_id: Id }),
  output: Done,
  errors: { category_not_empty: 409 },
})

export const createEntry = endpoint({
  name: 'faq.create',
  summary: 'A new question at the end of its category, published or not.',
  method: 'POST',
  path: '/api/faq/entries',
  who: 'admin',
  forSupport: true,
  input: z.strictObject({ ...written, published: z.boolean().default(false) }),
  output: Saved,
  errors: { faq_full: 409 },
})

export const editEntry = endpoint({
  name: 'faq.edit',
  summary: 'Saves a question; refused when it changed since `version`.',
  method: 'PATCH',
  path: '/api/faq/entries/:id',
  who: 'admin',
  forSupport: true,
  input: z.strictObject({ id: Id, version: Version, ...written }),
  output: Saved,
  errors: {},
})

export const publishEntry = endpoint({
  name: 'faq.publish',
  summary: 'Shows a question to the department, or takes it back.',
  method: 'POST',
  path: '/api/faq/entries/:id/publish',
  who: 'admin',
  forSupport: true,
  input: z.strictObject({ id: Id, published: z.boolean() }),
  output: Saved,
  errors: {},
})

export const moveEntry = endpoint({
  name: 'faq.move',
  summary: 'Puts a question before another one of a category, or at its end.',
  method: 'POST',
  path: '/api/faq/entries/:id/move',
  who: 'admin',
  forSupport: true,
  input: z.strictObject({ id: Id, category_id: Id, before_id: Id.nullable() }),
  output: Done,
  errors: {},
})

export const deleteEntry = endpoint({
  name: 'faq.delete',
  summary: 'Removes a question for good.',
  method: 'DELETE',
  path: '/api/faq/entries/:id',
  who: 'admin',
  forSupport: true,
  input: z.strictObject({ id: Id }),
  output: Done,
  errors: {},
})
