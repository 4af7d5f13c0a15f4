import type { ComponentType } from 'react'
import type { RoutePath } from './routes.ts'

/** The screen of each route; each module default-exports a component. What is not built yet stands in `not-yet.ts`. */
export type Importer = () => Promise<{ default: ComponentType }>

export const screens = {} as const satisfies Partial<Record<RoutePath, Importer>>
