import type { Route } from '#platform/server/route.ts'

export const importRoutes: readonly Route[] = []
