import type { Endpoint, InputOf } from '#platform/shared/endpoint.ts'
import { ApiError, call } from './api.ts'
import { isOffline } from './connection.ts'
import { type KeptRequest, requestOf, sendKept } from './kept-request.ts'
import {
  aboutOf,
  drain,
  finish,
  keepNow,
  lastOf,
  lockOf,
  type Outcome,
  ofOwner,
  pressing,
  refreshSaved,
  removeSaved,
  sendWithin,
  tell,
  unfinishedForMs,
  waiters,
} from './outbox.ts'
import { isAnswered } from './outbox-answers.ts'
import { askToKeep } from './outbox-kept.ts'
import { changing, type Item } from './outbox-storage.ts'
import { sendsWhen } from './outbox-words.ts'
import { aheadAt, pressClock } from './session-ends.ts'
import { storedFor, storedZone } from './stored.ts'
import { clock } from './time.ts'
import { noteWaits } from './waits-note.ts'
import { fetchWords } from './words.ts'

/** One press, on its way into the outbox and to its answer. Loaded on demand. */

/** How long a press waits for its answer before it counts as saved for later. */
const answersWithin = 8000

/** `at`: by the server's clock. */
const later = (what: string, at: number, why: string | undefined) =>
  new ApiError(0, { code: 'saved', details: { what, at: clock(at, storedZone()), when: sendsWhen(why) } })

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
/** The person may never answer when the browser asks: the press is sent without that part then. */
const inTime = <T>(part: Promise<T>): Promise<T | null> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, unfinishedForMs, null)
  })
  return Promise.race([part, late]).finally(() => clearTimeout(timer))
}
/**
 * Stores the press at once and adds the part once it is known. A tab that is closed in between leaves the press without that part.
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
      const found = await inTime(part())
      // The press itself is stored: it counts without the part.
      await finish(id, found).catch(() => null)
      return id
    }
    const { locks } = navigator
    ;(locks ? locks.request(lockOf(item.request.key), work) : work()).then(resolve, reject)
  })
}

/** Not saved: made after what is saved about the same thing, if anything is. */
const sendAtOnce = async <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  key: string,
  owner: string | null,
  part: Part<E> | undefined,
): Promise<unknown> => {
  await drain()
  const whole = Object.assign({}, input, part && (await inTime(part())))
  if (owner === null) return call(endpoint, whole, { key })
  const item = itemOf(owner, endpoint, requestOf(endpoint, whole, key), pressClock())
  const before = (await ofOwner(owner).catch(() => lastOf(owner))).some(
    (one) => !one.refused && !isAnswered(one.request.key) && aboutOf(one) === aboutOf(item),
  )
  if (before) throw new ApiError(0, { code: 'unreachable' })
  const output = await sendKept(item.request, owner, AbortSignal.timeout(sendWithin))
  await keepNow(item)
  tell({ id: 0, sent: true })
  await refreshSaved()
  return output
}

/**
 * Makes the call, and keeps it until the server has answered. Throws the refusal, or `ApiError` with the code `saved` if it is sent
 * later. Without storage, or if the call is never saved, it is made at once.
 */
export const press = async <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  key: string,
  part?: Part<E>,
): Promise<unknown> => {
  const owner = storedFor()
  if (endpoint.noted && isOffline()) {
    // Tried once more after its answer was lost: it waits, and may have been done.
    const waits = (await ofOwner(owner).catch(() => lastOf(owner))).some(({ request }) => request.key === key)
    throw new ApiError(0, waits ? { code: 'unanswered', details: { what: endpoint.queued } } : { code: 'offline' })
  }
  const item = itemOf(owner ?? '', endpoint, requestOf(endpoint, input, key), pressClock())
  const add = async (one: Item) => {
    const id = await changing(async (store) => {
      // A write that failed on a lost connection to the storage is repeated, and may have been done.
      const done = (await store.getAll()).find(({ request }) => request.key === key)
      return done?.id ?? store.add(one)
    })
    noteWaits(true)
    pressing.add(id)
    return id
  }
  const isSaved = owner !== null && endpoint.queued !== undefined
  const id = isSaved ? await save(item, add, part).catch(() => null) : null
  if (id === null) {
    if (isOffline()) throw new ApiError(0, { code: 'offline' })
    return sendAtOnce(endpoint, input, key, owner, part)
  }
  const answer = answerTo(id)
  void drain()
  const outcome = await answer
  if (outcome.later) {
    askToKeep()
    await refreshSaved()
    // It may be too late by the time it arrives: nothing is promised.
    if (endpoint.noted) throw new ApiError(0, { code: 'unanswered', details: { what: item.what } })
    throw later(item.what, item.at + (item.ahead ?? 0), outcome.code)
  }
  if (!outcome.error) return outcome.output
  // The person sees the refusal now, so it need not wait in the list; not while the screen is off.
  if (document.visibilityState === 'visible') await removeSaved(id)
  // Another tab may have heard it.
  await fetchWords(outcome.error[1].code)
  throw new ApiError(...outcome.error)
}

/**
 * Saves a press for a person who is not signed in now; it is sent once they are. If the last thing they saved about this sign-up is
 * the same call, and was pressed just before, that one counts: an older one may be answered already, or its shift gone on with. Returns
 * when it was pressed; throws if the browser stores nothing.
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
        const isAgain = last?.call === item.call && Math.abs(item.at - last.at) <= unfinishedForMs
        if (isAgain && last.id !== undefined && !isAnswered(last.request.key)) return [last.id, last.at] as const
        return [await store.add(one), item.at] as const
      })
      noteWaits(true)
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
