import { DAY, MINUTE } from '#platform/shared/time.ts'
import { ApiError } from './api.ts'
import { isOffline } from './connection.ts'
import { giveKey, sendKept } from './kept-request.ts'
import {
  answersHere,
  bringBack,
  clearAnswers,
  hearAnswer,
  isAnswered,
  keepAnswer,
  loadAnswers,
  shownOf,
} from './outbox-answers.ts'
import { type Answered, forgetSaved, setSaved } from './outbox-state.ts'
import { changing, type Item, inStorage, type Stored } from './outbox-storage.ts'
import { isClockSure, serverNow } from './session-ends.ts'
import { pressedBy, storedFor } from './stored.ts'
import { noteWaits } from './waits-note.ts'

/**
 * What a person did without a connection, in the order of the presses. Each item is written before it is sent, carries the key
 * that was made at the press, and is sent as the person who pressed, never as another. Loaded on demand.
 */

export type Outcome = {
  id: number
  output?: unknown
  error?: ConstructorParameters<typeof ApiError>
  later?: true
  /** Why it waits: the refusal that passes. */
  code?: string
  /** Only this one waits; those behind it are sent. */
  alone?: true
  /** A tab has sent all that it could: the screens read again. */
  sent?: true
  answered?: Answered
}

export const sendWithin = 20_000
const [retryFirst, retryTop] = [3000, MINUTE]
/** The server remembers keys for seven days. */
const keptForMs = 6 * DAY
/** A press is sent without the part that is missing if its tab is silent for this long. */
export const unfinishedForMs = 120_000
/** A press that is later than the server's clock by more than this was made by a clock that was set ahead. */
const aheadMs = MINUTE
/**
 * The person or the connection has to change first; the item stays as it is. `internal`: an answer that this server did not write,
 * such as the page of a hotel's network.
 */
const passing = new Set([
  'notice_not_accepted',
  'second_factor_needed',
  'sent_as_another',
  'waiting_for_approval',
  'internal',
])
/** The department can't use this call now, and perhaps can again. Actions about other things are sent. */
const closed = new Set(['trial_expired', 'feature_not_available'])
/** The person has to do something else first, such as checking out of the last shift. While a press waits for its answer, it is refused. */
const later = new Set(['other_attendance_open'])
/**
 * What the screen asks the officer about. If nobody was asked, because the answer was lost or the screen is off, the press is sent again as
 * one that was saved, and counts from when it was made: the phone may have said that it is saved.
 */
const asks = new Set(['checkout_early'])
const isAsked = (id: number): boolean => waiters.has(id) && document.visibilityState === 'visible'
/** Without the time of the press, it would count from its arrival; if its clock was set ahead, from a time that is still to come. */
const goesAgain = async (item: Stored, code: string): Promise<boolean> => {
  if (!asks.has(code) || item.ahead === undefined || isAsked(item.id)) return false
  if (!isClockSure()) await hearServer().catch(() => undefined)
  return !isClockSure() || ageOf(item) > -aheadMs
}
/** Full storage holds nothing back: an item that can't be changed stays, and is answered the same the next time. */
const change = (work: Parameters<typeof changing>[0]) => changing(work).catch(() => undefined)
/** New keys by those in storage, which may be too full to take them. */
const keys = new Map<string, string>()
/** The server remembers its answer to a key: what it refused is sent again under a new one. */
const hold = (id: number, code: string) =>
  change(async (store) => {
    const item = await store.get(id)
    if (!item) return
    const key = closed.has(code) ? item.request.key : crypto.randomUUID()
    keys.set(item.request.key, key)
    giveKey(item.request.key, key)
    await store.put({ ...item, ...(asks.has(code) ? {} : { held: code }), request: { ...item.request, key } })
  })
const mayBeSentLater = ({ status, code }: ApiError): boolean =>
  status === 0 || status >= 500 || status === 401 || status === 429 || passing.has(code)

