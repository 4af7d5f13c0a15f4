import type { RouterHistory } from '@tanstack/react-router'
import { androidChannel } from '#platform/shared/native-app.ts'
import { paths } from '#platform/shared/paths.ts'
import type { NativePushes } from '#platform/web/native-app.ts'
import { pageFact } from '#platform/web/page-facts.ts'
import { phonePlatform, plugins } from './bridge.ts'

/** Push notifications of the phone's maker: a web view has none of its own. */

/** The phone's settings list it. */
const channel = {
  id: androidChannel,
  name: 'Shifts and order-ins',
  description: 'New shifts, offers, order-ins and changes to your shifts',
  // Shows above other apps, and on the lock screen: the text names no shift and no person.
  importance: 4,
  visibility: 1,
  vibration: true,
} as const

const answersWithin = 30_000

/** Platforms for which the app was made with push (apps/mobile). On Android, calling the plugin without its file ends the app. */
const isMadeFor = (platform: string): boolean => pageFact('push').split(' ').includes(platform)

type Waiting = { resolve: (token: string) => void; reject: (error: Error) => void }

/** Null: the app was made without pushes for this platform. */
export const preparePushes = (): NativePushes | null => {
  const platform = phonePlatform()
  if ((platform !== 'ios' && platform !== 'android') || !isMadeFor(platform)) return null
  const { PushNotifications } = plugins()
  let waiting: Waiting[] = []
  let told: ((token: string) => void) | null = null
  // Before the first registration: iOS doesn't keep the event for later.
  PushNotifications.addListener('registration', ({ value }) => {
    const asked = waiting
    waiting = []
    for (const { resolve } of asked) resolve(value)
    // The phone has replaced the token.
    if (asked.length === 0) told?.(value)
  })
  PushNotifications.addListener('registrationError', ({ error }) => {
    const asked = waiting
    waiting = []
    for (const { reject } of asked) reject(new Error(error))
  })
  const register = async (): Promise<string> => {
    if (platform === 'android') await PushNotifications.createChannel(channel)
    const token = new Promise<string>((resolve, reject) => {
      waiting.push({ resolve, reject })
      setTimeout(() => reject(new Error('the phone gave no token')), answersWithin)
    })
    await PushNotifications.register()
    return token
  }
  return {
    platform,
    turnOn: async () => {
      const { receive } = await PushNotifications.requestPermissions()
      return receive === 'granted' ? register() : null
    },
    token: async () => {
      const { receive } = await PushNotifications.checkPermissions()
      return receive === 'granted' ? register() : null
    },
    onToken: (listener) => {
      told = listener
    },
    turnOff: async () => {
      told = null
      await PushNotifications.unregister()
    },
  }
}

/** A tap on a push opens the list, where the person reads what it is about and answers it, as in the browser. */
export const followTaps = (history: RouterHistory): void => {
  const list = paths.notifications()
  plugins().PushNotifications.addListener('pushNotificationActionPerformed', ({ actionId }) => {
    if (actionId === 'tap' && history.location.pathname !== list) history.push(list)
  })
}
