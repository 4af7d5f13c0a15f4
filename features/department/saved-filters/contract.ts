import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Done, Id, line } from '#platform/shared/shapes.ts'
import { filterPages } from './rules.ts'

/** Words of the page's address and their values. */
const Filters = z.record(z.string().regex(/^[a-z_-]{1,40}$/), line(1, 300))

const SavedFilter = z.object({ id: Id, name: z.string(), filters: z.record(z.string(), z.string()) })
export type SavedFilter = z.infer<typeof SavedFilter>

export const listSavedFilters = endpoint({
  name: 'saved_filters.list',
  summary: "The caller's saved filters of a page, by name.",
  method: 'GET',
  path: '/api/saved-filters',
  who: 'admin',
  input: z.object({ page: z.enum(filterPages) }),
  output: z.object({ items: z.array(SavedFilter), next: z.string().nullable() }),
  errors: {},
})

export const saveFilter = endpoint({
  name: 'saved_filters.save',
  summary: 'Keeps filters under a name, in place of those that had the name.',
  method: 'POST',
  path: '/api/saved-filters',
  who: 'admin',
  input: z.object({
    page: z.enum(filterPages),
    name: line(1, 60),
    filters: Filters.refine(
      (of) => Object.keys(of).length > 0 && Object.keys(of).length <= 20,
      'Choose a filter first.',
    ),
  }),
  output: z.object({ id: Id }),
  errors: { too_many_filters: 409 },
})

export const deleteFilter = endpoint({
  name: 'saved_filters.delete',
  summary: "Deletes a saved filter of one's own.",
  method: 'DELETE',
  path: '/api/saved-filters/:id',
  who: 'admin',
  input: z.object({ id: Id }),
  output: Done,
  errors: {},
})