/** A browser that stores nothing at all, and so has nothing saved; any other failure says nothing about what is saved. */
const isBlocked = (error: unknown): boolean => !(error instanceof DOMException) || error.name === 'SecurityError'
const listAll = async (): Promise<Stored[]> => {
  const rows = await inStorage((db) => db.getAll('items')).catch((error: unknown) => {
    if (isBlocked(error)) return []
    throw error
  })
  return rows.flatMap((one) => (one.id === undefined ? [] : [{ ...one, id: one.id }]))
}
export const ofOwner = async (owner: string | null): Promise<Stored[]> =>
  owner === null ? [] : (await listAll()).filter((one) => one.owner === owner)
const ofPerson = async (person_id: string): Promise<Stored[]> =>
  (await listAll()).filter(({ owner }) => owner.startsWith(`${person_id} `))

export const waiters = new Map<number, (outcome: Outcome) => void>()
/** Presses of this tab whose button still shows that it is busy. */
export const pressing = new Set<number>()

/** What an earlier page stored of answers: without it, what was checked out of would look as if it ran. */
let loaded: Promise<unknown> = Promise.resolve()
/** What the last read of the device found, and for whom. */
let last: { owner: string | null; all: readonly Stored[] } = { owner: null, all: [] }
/** What it found of this owner: for while the device can't be read. */
export const lastOf = (owner: string | null): Stored[] =>
  last.owner === owner ? last.all.filter((one) => one.owner === owner) : []
/** What waits on this device, of anyone. */
export const listWaiting = async () =>
  (await listAll())
    .filter(({ refused, request }) => refused === null && !isAnswered(request.key))
    .map((one) => ({ ...shownOf(one), owner: one.owner }))
/** Shows the screens what is saved for the person who is signed in; not what is just being sent for a press. */
export const refreshSaved = async (): Promise<void> => {
  await loaded
  const owner = pressedBy()
  const whole = await listAll().catch(() => null)
  if (whole) noteWaits(whole.some(({ refused }) => refused === null))
  const person = owner?.slice(0, owner.indexOf(' ') + 1)
  const read = person ? (whole?.filter((one) => one.owner.startsWith(person)) ?? null) : []
  // A read that fails says nothing about what waits: what was there stays in the list.
  if (read) last = { owner, all: read }
  const all = last.owner === owner ? last.all : []
  const kept = answersHere(owner)
  // Full storage may keep what was answered.
  const mine = all
    .filter(({ id, owner: of, request }) => of === owner && !pressing.has(id) && !isAnswered(request.key))
    .map(shownOf)
  const elsewhere = all.filter((one) => one.owner !== owner && one.refused === null)
  setSaved([...kept, ...mine], elsewhere.length)
}

const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('outbox')
/** With the answer, in all tabs before the device has stored it: a read asked before would count as one that contains it. */
export const keepNow = (item: Parameters<typeof keepAnswer>[0]): Promise<void> => {
  const kept = keepAnswer(item, (answered) => tabs?.postMessage({ id: 0, answered } satisfies Outcome))
  void onAnswer()
  return kept
}
const hear = (outcome: Outcome) => {
  if (outcome.sent) return void readAgain()
  // The first one can't be sent now, so neither can those behind it.
  if (outcome.later && !outcome.alone) for (const [id, settle] of waiters) settle({ ...outcome, id })
  else waiters.get(outcome.id)?.(outcome)
  void refreshSaved()
}
if (tabs)
  tabs.onmessage = ({ data }: MessageEvent<Outcome>) => {
    if (data.answered) {
      hearAnswer(data.answered)
      void onAnswer()
    }
    hear(data)
  }
export const tell = (outcome: Outcome) => {
  hear(outcome)
  tabs?.postMessage(outcome)
}

let onSent: () => Promise<unknown> = async () => undefined
/** Gives up reads that were asked before an answer: they may not contain it, and would count as newer. */
let onAnswer: () => Promise<unknown> = async () => undefined
/** Asks the server for its time. */
let hearServer: () => Promise<unknown> = async () => undefined
const readAgain = async (): Promise<void> => {
  await onSent().catch(() => undefined)
  await refreshSaved()
}

