import { isOrder } from '#features/department/notifications/rules.choices.ts'
import type { EventName } from '#features/department/notifications/rules.ts'
import type { CallResult, PlaceCall } from '#platform/server/calling.ts'
import type { Database } from '#platform/server/db.ts'
import { asJob, type OutsideSweep, type Sweep } from '#platform/server/jobs.ts'
import type { PushResult, SendPush } from '#platform/server/push.ts'
import type { SendText, TextResult } from '#platform/server/texting.ts'
import { callUrl, receiptUrl } from './rules.addresses.ts'
import { segmentsOf, textWords } from './rules.texts.ts'
import { pushWords, retryIn } from './rules.ts'
import { stopPhones } from './store.phones.ts'
import {
  AT_ONCE,
  type Due,
  deleteOldDeliveries,
  deleteSubscriptions,
  deleteTakenDevices,
  type IsAnswered,
  markDeliveries,
  type Sent,
  takeDue,
} from './store.sending.ts'

/** What deliveries are sent with. */
export type Means = {
  push: SendPush
  /** Null: there is no provider for texts. */
  text: SendText | null
  /** Null: there is no provider for calls. */
  call: PlaceCall | null
  /** The public address, where providers ask what to say and report back. */
  origin: string
  /** The heading of every push: the product's name. */
  title: string
  answered: readonly IsAnswered[]
}

const DAY_SECONDS = 86_400
/** Deliveries under way at the same time. */
const lanes = 40

type About = Due & { event: EventName }

const pushOf = (due: About, title: string) => {
  const left = due.expires_at ? Math.floor((due.expires_at.getTime() - Date.now()) / 1000) : DAY_SECONDS
  return {
    ttlSeconds: Math.max(0, Math.min(left, DAY_SECONDS)),
    urgent: isOrder(due.event) || due.event === 'volunteers_asked',
    // At most 32 characters: a resent push replaces the one before it on the device.
    topic: due.id.replaceAll('-', ''),
    ...{ id: due.id, title, text: pushWords(due.event) },
  }
}

const failed = ({ id, attempts }: Due, outcome: string): Sent => ({
  ...{ id, attempts, state: 'failed', outcome, again_in: null },
})

const outcomeOf = (due: Due, result: PushResult | TextResult | CallResult): Sent => {
  const { id, attempts } = due
  if (result.kind === 'sent') return { id, attempts, state: 'sent', outcome: 'sent', again_in: null }
  if (result.kind === 'gone') return failed(due, 'device_gone')
  if (result.kind === 'no_provider') return failed(due, 'no_provider')
  if (result.kind === 'opted_out') return failed(due, 'stopped_by_person')
  const again_in = result.kind === 'again' ? retryIn(attempts) : null
  const outcome = result.status === 0 ? 'unreachable' : `refused_${result.status}`
  return { id, attempts, state: again_in === null ? 'failed' : 'waiting', outcome, again_in }
}

/** What became of a batch: also which devices and phones are to be forgotten. */
type Batch = { sent: Sent[]; gone: string[]; stopped: string[] }

const sendPush = async (due: About, { push, title }: Means, batch: Batch): Promise<void> => {
  const result = due.push ? await push(due.push, pushOf(due, title)) : ({ kind: 'gone' } as const)
  if (result.kind === 'gone') batch.gone.push(due.target_id)
  batch.sent.push(outcomeOf(due, result))
}

const sendText = async (due: Due, { text: send, origin }: Means, batch: Batch): Promise<void> => {
  if (!send) return void batch.sent.push(failed(due, 'no_provider'))
  if (due.number === null) return void batch.sent.push(failed(due, 'stopped_by_person'))
  const { event, department, title, message, reply_code: code } = due
  // A code that confirms a number is the whole text.
  const text = event === 'phone_code' ? message : textWords(department, { event, title, message, code })
  const result = await send(due.number, text, receiptUrl(origin, due))
  if (result.kind === 'opted_out') batch.stopped.push(due.target_id)
  const extra = result.kind === 'sent' ? { segments: segmentsOf(text), provider_id: result.provider_id } : {}
  batch.sent.push({ ...outcomeOf(due, result), ...extra })
}

const placeCall = async (due: Due, { call, origin }: Means, batch: Batch): Promise<void> => {
  if (!call) return void batch.sent.push(failed(due, 'no_provider'))
  if (due.number === null) return void batch.sent.push(failed(due, 'stopped_by_person'))
  const result = await call(due.number, callUrl(origin, due))
  batch.sent.push({
    ...outcomeOf(due, result),
    ...(result.kind === 'sent' ? { provider_id: result.provider_id } : {}),
  })
}

const isPush = (due: Due): due is About => due.channel === 'push' && due.event !== 'phone_code'

/** Runs the work on every item, a few at a time. */
const inLanes = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const rest = items.values()
  const lane = async () => {
    for (const item of rest) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane))
}

/**
 * Sends one department's due deliveries. Taking, sending and marking are separate steps, as for email: if a process dies in
 * between, a push is sent again under the same topic and shown in place of the first, and a text or call goes out again.
 */
const sendDeliveries = async (
  database: Database,
  organizationId: string,
  means: Means,
  stopping: () => boolean,
): Promise<void> => {
  const within = asJob(database, organizationId, 'send_deliveries')
  while (!stopping()) {
    const taken = await within((db) => takeDue(db, means.answered))
    const batch: Batch = { sent: [], gone: [], stopped: [] }
    await inLanes(taken, (due) => {
      if (isPush(due)) return sendPush(due, means, batch)
      return due.channel === 'call' ? placeCall(due, means, batch) : sendText(due, means, batch)
    })
    if (taken.length > 0)
      await within(async (db) => {
        await markDeliveries(db, batch.sent)
        await deleteSubscriptions(db, batch.gone)
        await stopPhones(db, batch.stopped)
      })
    if (taken.length < AT_ONCE) return
  }
}

export const sweepsOf = (means: Means): readonly (Sweep | OutsideSweep)[] => [
  {
    name: 'send_deliveries',
    everySeconds: 10,
    wakes: 'delivery',
    outside: (database, organizationId, stopping) => sendDeliveries(database, organizationId, means, stopping),
  },
  { name: 'clear_old_deliveries', everySeconds: 3600, run: deleteOldDeliveries },
  { name: 'clear_taken_devices', everySeconds: 3600, run: deleteTakenDevices },
]
