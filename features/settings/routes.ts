import { type Route, refuse, write } from '#platform/server/route.ts'
import { acceptNotice } from './contract.ts'
import { insertAcceptance } from './store.notice.ts'

export const routes: readonly Route[] = [
  write(acceptNotice, async ({ db, input }) =>
    (await insertAcceptance(db, input.version)) ? { done: true } : refuse('notice_changed'),
  ),
]
