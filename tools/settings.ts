/** Names of the settings that the configuration's source reads: `env.NAME`, or `patternOf(env, 'NAME', ...)`. */
export const settingsRead = (sources: readonly string[]): string[] =>
  [
    ...new Set(
      sources.flatMap((text) => [...text.matchAll(/\benv(?:\.|, ')([A-Z][A-Z0-9_]+)/g)].map((found) => found[1] ?? '')),
    ),
  ].toSorted()

/** Settings of the example, set or not. */
export const settingsListed = (example: string): string[] =>
  [...example.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map((found) => found[1] ?? '').toSorted()

/** Settings in the first column of the runbook's first table. */
export const settingsExplained = (runbook: string): string[] => {
  const section = runbook.split('\n## ').find((part) => part.startsWith('Settings')) ?? ''
  const cells = section.split('\n').flatMap((row) => (row.startsWith('| `') ? [row.split('|')[1] ?? ''] : []))
  const also = [...section.matchAll(/`((?:TEXT_GATEWAY|OPENWEATHER)_[A-Z]+)`/g)].map((found) => found[1] ?? '')
  const names = cells.flatMap((cell) => [...cell.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map((found) => found[1] ?? ''))
  return [...new Set([...names, ...also])].toSorted()
}
