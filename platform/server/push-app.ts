import { type AppPlatform, type AppSenders, appPlatforms } from './push.ts'
import { type ApnsConfig, createApns } from './push-apns.ts'
import { createFcm, type FcmConfig } from './push-fcm.ts'

/** Access to the push services of the phones' makers; null: none. */
export type AppPushConfig = { ios: ApnsConfig | null; android: FcmConfig | null }

export const createAppSenders = ({ ios, android }: AppPushConfig): AppSenders => ({
  ios: ios && createApns(ios),
  android: android && createFcm(android),
})

/** Set once, at startup: the platforms whose apps may call this server, and those that it can push to. */
let current: { admitted: readonly AppPlatform[]; reached: readonly AppPlatform[] } = { admitted: [], reached: [] }
export const setAppPush = (config: AppPushConfig, admitted: readonly AppPlatform[]): void => {
  current = { admitted, reached: appPlatforms.filter((platform) => config[platform] !== null) }
}
export const hasAppPush = (platform: AppPlatform): boolean => current.reached.includes(platform)
export const reachedApps = (): Record<AppPlatform, boolean> => ({
  ios: hasAppPush('ios'),
  android: hasAppPush('android'),
})
/** Platforms whose apps may call this server without being reached by a push. */
export const missingAppPush = (): AppPlatform[] => current.admitted.filter((platform) => !hasAppPush(platform))
