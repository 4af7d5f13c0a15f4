import { routes as attendance } from '#features/attendance/routes.ts'
import { routes as sessions } from '#features/sessions/routes.ts'
import type { Route } from '#platform/server/route.ts'

/** Every call of the contract. A feature adds its line here. */
export const routes: readonly Route[] = [...attendance, ...sessions]
