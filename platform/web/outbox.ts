import type { Endpoint, InputOf } from '#platform/shared/endpoint.ts'
import { ApiError, call, type KeptRequest, requestOf, sendKept } from './api.ts'
import { readSaved, type Saved, setSaved } from './outbox-state.ts'
import { changing, type Item, inStorage, type Stored } from './outbox-storage.ts'
import { aheadAt, isClockSure, pressClock, serverNow } from './session-ends.ts'
import { pressedBy, storedFor, storedZone } from './stored.ts'
import { clock } from './time.ts'

/**
 * What a person did without a connection, in the order of the presses. Each item is written before it is sent, carries the key
 * that was made at the press, and is sent as the person who pressed, never as another. Loaded on demand.
 */

type Outcome = {
  id: number
  output?: unknown
  error?: ConstructorParameters<typeof ApiError>
  later?: true
  /** Only this one waits; those behind it are sent. */
  alone?: true
  /** A tab has sent all that it could: the screens read again. */
  sent?: true
}

/** How long a press waits for its answer before it counts as saved for later. */
const answersWithin = 8000
const sendWithin = 20_000
const [retryFirst, retryTop] = [3000, 60_000]
/** The server remembers keys for seven days. */
const keptForMs = 6 * 86_400_000
/** A press is sent without the part that is missing if its tab is silent for this long. */
const unfinishedForMs = 120_000
/** How long what was delivered stays on screen at most, until the screens have read its effect. */
const readsWithin = 10_000
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
const mayBeSentLater = ({ status, code }: ApiError): boolean =>
  status === 0 || status >= 500 || status === 401 || status === 429 || passing.has(code)

const listAll = async (): Promise<Stored[]> =>
  (await inStorage((db) => db.getAll('items'))).flatMap((one) => (one.id === undefined ? [] : [{ ...one, id: one.id }]))
const ofOwner = async (owner: string | null): Promise<Stored[]> =>
  owner === null ? [] : (await listAll()).filter((one) => one.owner === owner)
const ofPerson = async (person_id: string): Promise<Stored[]> =>
  (await listAll()).filter(({ owner }) => owner.startsWith(`${person_id} `))
const deleteAll = async (items: readonly Stored[]): Promise<void> => {
  await changing((store) => Promise.all(items.map(({ id }) => store.delete(id))))
  setSaved([])
}

const waiters = new Map<number, (outcome: Outcome) => void>()
/** Presses of this tab whose button still shows that it is busy. */
const pressing = new Set<number>()
/** Sent, but the screens have not read its effect: without this, a card would offer for a moment what was already pressed. */
const delivered = new Set<number>()

const shownOf = ({ id, call: name, what, request, body, at, ahead = 0, refused }: Stored): Saved => ({
  ...{ id, call: name, what, url: request.url, body, at: Math.round(at + ahead), refused },
})
/** Shows the screens what is saved for the person who is signed in; not what is just being sent for a press. */
export const refreshSaved = async (): Promise<void> => {
  const owner = pressedBy()
  const all = owner === null ? [] : await ofPerson(owner.slice(0, owner.indexOf(' '))).catch(() => [])
  const kept = readSaved().filter(({ id }) => delivered.has(id) && !all.some((one) => one.id === id))
  const mine = all.filter((one) => one.owner === owner && !pressing.has(one.id)).map(shownOf)
  const elsewhere = all.filter((one) => one.owner !== owner && one.refused === null)
  setSaved([...kept, ...mine], elsewhere.length)
}

const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('outbox')
const hear = (outcome: Outcome) => {
  if (outcome.sent) return void readAgain()
  // The first one can't be sent now, so neither can those behind it.
  if (outcome.later && !outcome.alone) for (const [id, settle] of waiters) settle({ id, later: true })
  else waiters.get(outcome.id)?.(outcome)
  if (outcome.output !== undefined) delivered.add(outcome.id)
  void refreshSaved()
}
if (tabs) tabs.onmessage = ({ data }: MessageEvent<Outcome>) => hear(data)
const tell = (outcome: Outcome) => {
  hear(outcome)
  tabs?.postMessage(outcome)
}

let onSent: () => Promise<unknown> = async () => undefined
/** Asks the server for its time. */
let hearServer: () => Promise<unknown> = async () => undefined
/** What was delivered leaves the screen once its effect has come. */
const readAgain = async (): Promise<void> => {
  const done = [...delivered]
  await Promise.race([onSent(), new Promise((resolve) => setTimeout(resolve, readsWithin))]).catch(() => undefined)
  for (const id of done) delivered.delete(id)
  await refreshSaved()
}

export const removeSaved = async (id: number): Promise<void> => {
  await changing((store) => store.delete(id))
  tell({ id: 0 })
}

