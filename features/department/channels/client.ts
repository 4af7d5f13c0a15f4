import { useSyncExternalStore } from 'react'
import { call } from '#platform/web/api.ts'
import { type NativePushes, native } from '#platform/web/native-app.ts'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { addDevice, readDevices, removeDevice } from './contract.ts'

const reads = [readDevices] as const
export const useDevices = () => useRead(readDevices, {})
export const useRemoveDevice = () => useWrite(removeDevice, { invalidates: reads })

/**
 * Whose pushes this browser receives, so that another account never inherits them, and theirs go on with the next sign-in. It stays after
 * a sign-out: a checksum of their id, from which nobody can tell who it was.
 */
const ownerKey = 'pushes-of'
const markOf = (owner: string): string => {
  let mark = 0x811c9dc5
  for (let at = 0; at < owner.length; at++) mark = Math.imul(mark ^ owner.charCodeAt(at), 0x01000193)
  return (mark >>> 0).toString(36)
}
const markHere = (): string | null => {
  try {
    return localStorage.getItem(ownerKey)
  } catch {
    return null
  }
}
const setOwnerHere = (owner: string | null): void => {
  try {
    if (owner === null) localStorage.removeItem(ownerKey)
    else localStorage.setItem(ownerKey, markOf(owner))
  } catch {
    // Without storage the next person's sign-in unsubscribes this browser.
  }
}
/** Earlier releases stored the id itself. */
const isOwnerHere = (owner: string): boolean => [markOf(owner), owner].includes(markHere() ?? '')

/** The session in which this device was registered, by its end: if the server doesn't have it there any more, it was removed. */
const sessionKey = 'pushes-in'
const wasRegisteredIn = (session: string): boolean => {
  try {
    return localStorage.getItem(sessionKey) === session
  } catch {
    return false
  }
}
const noteRegistered = (session: string): void => {
  try {
    localStorage.setItem(sessionKey, session)
  } catch {
    // Without storage a device that was removed elsewhere registers once more.
  }
}

const worker = async (): Promise<ServiceWorkerRegistration | null> =>
  'serviceWorker' in navigator ? ((await navigator.serviceWorker.getRegistration()) ?? null) : null
const subscribed = async (): Promise<PushSubscription | null> =>
  (await (await worker())?.pushManager?.getSubscription()) ?? null

type Target = { endpoint: string; p256dh: string; auth: string }
const targetOf = (subscription: PushSubscription): Target | null => {
  const { endpoint, keys } = subscription.toJSON()
  return endpoint && keys?.p256dh && keys.auth ? { endpoint, p256dh: keys.p256dh, auth: keys.auth } : null
}

/** `needs_install`: only after it was added to the home screen, as on an iPhone; `none_in_app`: the app was made without. */
export type PushSupport = 'none' | 'none_in_app' | 'needs_install' | 'blocked' | 'ready'
const readSupport = (): PushSupport => {
  if (native.app) return native.app.pushes ? 'ready' : 'none_in_app'
  const isApple = /iPhone|iPad/.test(navigator.userAgent)
  if (isApple && !matchMedia('(display-mode: standalone)').matches) return 'needs_install'
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'none'
  return Notification.permission === 'denied' ? 'blocked' : 'ready'
}
const subscribe = (told: () => void) => {
  document.addEventListener('visibilitychange', told)
  return () => document.removeEventListener('visibilitychange', told)
}
export const usePushSupport = (): PushSupport => useSyncExternalStore(subscribe, readSupport)

/** It is registered once the first screen is at rest: a press may come before. */
const workerWithin = 30_000
const activeWorker = (): Promise<ServiceWorkerRegistration> =>
  new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('no service worker')), workerWithin)
    void navigator.serviceWorker.ready.then(resolve)
  })

const subscribeAt = async (publicKey: string): Promise<Target | null> => {
  const registration = await activeWorker()
  // A subscription for another account or another key would be refused.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  return targetOf(await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }))
}

/**
 * One at a time: a press may come while the page is still finding out whose pushes this browser receives, and what that ends must not be
 * what the press began.
 */
let lastTurn: Promise<unknown> = Promise.resolve()
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const turn = lastTurn.then(work)
  lastTurn = turn.catch(() => undefined)
  return turn
}
/** The session in which a press turned pushes on in this page. */
let turnedOnIn: string | null = null

/** Asks the browser for its permission and subscription. Null: the person said no. */
const subscribeHere = async (owner: string, publicKey: string): Promise<Target | null> => {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const target = await subscribeAt(publicKey)
  setOwnerHere(owner)
  return target
}

/** A phone may replace its token at any time. */
const registerTokens = (phone: NativePushes): void =>
  phone.onToken((token) => void call(addDevice, { platform: phone.platform, token }).catch(() => undefined))

/** Turns pushes on for this browser or phone. False: the person said no. */
export const useTurnOn = (publicKey: string) => {
  const add = useWrite(addDevice, { invalidates: reads })
  const registerPhone = async (owner: string, phone: NativePushes): Promise<boolean> => {
    const token = await phone.turnOn()
    if (token === null) return false
    await add.run({ platform: phone.platform, token })
    setOwnerHere(owner)
    registerTokens(phone)
    return true
  }
  const registerBrowser = async (owner: string): Promise<boolean> => {
    const target = await subscribeHere(owner, publicKey)
    if (target) await add.run(target)
    return target !== null
  }
  return (owner: string, session: string): Promise<boolean> =>
    inTurn(async () => {
      const phone = native.app?.pushes
      const on = await (phone ? registerPhone(owner, phone) : registerBrowser(owner))
      if (!on) return false
      noteRegistered(session)
      turnedOnIn = session
      return true
    })
}

export const unsubscribeHere = async (): Promise<void> => {
  setOwnerHere(null)
  if (native.app) await native.app.pushes?.turnOff()
  await (await subscribed())?.unsubscribe()
}

/** The app's part of `followPushes`. */
const followApp = async (phone: NativePushes, session: string): Promise<void> => {
  registerTokens(phone)
  const token = await phone.token()
  if (token === null) return
  await call(addDevice, { platform: phone.platform, token })
  noteRegistered(session)
}

/**
 * After each sign-in, with the browser's permission: a browser or phone that the person has subscribed goes on, also after a sign-out
 * ended the subscription; one that someone else left behind stops, and so does one that was removed on another device since this session
 * began (`session`: its latest end).
 */
export const followPushes = (owner: string, session: string): Promise<void> => inTurn(() => follow(owner, session))
const follow = async (owner: string, session: string): Promise<void> => {
  if (turnedOnIn === session) return
  // A phone on which nobody turned pushes on isn't registered with its maker's service; nothing is said to it.
  if (native.app && markHere() === null) return
  if (!isOwnerHere(owner)) return unsubscribeHere()
  if (wasRegisteredIn(session) && !(await call(readDevices, {})).items.some(({ current }) => current))
    return unsubscribeHere()
  setOwnerHere(owner)
  if (native.app?.pushes) return followApp(native.app.pushes, session)
  const subscription = await subscribed()
  const target = subscription ? targetOf(subscription) : await subscribeAt((await call(readDevices, {})).public_key)
  if (!target) return unsubscribeHere()
  await call(addDevice, target)
  noteRegistered(session)
}
