import type { FastifyInstance } from 'fastify'
import { type CallingConfig, type IncomingCall, readCall } from '#platform/server/calling.ts'
import type { Database, Db } from '#platform/server/db.ts'
import { asJob } from '#platform/server/jobs.ts'
import { deliveryOf, mountSigned, once, takeAnswer, tried } from './routes.answering.ts'
import { type CallStep, callPatterns, callUrl } from './rules.addresses.ts'
import { askForKey, type CallReceipt, contactOf, keyOf, machineWords, sayAndEnd } from './rules.calls.ts'
import type { NoteCall, TakeAnswer } from './store.answers.ts'
import { stopCallsTo } from './store.phones.ts'
import { type Called, findCalled, saveCost, saveReceipt } from './store.receipts.ts'
import type { IsAnswered } from './store.sending.ts'

export const callsCalls = Object.values(callPatterns).map((pattern) => `POST ${pattern}`)

type Options = {
  config: CallingConfig
  origin: () => string
  takers: readonly TakeAnswer[]
  answered: readonly IsAnswered[]
  noters: readonly NoteCall[]
}
type Step = (db: Db, call: Called, said: IncomingCall, options: Options, answerUrl: string) => Promise<string>

const note = async (db: Db, call: Called, receipt: CallReceipt, noters: readonly NoteCall[]): Promise<void> => {
  if (!(await saveReceipt(db, call.id, receipt))) return
  const contact = contactOf(receipt)
  if (contact) for (const one of noters) await one(db, call, contact)
}

const overWords = "This has already been answered, or it's too late to answer. You don't need to do anything."
const stoppedWords = 'Calls to this number are off. Open the app to answer.'

const begin: Step = async (db, call, said, { noters }, answerUrl) => {
  if (said.machine) {
    await note(db, call, 'machine', noters)
    return sayAndEnd(machineWords(call.department))
  }
  if (!call.live) return sayAndEnd(stoppedWords)
  return call.over ? sayAndEnd(overWords) : askForKey(call, answerUrl)
}

const stop = async (db: Db, call: Called, noters: readonly NoteCall[]): Promise<string> => {
  await stopCallsTo(db, call.phone_id)
  await note(db, call, 'opted_out', noters)
  return sayAndEnd(
    "You won't get any more calls from your department. You'll still get order-ins and offers in other ways.",
  )
}

const answer: Step = async (db, call, said, { takers, noters }, answerUrl) => {
  const key = keyOf(said.key)
  if (key === null) return askForKey(call, answerUrl, "That isn't a valid option.")
  // Each key counts once in a call: the same request again gets the same words.
  return once(db, `${said.id} ${said.key}`, async () => {
    if (!call.live) return sayAndEnd(stoppedWords)
    if (key === 'stop') return stop(db, call, noters)
    const taken = await takeAnswer(db, call, key === 'yes', takers)
    if (taken.done) await note(db, call, key === 'yes' ? 'accepted' : 'declined', noters)
    // An order can't be declined: its officer may still acknowledge it.
    if (!taken.done && key === 'no' && call.event === 'ordered_in' && !call.over)
      return askForKey(call, answerUrl, taken.said)
    return sayAndEnd(taken.said)
  })
}

const status: Step = async (db, call, said, { noters }) => {
  if (said.ended) await note(db, call, said.machine ? 'machine' : said.ended, noters)
  await saveCost(db, call.id, said)
  return '<?xml version="1.0" encoding="UTF-8"?><Response/>'
}

const steps: Readonly<Record<CallStep, Step>> = { begin, answer, status }

/**
 * Where the provider asks what to say on a call, delivers the key that was pressed, and reports how the call ended. Each request is
 * signed over the public address, and names the call and the number that it is about; others get the answer of a wrong path.
 */
export const mountCalls = (app: FastifyInstance, database: Database, options: Options): void => {
  const { config, origin, answered } = options
  if (config.kind !== 'twilio') return
  for (const name of Object.keys(callPatterns) as CallStep[])
    mountSigned(app, callPatterns[name], 'x-twilio-signature', async ({ params, path, signature, body }) => {
      const said = readCall(config, { url: origin() + path, signature, body })
      const about = deliveryOf(params)
      if (!said || !about) return null
      const within = asJob(database, about.organization_id, name === 'answer' ? 'answer_by_call' : 'note_receipts')
      const text = await tried(() =>
        within(async (db) => {
          const call = await findCalled(db, about.id, { provider_id: said.id, to: said.to }, answered)
          return call && steps[name](db, call, said, options, callUrl(origin(), about, 'answer'))
        }),
      )
      return text === null ? null : { type: 'text/xml; charset=utf-8', text }
    })
}