const lockOf = (key: string): string => `unfinished ${key}`
/** Whether the tab of the press is still finding out a part of it. */
const isUnfinished = async ({ id, at, unfinished, request: { key } }: Stored): Promise<boolean> => {
  if (!unfinished || Math.abs(Date.now() - at) > unfinishedForMs) return false
  if (!navigator.locks) return pressing.has(id)
  return navigator.locks.request(lockOf(key), { ifAvailable: true }, async (lock) => lock === null)
}
/** From here on nothing is added to it: the server must get the same bytes for the same key. */
const finish = async (id: number, part: object | null): Promise<Stored | null> =>
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
/** Judged by the server's clock: one that was wrong at the press may be corrected as the connection returns. */
const isTooOld = async (item: Item): Promise<boolean> => {
  if (ageOf(item) <= keptForMs) return false
  if (!isClockSure()) {
    await hearServer().catch(() => undefined)
    if (!isClockSure()) throw new ApiError(0, { code: 'unreachable' })
  }
  return ageOf(item) > keptForMs
}

/** What an item is about: of two about the same thing, such as a check-in and its check-out, the second waits for the first. */
const aboutOf = ({ body, request }: Item): string => {
  const { signup_id } = JSON.parse(body) as { signup_id?: unknown }
  return typeof signup_id === 'string' ? signup_id : request.url
}

/** Sends the first item, except those about something in `behind`; adds what the item is about if the call is closed. */
const sendFirst = async (behind: Set<string>): Promise<'sent' | 'closed' | 'none'> => {
  const owner = storedFor()
  const first = (await ofOwner(owner)).find((one) => one.refused === null && !behind.has(aboutOf(one)))
  if (!first || owner === null || (await isUnfinished(first))) return 'none'
  if (!navigator.onLine) {
    tell({ id: first.id, later: true })
    return 'none'
  }
  const item = first.unfinished ? await finish(first.id, null) : first
  // Someone has removed it.
  if (!item) return 'sent'
  const { id } = item
  try {
    if (await isTooOld(item)) throw new ApiError(409, { code: 'saved_too_long' })
    const output = await sendKept(item.request, owner, AbortSignal.timeout(sendWithin))
    await changing((store) => store.delete(id))
    tell({ id, output })
    return 'sent'
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (closed.has(error.code)) {
      behind.add(aboutOf(item))
      tell({ id, later: true, alone: true })
      return 'closed'
    }
    if (mayBeSentLater(error)) {
      tell({ id, later: true })
      retryLater()
      return 'none'
    }
    const { status, code, details } = error
    // The person may have removed it meanwhile.
    await changing(async (store) => (await store.get(id)) && store.put({ ...item, refused: { status, code, details } }))
    const { message, fields, request_id } = error
    tell({ id, error: [status, { code, message, details, fields: [...fields], request_id }] })
    return 'sent'
  }
}