export const removeSaved = async (id: number): Promise<void> => {
  await changing((store) => store.delete(id))
  tell({ id: 0 })
}

export const lockOf = (key: string): string => `unfinished ${key}`
/** Whether the tab of the press is still finding out a part of it. */
const isUnfinished = async ({ id, at, unfinished, request: { key } }: Stored): Promise<boolean> => {
  if (!unfinished || Math.abs(Date.now() - at) > unfinishedForMs) return false
  if (!navigator.locks) return pressing.has(id)
  return navigator.locks.request(lockOf(key), { ifAvailable: true }, async (lock) => lock === null)
}
/** From here on nothing is added to it: the server must get the same bytes for the same key. */
export const finish = async (id: number, part: object | null): Promise<Stored | null> =>
  changing(async (store) => {
    const item = await store.get(id)
    if (!item) return null
    const { unfinished, ...whole } = item
    if (!unfinished) return { ...item, id }
    const body = part ? JSON.stringify({ ...JSON.parse(item.body), ...part }) : item.body
    const next = { ...whole, id, body, request: { ...whole.request, body } }
    await store.put(next)
    return next
  })

const ageOf = ({ at, ahead }: Item): number => (ahead === undefined ? Date.now() - at : serverNow() - (at + ahead))
/** With the clocks of the press, the server judges its age by itself, and tells the admins of one that came too late. */
const isDated = ({ body }: Item): boolean => Boolean((JSON.parse(body) as { clock?: unknown }).clock)
/** Judged by the server's clock: one that was wrong at the press may be corrected as the connection returns. */
const isTooOld = async (item: Item): Promise<boolean> => {
  if (isDated(item) || ageOf(item) <= keptForMs) return false
  if (!isClockSure()) {
    await hearServer().catch(() => undefined)
    if (!isClockSure()) throw new ApiError(0, { code: 'unreachable' })
  }
  return ageOf(item) > keptForMs
}

/** What an item is about: of two about the same thing, such as a check-in and its check-out, the second waits for the first. */
export const aboutOf = ({ body, request }: Item): string => {
  const { signup_id } = JSON.parse(body) as { signup_id?: unknown }
  return typeof signup_id === 'string' ? signup_id : request.url
}

/** Sends the first item, except those in `behind` and those about something there; adds the item, and what it is about if it is held. */
const sendFirst = async (behind: Set<string | number>): Promise<'sent' | 'closed' | 'none'> => {
  const owner = storedFor()
  const isNext = (one: Stored) => one.refused === null && !behind.has(one.id) && !behind.has(aboutOf(one))
  const first = (await ofOwner(owner)).find(isNext)
  if (!first || owner === null) return 'none'
  if (await isUnfinished(first)) {
    // Its position may never be found.
    retryLater()
    return 'none'
  }
  // The person need not wait for a try that will most likely fail.
  if (isOffline()) tell({ id: first.id, later: true })
  behind.add(first.id)
  const item = first.unfinished ? await finish(first.id, null).catch(() => first) : first
  // Someone has removed it.
  if (!item) return 'sent'
  const { id } = item
  try {
    if (await isTooOld(item)) throw new ApiError(409, { code: 'saved_too_long' })
    const { request } = item
    const kept = { ...request, key: keys.get(request.key) ?? request.key }
    const output = await sendKept(kept, owner, AbortSignal.timeout(sendWithin))
    // Before it leaves the outbox: a page that opens in between would offer it again.
    await keepNow(item)
    await change((store) => store.delete(id))
    tell({ id, output })
    return 'sent'
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const holds =
      closed.has(error.code) || (later.has(error.code) && !isAsked(id)) || (await goesAgain(item, error.code))
    if (holds) await hold(id, error.code)
    // The server fails at this call, perhaps for good, and perhaps at no other. So may a firewall that dislikes what a note says.
    if (holds || error.status === 500 || error.details.foreign) {
      behind.add(aboutOf(item))
      tell({ id, later: true, alone: true, code: error.code })
      return 'closed'
    }
    if (mayBeSentLater(error)) {
      tell({ id, later: true, code: error.code })
      retryLater()
      return 'none'
    }
    const { status, code, details } = error
    // The person may have removed it meanwhile.
    await change(async (store) => (await store.get(id)) && store.put({ ...item, refused: { status, code, details } }))
    const { message, fields, request_id } = error
    tell({ id, error: [status, { code, message, details, fields: [...fields], request_id }] })
    return 'sent'
  }
}

