import {
  IDBCursor,
  IDBDatabase,
  IDBFactory,
  IDBIndex,
  IDBKeyRange,
  IDBObjectStore,
  IDBRequest,
  IDBTransaction,
} from 'fake-indexeddb'
import { type DeviceClock, readDeviceClock } from '#platform/shared/device-clock.ts'
import type { Holder } from './stored.ts'

/** A phone without a screen: its storage, its connection, and one tab at a time that runs the real outbox. */

export type Sent = { method: string; url: string; body: string; key: string; as: string; device: DeviceClock | null }
type Kit = { stub: (name: string, value: unknown) => void; resetModules: () => void }

/** An answer as the server gives it, with an id of its own. */
export const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'x-request-id': crypto.randomUUID() } })

/** An approved officer's session, as far as storage asks. */
export const holderOf = (person_id: string, organization_id: string): Holder => ({
  ...{ super_admin: false, support: null, person: { id: person_id }, officer: { approved: true } },
  organization: { id: organization_id, time_zone: 'America/Chicago' },
})

const localOf = (kept: Map<string, string>) => ({
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
})

const sentOf = (url: string, init: RequestInit): Sent => {
  const headers = new Headers(init.headers)
  const key = headers.get('idempotency-key') ?? ''
  const device = readDeviceClock(headers.get('x-device-clock') ?? '')
  return { method: init.method ?? 'GET', url, body: String(init.body), key, as: headers.get('x-sent-as') ?? '', device }
}

const whole = <T>(asked: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error)
  })

/** The outbox as it is on the device, past the code that uses it. */
const outboxOf = (factory: IDBFactory) => {
  const open = () => {
    const asked = factory.open('outbox', 1)
    asked.onupgradeneeded = () => asked.result.createObjectStore('items', { keyPath: 'id', autoIncrement: true })
    return whole(asked)
  }
  return {
    /** Every row of the outbox, for any account. */
    rows: async () => {
      const db = await open()
      const rows = await whole(db.transaction('items').objectStore('items').getAll())
      db.close()
      return rows as Record<string, unknown>[]
    },
    /** Puts a row there as an earlier release wrote it. */
    plant: async (row: Record<string, unknown>) => {
      const db = await open()
      await whole(db.transaction('items', 'readwrite').objectStore('items').add(row))
      db.close()
    },
  }
}

type Work = (lock: object | null) => Promise<unknown>
/** Like Web Locks: one holder of a name at a time, and a closed tab holds none. */
const makeLocks = () => {
  const held = new Map<string, Promise<unknown>>()
  const take = (name: string, work: Work) => {
    const turn = (held.get(name) ?? Promise.resolve()).then(
      () => work({}),
      () => work({}),
    )
    held.set(name, turn)
    const free = () => {
      if (held.get(name) === turn) held.delete(name)
    }
    turn.then(free, free)
    return turn
  }
  return {
    request: (name: string, how: Work | { ifAvailable: true }, work?: Work) =>
      typeof how === 'function' ? take(name, how) : held.has(name) ? work?.(null) : take(name, work as Work),
    release: () => held.clear(),
  }
}

const openStorage = async (holder: Holder | null) => {
  const stored = await import('./stored.ts')
  const nothing = async () => undefined
  stored.setStore(async () => ({
    ...{ saveSession: nothing, saveEnds: nothing, loadEnds: nothing, hydrate: nothing, loadSession: async () => null },
  }))
  if (holder) await stored.claimReads(holder)
}

/** Tabs of earlier tests, also of other files: they must not send what they saved to the server of this one. */
const earlier = globalThis as { stopTrying?: () => void }
const closeEarlier = (stop?: () => void) => {
  earlier.stopTrying?.()
  if (stop) earlier.stopTrying = stop
}

const opened = <T extends { stopTrying: () => void }>(outbox: T): T => {
  closeEarlier(outbox.stopTrying)
  return outbox
}
const openFactory = () => {
  closeEarlier()
  return new IDBFactory()
}

/** `send` answers calls to the application's own server; the `stub` of the test puts the phone's parts in place. */
export const makePhone = ({ stub, resetModules }: Kit, send: (sent: Sent) => Promise<Response>) => {
  const state = { online: true, storage: true, flag: null as boolean | null }
  const local = new Map<string, string>()
  const real = globalThis.fetch
  const factory = openFactory()
  const locks = makeLocks()
  const navigator = Object.defineProperty({ locks }, 'onLine', { get: () => state.flag ?? state.online })
  const parts = {
    IDBCursor,
    IDBDatabase,
    IDBFactory,
    IDBIndex,
    IDBKeyRange,
    IDBObjectStore,
    IDBRequest,
    IDBTransaction,
  }
  // Not stubbed: a tab that was closed in the middle of something still needs them after its test.
  Object.assign(globalThis, parts)
  const [window, document] = [new EventTarget(), Object.assign(new EventTarget(), { visibilityState: 'visible' })]
  stub('navigator', navigator)
  stub('window', window)
  stub('document', document)
  stub('localStorage', localOf(local))
  stub('BroadcastChannel', undefined)
  stub('fetch', (url: string, init: RequestInit = {}) => {
    if (!url.startsWith('/')) return real(url, init)
    return state.online ? send(sentOf(url, init)) : Promise.reject(new TypeError('no connection'))
  })
  const plug = () => stub('indexedDB', state.storage ? factory : undefined)
  plug()
  return {
    ...outboxOf(factory),
    local,
    /** Without the event that a browser fires: tabs may be asleep. */
    setOnline: (online: boolean) => void Object.assign(state, { online }),
    /** What `navigator.onLine` says, whatever is true. */
    setFlag: (flag: boolean) => void Object.assign(state, { flag }),
    window,
    document,
    /** A browser that blocks storage. */
    setStorage: (works: boolean) => {
      state.storage = works
      plug()
    },
    /** Closes the tab, whatever it was doing, and opens the application again for the person who is signed in; null for no one. */
    openTab: async (holder: Holder | null) => {
      resetModules()
      locks.release()
      await openStorage(holder)
      const [outbox, press, { readSaved, readSavedElsewhere, unsentOf }] = await Promise.all([
        import('./outbox.ts'),
        import('./outbox-press.ts'),
        import('./outbox-state.ts'),
      ])
      return { ...opened(outbox), ...press, readSaved, readUnsent: () => unsentOf(readSaved()), readSavedElsewhere }
    },
  }
}