let wait = retryFirst
let timer: ReturnType<typeof setTimeout> | null = null
const retryLater = () => {
  if (timer !== null || !navigator.onLine) return
  timer = setTimeout(() => {
    timer = null
    void drain()
  }, wait)
  wait = Math.min(wait * 2, retryTop)
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
        const behind = new Set<string>()
        for (let last = await sendFirst(behind); last !== 'none'; last = await sendFirst(behind))
          if (last === 'sent') any = true
        if (behind.size > 0) retryLater()
      })
      if (!any) continue
      wait = retryFirst
      tell({ id: 0, sent: true })
    }
  } catch {
    // Storage failed: what is there stays for the next start.
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

/** `at`: by the server's clock. */
const later = (what: string, at: number) =>
  new ApiError(0, { code: 'saved', details: { what, at: clock(at, storedZone()) } })

let askedToKeep = false
/** Asks the browser, once, not to delete what waits when the device runs out of room. */
const askToKeep = (): void => {
  if (!askedToKeep) void navigator.storage?.persist?.().catch(() => false)
  askedToKeep = true
}

/** Waits for the answer to this press, from whichever tab sends it. */
const answerTo = async (id: number): Promise<Outcome> => {
  let timeout: ReturnType<typeof setTimeout> | undefined
  const outcome = await new Promise<Outcome>((resolve) => {
    timeout = setTimeout(() => resolve({ id, later: true }), answersWithin)
    waiters.set(id, resolve)
  })
  clearTimeout(timeout)
  waiters.delete(id)
  pressing.delete(id)
  return outcome
}

type PressClock = Parameters<typeof aheadAt>[1]
const itemOf = (owner: string, endpoint: Endpoint, request: KeptRequest, clock: PressClock | null): Item => {
  const at = Date.now()
  return {
    ...{ owner, call: endpoint.name, what: endpoint.queued ?? '', body: request.body, at },
    ...{ refused: null, request, ...(clock ? { ahead: aheadAt(at, clock) } : {}) },
  }
}

/** A part of the input that takes time to find out. */
type Part<E extends Endpoint> = () => Promise<Partial<InputOf<E>>>
/**
 * Stores the press at once and adds the part once it is known. A tab that is closed in between leaves the press without that part.
 * `onSaved` is told as soon as nothing can be lost.
 */
const save = async <E extends Endpoint>(
  item: Item,
  add: (item: Item) => Promise<number>,
  part: Part<E> | undefined,
): Promise<number> => {
  if (!part) return add(item)
  return new Promise((resolve, reject) => {
    const work = async () => {
      const id = await add({ ...item, unfinished: true })
      pressing.add(id)
      const found = await part()
      // The press itself is stored: it counts without the part.
      await finish(id, found).catch(() => null)
      return id
    }
    const { locks } = navigator
    ;(locks ? locks.request(lockOf(item.request.key), work) : work()).then(resolve, reject)
  })
}

/**
 * Makes the call, and keeps it until the server has answered. Throws the refusal, or `ApiError` with the code `saved` if it is sent
 * later. Without storage it is an ordinary call.
 */
export const press = async <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  key: string,
  part?: Part<E>,
): Promise<unknown> => {
  const owner = storedFor()
  const item = itemOf(owner ?? '', endpoint, requestOf(endpoint, input, key), pressClock())
  const add = async (one: Item) => {
    const id = await changing((store) => store.add(one))
    pressing.add(id)
    return id
  }
  const id = owner === null ? null : await save(item, add, part).catch(() => null)
  if (id === null) {
    if (!navigator.onLine) throw new ApiError(0, { code: 'offline' })
    // In the order of the presses, as far as there are saved ones.
    await drain()
    return call(endpoint, Object.assign({}, input, await part?.()), { key })
  }
  const answer = answerTo(id)
  void drain()
  const outcome = await answer
  if (outcome.later) {
    askToKeep()
    await refreshSaved()
    throw later(item.what, item.at + (item.ahead ?? 0))
  }
  if (!outcome.error) return outcome.output
  // The person sees the refusal now, so it need not wait in the list.
  await removeSaved(id)
  throw new ApiError(...outcome.error)
}

/**
 * Saves a press for a person who is not signed in now; it is sent once they are. If the last thing they saved about this sign-up is
 * the same call, that one counts. Returns when it was pressed; throws if the browser stores nothing.
 */
export const saveFor = async <E extends Endpoint>(
  owner: string,
  endpoint: E,
  input: InputOf<E> & { signup_id: string; clock: PressClock | null },
  part?: Part<E>,
): Promise<number> => {
  const item = itemOf(owner, endpoint, requestOf(endpoint, input, crypto.randomUUID()), input.clock)
  const about = (one: Item) => one.owner === owner && one.refused === null && one.body.includes(input.signup_id)
  return new Promise((resolve, reject) => {
    const add = async (one: Item) => {
      const [id, at] = await changing(async (store) => {
        const last = (await store.getAll()).findLast(about)
        if (last?.call === item.call && last.id !== undefined) return [last.id, last.at] as const
        return [await store.add(one), item.at] as const
      })
      askToKeep()
      resolve(at)
      return id
    }
    save(item, add, part)
      .then((id) => pressing.delete(id))
      .then(drain)
      .catch(reject)
  })
}

/** The actions of the person who is signed in that are on the device, also those just being sent; none if it stores nothing. */
export const idsOfSaved = async (): Promise<number[]> =>
  (await ofOwner(pressedBy()).catch(() => [])).map(({ id }) => id)
/** Deletes these actions, for a sign-out that said how many; the session may be over by then. What was saved since stays. */
export const clearSaved = async (ids: readonly number[]): Promise<void> =>
  deleteAll((await listAll()).filter(({ id }) => ids.includes(id)))

/** How many actions this person has saved here, in all departments; 0 if the browser stores nothing. */
export const countOfPerson = async (person_id: string): Promise<number> =>
  (await ofPerson(person_id).catch(() => [])).length
/** Deletes them, in all departments. */
export const clearPerson = async (person_id: string): Promise<void> => deleteAll(await ofPerson(person_id))

/**
 * Sends at the start, when the connection is back, and when the page becomes visible. `sent` reads the screens again, `hear` asks the
 * server for its time. Returns a function that stops it.
 */
export const startOutbox = (sent: () => Promise<unknown>, hear: () => Promise<unknown>): (() => void) => {
  onSent = sent
  hearServer = hear
  const go = () => {
    if (document.visibilityState === 'visible') void drain()
  }
  void refreshSaved()
  go()
  window.addEventListener('online', go)
  document.addEventListener('visibilitychange', go)
  return () => {
    window.removeEventListener('online', go)
    document.removeEventListener('visibilitychange', go)
    delivered.clear()
    setSaved([])
  }
}
