import { type Route, read, refuse, write } from '#platform/server/route.ts'
import { deleteFilter, listSavedFilters, saveFilter } from './contract.ts'
import { MOST_FILTERS } from './rules.ts'
import * as store from './store.ts'

export const routes: readonly Route[] = [
  read(listSavedFilters, store.listFilterRows),
  write(saveFilter, async ({ db, input }) => {
    await store.lockFilters(db, input.page)
    const kept = await store.updateFilter(db, input)
    if (kept) return kept
    if ((await store.countFilters(db, input.page)) >= MOST_FILTERS)
      return refuse('too_many_filters', { most: MOST_FILTERS })
    return store.insertFilter(db, input)
  }),
  write(deleteFilter, async ({ db, input }) =>
    (await store.deleteFilterRow(db, input.id)) === 0 ? refuse('not_found') : { done: true },
  ),
]
