import type { Db } from '#platform/server/db.ts'
import { type AppPlatform, isPushService, pushIdentity } from '#platform/server/push.ts'
import { hasAppPush, reachedApps } from '#platform/server/push-app.ts'
import { type Route, read, refuse, refuseField, write } from '#platform/server/route.ts'
import { addDevice, readDevices, removeDevice } from './contract.ts'
import { isTokenOf } from './rules.ts'
import * as store from './store.ts'

type Phone = { platform: AppPlatform; token: string }
const addPhone = async (db: Db, { platform, token: given }: Phone, userAgent: string) => {
  if (!hasAppPush(platform)) return refuse('no_app_push')
  // Apple's phones write the same token in capitals or not.
  const token = platform === 'ios' ? given.toLowerCase() : given
  if (!isTokenOf({ platform, token })) return refuseField('token', "This isn't a valid token for this platform.")
  const made = await store.insertAppDevice(db, { platform, token }, userAgent)
  if (!made) return refuse('not_found')
  await store.deleteOldDevices(db)
  return made
}

export const routes: readonly Route[] = [
  read(readDevices, () => store.findDevices(pushIdentity().publicKey, reachedApps())),
  write(
    addDevice,
    async ({ db, input, request }) => {
      const userAgent = request.user_agent.slice(0, 400)
      if ('token' in input) return addPhone(db, input, userAgent)
      if (!isPushService(input.endpoint, pushIdentity().besides))
        return refuseField('endpoint', "This isn't the address of a known push service.")
      const made =
        (await store.updateDevice(db, input.endpoint, userAgent)) ?? (await store.insertDevice(db, input, userAgent))
      if (!made) return refuse('not_found')
      await store.deleteOldDevices(db)
      return made
    },
    { constraints: { push_subscriptions_endpoint: 'device_taken' } },
  ),
  write(removeDevice, async ({ db, input }) =>
    (await store.deleteDevice(db, input.id)) === 0 ? refuse('not_found') : { done: true },
  ),
]