let wait = retryFirst
let timer: ReturnType<typeof setTimeout> | null = null
const retryLater = () => {
  if (timer !== null) return
  timer = setTimeout(() => {
    timer = null
    void drain()
  }, wait)
  wait = Math.min(wait * 2, retryTop)
}

/** Makes no further try by itself. */
export const stopTrying = (): void => {
  if (timer !== null) clearTimeout(timer)
  timer = null
}

const locked = (work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request('outbox', work) : work()

let running: Promise<void> | null = null
let asked = false
const sendAll = async (): Promise<void> => {
  try {
    while (asked) {
      asked = false
      let any = false
      await locked(async () => {
        const behind = new Set<string | number>()
        for (let last = await sendFirst(behind); last !== 'none'; last = await sendFirst(behind))
          if (last === 'sent') any = true
          else retryLater()
      })
      if (!any) {
        // The browser may have cleared its storage: the screens must not show what is no longer there.
        await refreshSaved()
        continue
      }
      wait = retryFirst
      tell({ id: 0, sent: true })
    }
  } catch {
    // Storage failed: what is there stays, and a screen may have said that it is sent soon.
    retryLater()
  } finally {
    running = null
  }
}
/** Sends what waits, one after another, in one tab at a time; resolves when all that can be sent now was sent. */
export const drain = (): Promise<void> => {
  asked = true
  running ??= sendAll()
  return running
}

/**
 * The actions of the person who is signed in that are on the device, also those just being sent; none if it stores nothing. If it can't
 * be read, those it had last, or `[0]`: something may wait.
 */
export const idsOfSaved = async (): Promise<number[]> => {
  const owner = pressedBy()
  const ids = (all: readonly Stored[]) => all.map(({ id }) => id)
  return ofOwner(owner).then(ids, () => {
    const before = ids(lastOf(owner))
    return before.length > 0 ? before : [0]
  })
}
/** All that this person has saved here, in all departments. Throws if the device can't say. */
export const idsOfPerson = async (person_id: string): Promise<number[]> =>
  (await ofPerson(person_id)).map(({ id }) => id)
/**
 * Deletes these actions, for a sign-out or a removal that said how many; the session may be over by then. What was saved since stays, and
 * so does what storage doesn't delete.
 */
export const clearSaved = async (ids: readonly number[]): Promise<void> => {
  if (ids.length > 0) await change((store) => Promise.all(ids.map((id) => store.delete(id))))
  setSaved([])
}

/**
 * Sends at the start, when the connection is back, and when the page becomes visible. `sent` reads the screens again, `hear` asks the
 * server for its time, `giveUp` starts reads under way again. Returns a function that stops it.
 */
export const startOutbox = (
  sent: () => Promise<unknown>,
  hear: () => Promise<unknown>,
  giveUp: () => Promise<unknown> = async () => undefined,
): (() => void) => {
  onSent = sent
  onAnswer = giveUp
  hearServer = hear
  const go = () => {
    // The clock may have been set back meanwhile.
    bringBack()
    // Also what a tab answered while this one slept.
    loaded = loadAnswers(storedFor())
    void refreshSaved()
    if (document.visibilityState === 'visible') void drain()
  }
  go()
  window.addEventListener('online', go)
  document.addEventListener('visibilitychange', go)
  return () => {
    window.removeEventListener('online', go)
    document.removeEventListener('visibilitychange', go)
    stopTrying()
    clearAnswers()
    last = { owner: null, all: [] }
    forgetSaved()
  }
}
