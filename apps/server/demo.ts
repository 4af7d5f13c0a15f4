import { PASSWORD_MIN_SUPER_ADMIN } from '#features/people/accounts/rules.ts'
import type { Demo } from '#features/people/sign-ins/routes.demo.ts'
import { type Config, isLoopback } from './config.ts'

export const demoId = '00000000-0000-0000-0000-000000000001'
export const people = [
  { email: 'admin@demo.example', badge: '0101', what: 'admin', admin: true },
  { email: 'second-admin@demo.example', badge: '0102', what: 'second admin', admin: true },
  { email: 'officer@demo.example', badge: '2001', what: 'officer', admin: false },
  { email: 'second-officer@demo.example', badge: '2008', what: 'second officer', admin: false },
] as const

/** The demo's super admin: only with the embedded database, and never created with a second factor. */
export const vendorEmail = 'super-admin@demo.example'

/** Only with the embedded database, and only if the password is long enough for a super admin. */
export const hasVendor = (config: Config): boolean =>
  config.databaseUrl === null &&
  (config.demoPassword === null || [...config.demoPassword].length >= PASSWORD_MIN_SUPER_ADMIN)

/** Only this machine can reach the server: no proxy in front of it, and its public address is loopback too. */
const isAlone = (config: Config): boolean =>
  isLoopback(config.host) && isLoopback(new URL(config.publicOrigin).hostname) && !config.trustProxy

/**
 * The accounts offered with one press, or null. Offered only by a demo on the embedded database of a server that only this machine
 * can reach; anyone there can read the demo's password anyway.
 */
export const demoOf = (config: Config): Demo | null =>
  config.demo && config.databaseUrl === null && isAlone(config)
    ? {
        organization_id: demoId,
        addresses: {
          officer: people[2].email,
          admin: people[0].email,
          ...(hasVendor(config) ? { super_admin: vendorEmail } : {}),
        },
      }
    : null
