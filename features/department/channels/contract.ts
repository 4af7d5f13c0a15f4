import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Done, Id, Instant } from '#platform/shared/shapes.ts'

const appPlatform = z.enum(['ios', 'android'])
export const Device = z.object({
  id: Id,
  /** `web`: a browser; otherwise the native app. */
  platform: z.enum(['web', ...appPlatform.options]),
  user_agent: z.string().nullable(),
  created_at: Instant,
  current: z.boolean(),
})
export type Device = z.infer<typeof Device>

export const readDevices = endpoint({
  name: 'channels.devices',
  summary:
    "The caller's devices that receive pushes, the key that a browser needs to subscribe, and which apps can be pushed to.",
  method: 'GET',
  path: '/api/push/devices',
  who: 'officer',
  afterTrial: true,
  input: z.object({}),
  output: z.object({ public_key: z.string(), apps: z.record(appPlatform, z.boolean()), items: z.array(Device) }),
  errors: {},
  topics: ['channels', 'session'],
})

const secret = (length: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${length}}$`), "This isn't a valid browser key.")

export const addDevice = endpoint({
  name: 'channels.add_device',
  summary: 'Sends pushes to this browser, or to the app on this phone, until the session ends.',
  method: 'POST',
  path: '/api/push/devices',
  who: 'officer',
  afterTrial: true,
  input: z.union([
    z.object({ endpoint: z.url().max(1000), p256dh: secret(87), auth: secret(22) }),
    // Another account that had the phone gets no more.
    z.object({ platform: appPlatform, token: z.string().max(1000) }),
  ]),
  output: z.object({ id: Id }),
  errors: { device_taken: 409, no_app_push: 409 },
})

export const removeDevice = endpoint({
  name: 'channels.remove_device',
  summary: 'Sends no more pushes to one of the own devices.',
  method: 'DELETE',
  path: '/api/push/devices/:id',
  who: 'officer',
  afterTrial: true,
  input: z.object({ id: Id }),
  output: Done,
  errors: {},
})
