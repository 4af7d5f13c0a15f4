import { type Route, read, refuse, write } from '#platform/server/route.ts'
import { clearNotifications, listLatest, markRead } from './contract.ts'
import * as store from './store.ts'

export const routes: readonly Route[] = [
  read(listLatest, store.listLatest),
  write(markRead, async ({ db, input }) => {
    const marked = await store.updateRead(db, input.id ?? null)
    return marked === 0 && input.id !== undefined ? refuse('not_found') : { done: true }
  }),
  write(clearNotifications, async ({ db, input }) => {
    const cleared = await store.deleteNotifications(db, input.id ?? null)
    return cleared === 0 && input.id !== undefined ? refuse('not_found') : { done: true }
  }),
]
