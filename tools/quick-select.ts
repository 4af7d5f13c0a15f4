import { dirname, join } from 'node:path'
import type { SourceFile } from '#tools/house-rules.ts'

const imported = /(?:\bfrom\s+|\bimport\(\s*|^import\s+)'([^']+)'/gm
const aliases = /^#(features|platform|apps|tools)\//

/** Project paths of the files that `path` imports; packages are left out. */
const importsOf = ({ path, text }: SourceFile): string[] =>
  [...text.matchAll(imported)].flatMap(([, to = '']) => {
    if (aliases.test(to)) return [to.slice(1)]
    return to.startsWith('.') ? [join(dirname(path), to)] : []
  })

const isPg = (path: string) => path.endsWith('.pg.test.ts')
const isUnit = (path: string) => /^(apps|bench|features|platform)\/.*\.test\.tsx?$/.test(path) && !isPg(path)

/** Number of imports between each file and the nearest changed one; 0 for a changed file. */
function reachOf(files: readonly SourceFile[], changed: readonly string[]): Map<string, number> {
  const importers = new Map<string, string[]>()
  for (const file of files)
    for (const to of importsOf(file)) importers.set(to, [...(importers.get(to) ?? []), file.path])
  const reach = new Map(changed.map((path) => [path, 0]))
  const queue = [...changed]
  for (let at = queue.shift(); at !== undefined; at = queue.shift())
    for (const next of importers.get(at) ?? [])
      if (!reach.has(next)) {
        reach.set(next, (reach.get(at) ?? 0) + 1)
        queue.push(next)
      }
  return reach
}

export type Selection = { unit: string[]; pg: string[]; left: string[] }

/**
 * The unit tests that reach a changed file, and the `most` nearest pg tests. Tests of the same noun come first, then those with
 * the fewest imports in between; `left` lists the pg tests that also reach it but are not run.
 */
export function selectTests(files: readonly SourceFile[], changed: readonly string[], most = 8): Selection {
  const reach = reachOf(files, changed)
  const homes = new Set(changed.map(dirname))
  const distance = (path: string) => (homes.has(dirname(path)) ? 0 : (reach.get(path) ?? 99))
  const near = [...reach.keys()].filter(isPg).sort((a, b) => distance(a) - distance(b) || a.localeCompare(b))
  // A migration or fence change affects every test's database; the fence's own test reports what is missing.
  const database = changed.some((path) => path.startsWith('db/'))
  const pg = [...new Set([...(database ? ['platform/server/fence.pg.test.ts'] : []), ...near])]
  return { unit: [...reach.keys()].filter(isUnit).sort(), pg: pg.slice(0, most), left: pg.slice(most) }
}
