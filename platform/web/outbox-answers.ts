import { DAY } from '#platform/shared/time.ts'
import type { Answered, Saved } from './outbox-state.ts'
import type { Stored } from './outbox-storage.ts'
import { answersOf, saveAnswers } from './reads-storage.ts'

/**
 * Presses that the server has answered. A read made before the answer doesn't contain them, and the connection may be lost before
 * the next one: until then the screens would offer again what was pressed. Stored with the reads, and deleted with them.
 */

/** Longer than any shift with the time to check out of it. */
const completesForMs = 3 * DAY

/** By the keys of the presses: numbers start again if the browser deletes the outbox. Earlier releases stored no keys. */
const answers = new Map<string | number, Answered>()
/** Another tab may sleep on the storage: what is sent next doesn't wait for it. */
const savesWithin = 1000
/** What is not in the outbox has no number of its own there: one that no other page has given. */
let unstored = 0
const numberOf = (): number => {
  unstored = Math.max(unstored + 1, Date.now())
  return -unstored
}

export const shownOf = ({ id, call, what, request, body, at, ahead = 0, refused, held }: Stored): Saved => ({
  ...{ id, call, what, url: request.url, body, at: Math.round(at + ahead), refused, ...(held ? { held } : {}) },
})
/** No position: it is not needed to show what was pressed. */
const answeredOf = (item: Stored): Answered => {
  const { position: _position, ...body } = JSON.parse(item.body) as Record<string, unknown>
  return {
    ...{ ...shownOf(item), body: JSON.stringify(body), key: item.request.key },
    ...{ owner: item.owner, answered_at: Date.now() },
  }
}

/**
 * An answer of the future came before the device's clock was set back: every read from now on contains it. Called before each new
 * answer, as a read arrives, and as the page is looked at.
 */
export const bringBack = (readAt = Date.now()): void => {
  const now = Date.now()
  for (const one of answers.values()) if (one.answered_at > now) one.answered_at = readAt - 1
}
/** In the order in which they came, whatever the clock said. */
export const answersHere = (owner: string | null): Answered[] => {
  bringBack()
  return [...answers.values()].filter((one) => one.owner === owner)
}
export const isAnswered = (key: string): boolean => answers.has(key)
/** From this tab or another one. */
export const hearAnswer = (one: Answered): void => {
  bringBack()
  answers.set(one.key ?? one.id, one)
}
export const clearAnswers = (): void => answers.clear()

const save = (owner: string): Promise<void> => {
  const late = new Promise<void>((resolve) => setTimeout(resolve, savesWithin))
  return Promise.race([saveAnswers(owner, answersHere(owner), Date.now() - completesForMs), late])
}
/** Keeps what the server has just answered, also on the device as far as it stores anything; `tell` the other tabs first. */
export const keepAnswer = (
  item: Omit<Stored, 'id'> & { id?: number },
  tell: (done: Answered) => void,
): Promise<void> => {
  const done = answeredOf({ ...item, id: item.id ?? numberOf() })
  hearAnswer(done)
  tell(done)
  return save(done.owner)
}
/** Takes up what an earlier page stored, as far as the storage answers in time. */
export const loadAnswers = async (owner: string | null): Promise<void> => {
  const none = new Promise<Answered[]>((resolve) => setTimeout(resolve, savesWithin, []))
  const stored = owner === null ? [] : await Promise.race([answersOf(owner).catch(() => []), none])
  // Those in storage came first, in their order there.
  const here = new Map(answers)
  answers.clear()
  for (const one of stored) hearAnswer(here.get(one.key ?? one.id) ?? one)
  for (const one of here.values()) hearAnswer(one)
}
