import type { Route } from '#platform/server/route.ts'
import { routes as addresses } from './routes.addresses.ts'
import { routes as links } from './routes.links.ts'
import { routes as passwords } from './routes.passwords.ts'
import { routes as registrations } from './routes.registrations.ts'

export const routes: readonly Route[] = [...passwords, ...registrations, ...addresses, ...links]
