import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Which modules share a file of the build. A file per set of screens made hundreds of small ones, and a phone waited for each: the
 * files here follow who loads them together. Every file imports only from those above it in this list, so none waits on a cycle.
 */
export type Place =
  | 'libraries'
  | 'app'
  | 'login'
  | 'frame'
  | 'start'
  | 'common'
  | 'basics'
  | 'shared'
  | 'entrance'
  | 'hub'
  | 'forms'
  | 'officer'
  | 'desk'
  | 'admin'
  | 'vendor'

/**
 * A starting point that is fetched on its own: a screen, by who opens it (`first`: the officer's dashboard; `home`: what else an
 * officer's phone opens every day; `hub`: the admin's dashboard; `login`: the sign-in pages; `plain`: what else opens before sign-in); a
 * part of the frame; or something opened on demand.
 */
export type Root =
  | 'entry'
  | 'visitor'
  | 'frame'
  | 'first'
  | 'login'
  | 'plain'
  | 'home'
  | 'hub'
  | 'officer'
  | 'admin'
  | 'vendor'
  | 'demand'

/** What fewer admin screens share is not worth sending to every admin. */
const sharedByMany = 3

/**
 * The file for a module that these starting points need, or null where the bundler decides: what one of them needs alone stays with
 * it, and what is opened on demand is not fetched before.
 */
export const placeOf = (roots: readonly Root[], isLibrary: boolean): Place | null => {
  const count = (root: Root) => roots.filter((one) => one === root).length
  const has = (...some: Root[]) => some.some((root) => count(root) > 0)
  // The visitor pages share nothing with the application that would bring all of it along.
  if (has('visitor')) return null
  if (has('entry')) return isLibrary ? 'libraries' : 'app'
  // A sign-in waits for no file of the frame or the dashboard; those come after it and need the entry anyway.
  if (has('login') && has('frame', 'first')) return isLibrary ? 'libraries' : 'app'
  if (has('frame')) return 'frame'
  // Nothing but what it shows comes before an officer's first screen is useful.
  if (has('first')) return 'start'
  if (roots.length < 2) return null
  if (has('login')) return 'login'
  if (has('plain') && has('home')) return has('hub') ? 'common' : 'basics'
  if (has('plain')) return 'entrance'
  if (has('home')) return has('hub', 'admin', 'vendor') ? 'shared' : 'officer'
  // Nor before an admin's.
  if (has('hub')) return 'hub'
  if (has('officer')) return has('admin', 'vendor') ? 'forms' : null
  if (has('admin') && has('vendor')) return 'desk'
  if (has('admin')) return count('admin') >= sharedByMany ? 'admin' : null
  return has('vendor') ? 'vendor' : null
}

const root = join(import.meta.dirname, '..')
const absolute = (specifier: string, from: string) =>
  specifier.startsWith('#') ? join(root, specifier.slice(1)) : join(from, specifier)
const importsOf = (text: string, pattern: RegExp, from: string) =>
  [...text.matchAll(pattern)].map(([, first = '', second]) =>
    second === undefined ? { name: '', file: absolute(first, from) } : { name: first, file: absolute(second, from) },
  )

const roleOf = (route: string): Root => {
  if (/^(\/\{agency\}|\/admin)\/login$|^\/\{agency\}$/.test(route)) return 'login'
  if (route.startsWith('/super-admin')) return route === '/super-admin/login' ? 'plain' : 'vendor'
  if (route === '/officer/dashboard') return 'first'
  if (route === '/admin/dashboard') return 'hub'
  if (/^\/officer\/(assignments|schedule)\b/.test(route)) return 'home'
  if (/^\/(officer|notifications|faq)\b/.test(route)) return 'officer'
  return route.startsWith('/admin/') ? 'admin' : 'plain'
}

const web = join(root, 'apps/web')
const read = (file: string) => readFileSync(join(web, file), 'utf8')

/** Loaded after the frame itself, but by everyone and at once. */
export const framePart = join(web, 'layouts/field.tsx')

/** The screens as they are named: each with its route, its module and whether it opens inside the frame. */
export const namedScreens = (): { route: string; file: string; inFrame: boolean }[] => {
  const screens = importsOf(read('screens.ts'), /'([^']+)': \(\) => import\('([^']+)'\)/g, web)
  if (screens.length < 20)
    throw new Error('screens.ts no longer names its screens the way it did: look at tools/chunks.ts')
  return screens.map(({ name, file }) => ({
    route: name,
    file,
    inFrame: ['first', 'home', 'hub', 'officer', 'admin'].includes(roleOf(name)),
  }))
}

/** Starting points by module id, read from where they are named: the screens, and what the frame shows at once. */
const namedRoots = (): ReadonlyMap<string, Root> => {
  // The banner of support access is shown on few visits and fetched on those.
  const frame = importsOf(read('slots.tsx'), /(?<!Support: )lazy\(\(\) => import\('([^']+)'\)/g, web)
  return new Map([
    ...frame.map(({ file }) => [file, 'frame'] as const),
    [framePart, 'frame'],
    ...namedScreens().map(({ route, file }) => [file, roleOf(route)] as const),
  ])
}

/** The plugin that learns who needs which module, and the answer for `codeSplitting`. */
export const chunks = (entry: string, visitor: string): { plugin: Plugin; fileOf: (id: string) => Place | null } => {
  const places = new Map<string, Place | null>()
  const plugin: Plugin = {
    name: 'chunks',
    apply: 'build',
    buildEnd(error) {
      if (error) return
      const named = new Map<string, Root>([...namedRoots(), [join(root, entry), 'entry'], [visitor, 'visitor']])
      const ids = [...this.getModuleIds()]
      const needs = new Map<string, Root[]>(ids.map((id) => [id, []]))
      const later = ids.filter((id) => (this.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0)
      for (const start of new Set([...named.keys(), ...later])) {
        if (!needs.has(start)) continue
        const seen = new Set<string>()
        const waiting = [start]
        for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
          if (seen.has(id)) continue
          seen.add(id)
          needs.get(id)?.push(named.get(start) ?? 'demand')
          waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []))
        }
      }
      for (const [id, roots] of needs) places.set(id, placeOf(roots, id.includes('/node_modules/')))
    },
  }
  return { plugin, fileOf: (id) => places.get(id) ?? null }
}
