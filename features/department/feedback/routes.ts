import { type Route, read, refuse, write } from '#platform/server/route.ts'
import { listSent, reportProblem, requestFeature } from './contract.ts'
import { addressToReport, SENT_PER_HOUR } from './rules.ts'
import * as store from './store.ts'

export const routes: readonly Route[] = [
  read(listSent, (input) => store.listSent(input.after)),
  write(requestFeature, async ({ db, input }) => {
    if ((await store.countSentLately(db)) >= SENT_PER_HOUR) return refuse('too_many')
    return (await store.insertRequest(db, input)) ?? refuse('not_found')
  }),
  write(reportProblem, async ({ db, input }) => {
    if ((await store.countSentLately(db)) >= SENT_PER_HOUR) return refuse('too_many')
    // The page has done the same; another program may not have.
    const browser_info = { ...input.browser_info, url: addressToReport(input.browser_info.url) }
    return (await store.insertReport(db, { ...input, browser_info })) ?? refuse('not_found')
  }),
]
