import type { QueryKey } from '@tanstack/react-query'
import type { DBSchema, IDBPDatabase } from 'idb'
import { deviceStorage } from './device-storage.ts'
import type { Answered } from './outbox-state.ts'
import type { Ends } from './session-ends.ts'
import { type Holder, readsName, storedFor } from './stored.ts'

/** Where the reads of one person are on the device, with the presses that complete them. */

export type Kept = { owner: string; key: QueryKey; data: unknown; at: number }
export type Person = { owner: string; session: Holder; ends: Ends }
/** Presses that the server has answered, which a stored read may not contain yet. */
type Answers = { owner: string; presses: Answered[] }
interface Reads extends DBSchema {
  reads: { key: string; value: Kept }
  person: { key: 'person' | 'answers'; value: Person | Answers }
}

export const { open } = deviceStorage<Reads>(readsName, (db) => {
  db.createObjectStore('reads')
  db.createObjectStore('person')
})

let works = true
const listeners = new Set<() => void>()
/** Whether the browser lets this page store anything; false when it is blocked or full. */
export const storageWorks = (): boolean => works
export const onStorage = (told: () => void): (() => void) => {
  listeners.add(told)
  return () => {
    listeners.delete(told)
  }
}
const note = (next: boolean): void => {
  if (works === next) return
  works = next
  for (const told of listeners) told()
}

/** Writes for this owner, unless it has been forgotten meanwhile. */
export const put = async (owner: string, write: (db: IDBPDatabase<Reads>) => Promise<unknown>): Promise<void> => {
  try {
    const db = await open()
    if (storedFor() !== owner) return
    await write(db)
    note(true)
  } catch {
    note(false)
  }
}

export const personIn = async (db: IDBPDatabase<Reads>) => (await db.get('person', 'person')) as Person | undefined

/** The presses of this person that were answered; none if the browser stores nothing. */
export const answersOf = async (owner: string): Promise<Answered[]> => {
  const answers = (await (await open()).get('person', 'answers')) as Answers | undefined
  return answers?.owner === owner ? answers.presses : []
}
/**
 * Adds these to what is stored of the same person: another tab may have stored some that this one hasn't heard of. Each keeps its
 * place. Those from before `since` go.
 */
export const saveAnswers = (owner: string, presses: readonly Answered[], since: number): Promise<void> =>
  put(owner, async (db) => {
    const { store, done } = db.transaction('person', 'readwrite')
    const add = async () => {
      const before = (await store.get('answers')) as Answers | undefined
      const others = before?.owner === owner ? before.presses : []
      const all = new Map([...others, ...presses].map((one) => [one.key ?? one.id, one]))
      await store.put(
        { owner, presses: [...all.values()].filter(({ answered_at }) => answered_at >= since) },
        'answers',
      )
    }
    await Promise.all([add(), done])
  })
