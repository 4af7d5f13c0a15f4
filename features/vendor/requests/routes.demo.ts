import { sendLetter } from '#features/department/notifications/store.ts'
import { sourceOf } from '#platform/server/rate-limit.ts'
import { type Route, refuse, write } from '#platform/server/route.ts'
import { sendDemoRequest } from './contract.demo.ts'
import { requestLetter } from './mail.demo.ts'
import { PER_HOUR, PER_SOURCE_AN_HOUR } from './rules.demo.ts'
import { countRequest, insertRequest, orNothing } from './store.demo.ts'

export const routes: readonly Route[] = [
  write(sendDemoRequest, async ({ db, input, request }) => {
    const { id, website, ...asked } = input
    if (website !== '') return { done: true }
    const { ofSource, ofAll } = await countRequest(db, sourceOf(request.ip))
    if (ofSource > PER_SOURCE_AN_HOUR || ofAll > PER_HOUR) return refuse('too_many')
    const stored = await insertRequest(db, id, asked)
    // A failed email to the vendor must not affect the visitor's request.
    const { support_email } = request
    if (stored && support_email)
      await orNothing(db, () => sendLetter(db, 'trial_request', requestLetter(support_email, asked)))
    return { done: true }
  }),
]
