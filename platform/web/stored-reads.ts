import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { isUndecided } from './api.ts'
import { isOffline } from './connection.ts'
import { bringBack } from './outbox-answers.ts'
import { asStored, isStored } from './reads.ts'
import { open, personIn, put } from './reads-storage.ts'
import { prolongHere, readEnds, restoreEnds } from './session-ends.ts'
import { type Holder, storedFor } from './stored.ts'

/** The reads of one person in one department, in IndexedDB. Loaded on demand. */

/** A device's clock this far behind what it showed before was set back: it can't say whether the session has lapsed. */
const setBackMs = 120_000

/** Only what the frame needs to open; the address and the other departments stay out. */
const trimmed = (session: Holder): Holder =>
  Object.assign({}, session, { person: { ...session.person, email: '' }, visits: [], memberships: [] })

export const saveSession = (owner: string, session: Holder): Promise<void> => {
  const ends = readEnds()
  return put(owner, async (db) => ends && db.put('person', { owner, session: trimmed(session), ends }, 'person'))
}

export const saveEnds = (owner: string): Promise<void> =>
  put(owner, async (db) => {
    const person = await personIn(db)
    const ends = readEnds()
    if (person?.owner === owner && ends && storedFor() === owner) await db.put('person', { ...person, ends }, 'person')
  })

/** Another tab may have moved the end while this one slept. */
export const loadEnds = async (owner: string): Promise<void> => {
  const person = await personIn(await open())
  if (person?.owner === owner && storedFor() === owner) prolongHere(person.ends.idle)
}

/** Null when there is none, or when the session has ended by the clock of this device. */
export const loadSession = async (owner: string): Promise<Holder | null> => {
  const person = await personIn(await open())
  if (!person || person.owner !== owner) return null
  const now = Date.now() + person.ends.ahead
  if (now >= Math.min(person.ends.idle, person.ends.last) || now < person.ends.heard - setBackMs) return null
  restoreEnds(person.ends)
  return person.session
}

/** Puts the stored reads into the cache with the times at which they were read. */
export const hydrate = async (client: QueryClient, owner: string): Promise<void> => {
  for (const { owner: of, key, data, at } of await (await open()).getAll('reads'))
    if (of === owner && client.getQueryData(key) === undefined) client.setQueryData(key, data, { updatedAt: at })
}

const nameOf = (owner: string, key: QueryKey): string => `${owner} ${JSON.stringify(key)}`

/** Shown from storage, and not read since. */
const fromStorage = new WeakSet<object>()
const isOld = (query: Query): boolean => isUndecided(query.state.error) || fromStorage.has(query)
/** After the last failure; the tries before it have spread the screens. */
const againAfterMs = 15_000
let again: ReturnType<typeof setTimeout>
const showStored = async (client: QueryClient, owner: string, query: Query): Promise<void> => {
  const { queryKey } = query
  const kept = await (await open()).get('reads', nameOf(owner, queryKey)).catch(() => undefined)
  if (!kept || storedFor() !== owner || query.state.data !== undefined) return
  fromStorage.add(query)
  client.setQueryData(queryKey, kept.data, { updatedAt: kept.at })
}

const store = (owner: string, key: QueryKey, data: unknown, at: number): Promise<void> =>
  put(owner, (db) => db.put('reads', { owner, key, data: asStored(key, data), at }, nameOf(owner, key)))

/** Stores each answer as it arrives, and shows the stored one where the server can't be reached. Returns a function that stops it. */
export const followReads = (client: QueryClient): (() => void) => {
  const cache = client.getQueryCache()
  const first = storedFor()
  // What was read before this file was loaded.
  if (first !== null)
    for (const { queryKey, state } of cache.getAll())
      if (isStored(queryKey) && state.data !== undefined) void store(first, queryKey, state.data, state.dataUpdatedAt)
  return cache.subscribe((event) => {
    if (event.type !== 'updated') return
    const { action, query } = event
    // Before the screens draw it.
    if (action.type === 'success' && !action.manual) bringBack(query.state.dataUpdatedAt)
    if (!isStored(query.queryKey)) return
    const owner = storedFor()
    if (owner === null) return
    if (action.type === 'success' && !action.manual) {
      fromStorage.delete(query)
      void store(owner, query.queryKey, action.data, Date.now())
    }
    if (action.type !== 'error' || !isUndecided(action.error)) return
    if (query.state.data === undefined) void showStored(client, owner, query).catch(() => undefined)
    // The live stream tells of a connection that is back, not of a server that works again.
    clearTimeout(again)
    if (!isOffline()) again = setTimeout(() => void client.invalidateQueries({ predicate: isOld }), againAfterMs)
  })
}

/** When the oldest stored read on screen was read, if the server can't be reached now; null otherwise. */
export const readAtOf = (client: QueryClient, offline: boolean): number | null => {
  const shown = client
    .getQueryCache()
    .getAll()
    .filter((query) => query.isActive() && isStored(query.queryKey) && query.state.data !== undefined)
  return shown.length > 0 && (offline || shown.some(isOld))
    ? Math.min(...shown.map(({ state }) => state.dataUpdatedAt))
    : null
}
