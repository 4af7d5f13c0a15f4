import type { prerendered, RoutePath } from './routes.ts'
import type { screens } from './screens.ts'

type Built = keyof typeof screens | (typeof prerendered)[number]

/** Routes of the table without a screen: they answer with the not-found screen and nothing links to them. A line moves from
 * here to `screens.ts` when its screen is built; one in both places, or in neither, does not compile. */
const notYet = [] as const satisfies readonly Exclude<RoutePath, Built>[]

type Forgotten = Exclude<RoutePath, Built | (typeof notYet)[number]>
/** Does not compile when a route has neither a screen nor a line here. */
const forgotten: Record<Forgotten, never> = {}

const missing: ReadonlySet<string> = new Set([...notYet, ...Object.keys(forgotten)])

/** Whether a path of `paths` has a screen, so that nothing links to what does not exist. */
export const isBuilt = (route: RoutePath): boolean => isBuiltAt(route)
export const isBuiltAt = (path: string): boolean => !missing.has(path)
