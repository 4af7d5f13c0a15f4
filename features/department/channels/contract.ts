import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Done, Id, Instant } from '#platform/shared/shapes.ts'

export const Device = z.object({ id: Id, user_agent: z.string().nullable(), created_at: Instant, current: z.boolean() })
export type Device = z.infer<typeof Device>

export const readDevices = endpoint({
  name: 'channels.devices',
  summary: "The caller's browsers that receive pushes, and the key that a browser needs to subscribe.",
  method: 'GET',
  path: '/api/push/devices',
  who: 'officer',
  afterTrial: true,
  input: z.object({}),
  output: z.object({ public_key: z.string(), items: z.array(Device) }),
  errors: {},
  topics: ['channels', 'session'],
})

const secret = (length: number) => z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${length}}$`), 'Not a key of a browser.')

export const addDevice = endpoint({
  name: 'channels.add_device',
  summary:
    'Sends pushes to this browser until the session ends; again for the same browser, it only notes the session.',
  method: 'POST',
  path: '/api/push/devices',
  who: 'officer',
  afterTrial: true,
  input: z.object({ endpoint: z.url().max(1000), p256dh: secret(87), auth: secret(22) }),
  output: z.object({ id: Id }),
  errors: { device_taken: 409 },
})

export const removeDevice = endpoint({
  name: 'channels.remove_device',
  summary: 'Sends no more pushes to one of the own browsers.',
  method: 'DELETE',
  path: '/api/push/devices/:id',
  who: 'officer',
  afterTrial: true,
  input: z.object({ id: Id }),
  output: Done,
  errors: {},
})
