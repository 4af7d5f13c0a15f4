import { gzipSync } from 'node:zlib'

const kB = 1024

/** Maximum build sizes, in bytes after gzip unless they count files. The build fails above them. */
export const budgets = {
  /** Scripts of the visitor pages, both initial and loaded on interaction. */
  visitorScript: 40 * kB,
  /** What the signed-in application loads for any screen: its entry with all imports. */
  shellScript: 168 * kB,
  /** What an officer's phone loads before the dashboard is useful: the shell, the screen and what it imports. */
  officerScript: 217 * kB,
  /** The same in files: on a slow line each one is a wait. */
  officerFiles: 6,
  /** The same for the sign-in page of a department. */
  signInScript: 198 * kB,
  signInFiles: 5,
  /** A visitor page as sent, with its stylesheet inlined. */
  visitorPage: 20 * kB,
  /** All images of the landing page, at their size on disk. */
  landingPictures: 600 * kB,
} as const

export type Chunk = { fileName: string; code: string; imports: readonly string[]; moduleIds: readonly string[] }

/** The entry with all direct and indirect imports: what the browser loads before running it. */
export const staticallyNeeded = (chunks: readonly Chunk[], entry: string): Chunk[] => {
  const seen = new Map<string, Chunk>()
  const visit = (name: string) => {
    const chunk = chunks.find(({ fileName }) => fileName === name)
    if (!chunk || seen.has(name)) return
    seen.set(name, chunk)
    for (const next of chunk.imports) visit(next)
  }
  visit(entry)
  return [...seen.values()]
}

/** Modules that belong in separate chunks, loaded on demand: screens, charts and their libraries. */
const later = /\/features\/[^/]+\/[^/]+\/screens\/|\/node_modules\/(recharts|react-markdown|@dnd-kit|embla-carousel)\//

/** Modules in these chunks that everyone would load but few need. */
export const fetchedTooEarly = (chunks: readonly Chunk[]): string[] =>
  chunks.flatMap(({ fileName, moduleIds }) =>
    moduleIds.filter((id) => later.test(id)).map((id) => `${fileName}: ${id}`),
  )

export const gzipped = (...texts: readonly (string | Uint8Array)[]): number =>
  texts.reduce((sum, text) => sum + gzipSync(text).length, 0)

/** One line per exceeded budget; throws if there is nothing to measure. */
export const overBudget = (weights: Readonly<Record<keyof typeof budgets, number>>): string[] =>
  Object.entries(budgets).flatMap(([name, most]) => {
    const weight = weights[name as keyof typeof budgets]
    if (!(weight > 0)) throw new Error(`${name}: nothing was weighed`)
    return weight > most ? [`${name}: ${weight}, ${most} allowed`] : []
  })
