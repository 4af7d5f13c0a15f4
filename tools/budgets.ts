import { gzipSync } from 'node:zlib'

const kB = 1024

/** What a build may weigh, in bytes of gzip. Past it the build fails. */
export const budgets = {
  /** Script of the visitors' pages, before and after anybody touches them. */
  visitorScript: 40 * kB,
  /** What the signed-in application fetches whatever screen is opened: its entry with all that it imports. */
  shellScript: 170 * kB,
  /** A visitors' page as it is sent, its stylesheet inside. */
  visitorPage: 20 * kB,
  /** The pictures of the landing page, all of them, as they lie on the disk. */
  landingPictures: 600 * kB,
} as const

export type Chunk = { fileName: string; code: string; imports: readonly string[]; moduleIds: readonly string[] }

/** The entry with everything that it imports, directly or not: what the browser fetches before it runs. */
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

/** What stands in chunks of its own, fetched when it is wanted: screens, charts, what draws them. */
const later = /\/features\/[^/]+\/screens\/|\/node_modules\/(recharts|react-markdown|@dnd-kit|embla-carousel)\//

/** Modules of these chunks that everybody would fetch and few need. */
export const fetchedTooEarly = (chunks: readonly Chunk[]): string[] =>
  chunks.flatMap(({ fileName, moduleIds }) =>
    moduleIds.filter((id) => later.test(id)).map((id) => `${fileName}: ${id}`),
  )

export const gzipped = (...texts: readonly (string | Uint8Array)[]): number =>
  texts.reduce((sum, text) => sum + gzipSync(text).length, 0)

/** One line for each budget that is not kept; throws where there is nothing to weigh. */
export const overBudget = (weights: Readonly<Record<keyof typeof budgets, number>>): string[] =>
  Object.entries(budgets).flatMap(([name, most]) => {
    const weight = weights[name as keyof typeof budgets]
    if (!(weight > 0)) throw new Error(`${name}: nothing was weighed`)
    return weight > most ? [`${name}: ${weight} bytes, ${most} allowed`] : []
  })
