import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Done } from '#platform/shared/shapes.ts'

/** The roles a demo visitor can choose. */
export const demoRoles = ['officer', 'admin', 'super_admin'] as const
export type DemoRole = (typeof demoRoles)[number]

/** Served only where the demo is: on the embedded database of a loopback server. Elsewhere the address does not exist. */
export const exploreDemo = endpoint({
  name: 'demo.explore',
  summary: "Opens a session as one of the demo's sample people, with the second factor already confirmed.",
  method: 'POST',
  path: '/api/demo/explore',
  who: 'anyone',
  input: z.object({ as: z.enum(demoRoles) }),
  output: Done,
  errors: {},
  secret: true,
})
