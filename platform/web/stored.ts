import type { QueryClient } from '@tanstack/react-query'

/**
 * What this device keeps of a person's reads, to show without a connection (docs/offline.md). This part is small and always
 * loaded, because forgetting must not depend on a file; reading and writing are in `stored-reads.ts`.
 */

/** Whose reads they are: the parts of a session that decide it. */
export type Holder = {
  super_admin: boolean
  support: object | null
  person: { id: string }
  officer: { approved: boolean } | null
  organization: { id: string; time_zone: string } | null
}
/** The part that reads and writes. */
type Store = {
  saveSession: (owner: string, session: Holder) => Promise<void>
  loadSession: (owner: string) => Promise<Holder | null>
  saveEnds: (owner: string) => Promise<void>
  loadEnds: (owner: string) => Promise<void>
  hydrate: (client: QueryClient, owner: string) => Promise<void>
}
let fetchStore: () => Promise<Store> = () => Promise.reject(new Error('no store'))
/** The application sets it once; the platform's session does not import what imports it. */
export const setStore = (fetch: () => Promise<Store>): void => {
  fetchStore = fetch
}

export const readsName = 'reads'
const ownerKey = 'reads-of'
/** Longest wait for the browser to delete the database; another tab may be slow to let go. */
const wipeWithin = 1000

/** One person in one department; null for the vendor's staff. */
const presserOf = ({ super_admin, support, person, organization }: Holder): string | null =>
  super_admin || support || !organization ? null : `${person.id} ${organization.id}`
/** The same; null for those whose reads are never stored. */
export const ownerOf = (session: Holder): string | null => (session.officer?.approved ? presserOf(session) : null)

/** Who is signed in, or whose reads are shown without a connection. */
let holder: Holder | null = null
let zone = 'UTC'
/** The time zone of the department. */
export const storedZone = (): string => zone
/** Whose reads may be stored now; null while no one is signed in, or for an officer who isn't approved. */
export const storedFor = (): string | null => holder && ownerOf(holder)
/** Whose saved presses may be shown now: their own stay visible to an officer who is no longer approved. */
export const pressedBy = (): string | null => holder && presserOf(holder)

const ownerHere = (): string | null => {
  try {
    return localStorage.getItem(ownerKey)
  } catch {
    return null
  }
}
const setOwnerHere = (next: string | null): void => {
  try {
    if (next === null) localStorage.removeItem(ownerKey)
    else localStorage.setItem(ownerKey, next)
  } catch {
    // Without storage nothing was kept either.
  }
}
/** Whether anyone's reads may be on this device. */
export const mayBeStored = (): boolean => ownerHere() !== null

const deleteReads = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, wipeWithin)
    try {
      const asked = indexedDB.deleteDatabase(readsName)
      asked.onsuccess = () => resolve()
      asked.onerror = () => resolve()
    } catch {
      resolve()
    }
  })

/** Deletes every stored read. Nothing is stored again before someone is known to be signed in. */
export const wipeReads = async (): Promise<void> => {
  holder = null
  await deleteReads()
  setOwnerHere(null)
}

/** Assigns the storage to the person who is signed in now, and deletes what another account left, before anything is drawn. */
export const claimReads = async (session: Holder): Promise<void> => {
  const next = ownerOf(session)
  const before = ownerHere()
  if (before !== null && before !== next) await wipeReads()
  holder = session
  zone = session.organization?.time_zone ?? zone
  if (next === null) return
  setOwnerHere(next)
  // Without the file, or without storage, there is nothing to show later; the application works.
  void fetchStore()
    .then(({ saveSession }) => saveSession(next, session))
    .catch(() => undefined)
}

/** The person whose reads are on this device, with those reads put into the cache; null if there is none, or the session has lapsed. */
export const openStored = async (client: QueryClient): Promise<Holder | null> => {
  const of = ownerHere()
  if (of === null) return null
  try {
    const { loadSession, hydrate } = await fetchStore()
    const session = await loadSession(of)
    if (!session) {
      await wipeReads()
      return null
    }
    await hydrate(client, of)
    holder = session
    zone = session.organization?.time_zone ?? zone
    return session
  } catch {
    return null
  }
}

/** The person was active while the server could not be told: the end moves on this device, and only here. */
export const keepEnds = (): Promise<void> => withEnds('saveEnds')
/** Takes the end that another tab has moved so. */
export const readKeptEnds = (): Promise<void> => withEnds('loadEnds')
const withEnds = async (what: 'saveEnds' | 'loadEnds'): Promise<void> => {
  const owner = storedFor()
  if (owner !== null) await (await fetchStore())[what](owner)
}
