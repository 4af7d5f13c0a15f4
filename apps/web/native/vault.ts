import { plugins } from './bridge.ts'

/**
 * The session's secret: at rest in the phone's secure storage, and in memory while the app is unlocked. Never in the page's own
 * storage, which backups contain, and never in an address.
 */
const prefix = 'watchbill_'
const marker = 'native-installed'
const of = (name: 'session' | 'unlock') => ({ prefixedKey: prefix + name, sync: false }) as const

let secret: string | null = null
export const secretNow = (): string | null => secret

// One after the other: the storage answers in any order.
let last: Promise<unknown> = Promise.resolve()
const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
  const next = last.then(work, work)
  last = next
  return next
}
const read = (name: 'session' | 'unlock') =>
  inOrder(async () => (await plugins().SecureStorage.internalGetItem(of(name))).data)
const write = (name: 'session' | 'unlock', data: string | null) =>
  inOrder(async () => {
    if (data === null) await plugins().SecureStorage.internalRemoveItem(of(name))
    else await plugins().SecureStorage.internalSetItem({ ...of(name), data, access: 1 })
  })

export const keepSecret = async (next: string | null): Promise<void> => {
  secret = next
  // "Remove from this device" clears it.
  if (next !== null) localStorage.setItem(marker, 'yes')
  await write('session', next)
}
export const loadSecret = async (): Promise<void> => {
  secret = await read('session')
}
/** Locks: the secret stays in the storage only. */
export const dropSecret = (): void => {
  secret = null
}
export const hasSecret = async (): Promise<boolean> => (await read('session')) !== null

export const readUnlock = async (): Promise<boolean> => (await read('unlock')) === 'on'
export const writeUnlock = (on: boolean): Promise<void> => write('unlock', on ? 'on' : null)

/** iOS keeps the keychain when an app is deleted: a new installation begins empty. */
export const beginEmptyIfNew = async (): Promise<void> => {
  if (localStorage.getItem(marker) !== null) return
  await inOrder(() => plugins().SecureStorage.internalClearItemsWithPrefix({ prefix, sync: false }))
  localStorage.setItem(marker, 'yes')
}
