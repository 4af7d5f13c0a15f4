import { useSyncExternalStore } from 'react'
import { call } from '#platform/web/api.ts'
import { type NativePushes, native } from '#platform/web/native-app.ts'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { addDevice, readDevices, removeDevice } from './contract.ts'

const reads = [readDevices] as const
export const useDevices = () => useRead(readDevices, {})
export const useRemoveDevice = () => useWrite(removeDevice, { invalidates: reads })

/** Whose pushes this browser receives, so that another account never inherits them. */
const ownerKey = 'pushes-of'
const ownerHere = (): string | null => {
  try {
    return localStorage.getItem(ownerKey)
  } catch {
    return null
  }
}
const setOwnerHere = (owner: string | null): void => {
  try {
    if (owner === null) localStorage.removeItem(ownerKey)
    else localStorage.setItem(ownerKey, owner)
  } catch {
    // Without storage the next person's sign-in unsubscribes this browser.
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

/** Asks the browser for its permission and subscription. Null: the person said no. */
const subscribeHere = async (owner: string, publicKey: string): Promise<Target | null> => {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const registration = await worker()
  if (!registration) throw new Error('the service worker is not there yet')
  // A subscription for another account or another key would be refused.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  setOwnerHere(owner)
  return targetOf(made)
}

/** A phone may replace its token at any time. */
const registerTokens = (phone: NativePushes): void =>
  phone.onToken((token) => void call(addDevice, { platform: phone.platform, token }).catch(() => undefined))

/** Turns pushes on for this browser or phone. False: the person said no. */
export const useTurnOn = (publicKey: string) => {
  const add = useWrite(addDevice, { invalidates: reads })
  return async (owner: string): Promise<boolean> => {
    const phone = native.app?.pushes
    if (!phone) {
      const target = await subscribeHere(owner, publicKey)
      if (target) await add.run(target)
      return target !== null
    }
    const token = await phone.turnOn()
    if (token === null) return false
    await add.run({ platform: phone.platform, token })
    setOwnerHere(owner)
    registerTokens(phone)
    return true
  }
}

export const unsubscribeHere = async (): Promise<void> => {
  setOwnerHere(null)
  if (native.app) await native.app.pushes?.turnOff()
  await (await subscribed())?.unsubscribe()
}

/** The app's part of `followPushes`. */
const followApp = async (phone: NativePushes, owner: string): Promise<void> => {
  if (ownerHere() === null) return
  if (ownerHere() !== owner) return unsubscribeHere()
  registerTokens(phone)
  const token = await phone.token()
  if (token !== null) await call(addDevice, { platform: phone.platform, token })
}

/** After each sign-in: a browser that the person has subscribed goes on; one that someone else left behind stops. */
export const followPushes = async (owner: string): Promise<void> => {
  if (native.app?.pushes) return followApp(native.app.pushes, owner)
  const subscription = await subscribed()
  if (!subscription) return
  const target = targetOf(subscription)
  if (target && ownerHere() === owner) await call(addDevice, target)
  else await unsubscribeHere()
}
