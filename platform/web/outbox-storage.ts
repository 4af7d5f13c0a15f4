import type { DBSchema, IDBPDatabase, IDBPObjectStore } from 'idb'
import { isOffline } from './connection.ts'
import { deviceStorage } from './device-storage.ts'
import type { KeptRequest } from './kept-request.ts'
import type { Saved } from './outbox-state.ts'

/** Where the outbox is on the device (`outbox.ts`). */

/** The request is stored as it goes over the wire: a later build sends it without knowing the screen that made it. */
export type Item = Omit<Saved, 'id' | 'at' | 'url'> & {
  id?: number
  owner: string
  /** When it was pressed, by this device's clock. */
  at: number
  request: KeptRequest
  /** How far the server's clock was ahead of this device's at the press; earlier releases didn't store it. */
  ahead?: number
  /** The tab of the press is still finding out a part of it, such as the position, and holds the lock of its key. */
  unfinished?: true
}
export type Stored = Item & { id: number }
interface Outbox extends DBSchema {
  items: { key: number; value: Item }
}

const { open, again } = deviceStorage<Outbox>('outbox', (db) => {
  db.createObjectStore('items', { keyPath: 'id', autoIncrement: true })
})

/** A storage that hangs is not waited for longer, nor at all for a while after that: with a connection, a press is sent without it. */
const [opensWithin, opensWithinOffline, hangsFor] = [3000, 10_000, 10_000]
let hangs = false
const openSoon = (): Promise<IDBPDatabase<Outbox>> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => {
      if (!hangs)
        setTimeout(() => {
          hangs = false
          again()
        }, hangsFor)
      hangs = true
      reject(new DOMException('The storage hangs', 'TimeoutError'))
    }
    timer = setTimeout(giveUp, hangs ? 0 : isOffline() ? opensWithinOffline : opensWithin)
  })
  return Promise.race([open(), late]).finally(() => clearTimeout(timer))
}

/** Phones drop the connection of a page in the background, and some don't say so: it is opened once more. */
export const inStorage = async <T>(work: (db: IDBPDatabase<Outbox>) => Promise<T>): Promise<T> => {
  const db = await openSoon()
  try {
    return await work(db)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') throw error
    again()
    db.close()
    return work(await openSoon())
  }
}
type Items = IDBPObjectStore<Outbox, ['items'], 'items', 'readwrite'>
export const changing = <T>(work: (store: Items) => Promise<T>): Promise<T> =>
  inStorage(async (db) => {
    // Written to the disk before it counts as saved: the battery may be about to die.
    const { store, done } = db.transaction('items', 'readwrite', { durability: 'strict' })
    const [result] = await Promise.all([work(store), done])
    return result
  })
