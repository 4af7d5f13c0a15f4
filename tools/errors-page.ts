import { commonErrors, type Endpoint } from '#platform/shared/endpoint.ts'

type Words = { title: string; text: string }

/** docs/errors.md: every error code with its status, its message and the calls that return it. */
export function errorsPage(endpoints: readonly Endpoint[], words: Readonly<Record<string, Words>>): string {
  const found = new Map<string, { statuses: Set<number>; calls: string[] }>()
  const note = (code: string, status: number, call: string) => {
    const entry = found.get(code) ?? { statuses: new Set(), calls: [] }
    entry.statuses.add(status)
    entry.calls.push(call)
    found.set(code, entry)
  }
  for (const [code, status] of Object.entries(commonErrors)) note(code, status, 'any call')
  for (const endpoint of endpoints)
    for (const [code, status] of Object.entries(endpoint.errors)) note(code, status, `\`${endpoint.name}\``)
  const lines = [...found]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([code, { statuses, calls }]) => {
      const { title = '', text = '' } = words[code] ?? {}
      return `- \`${code}\` ${[...statuses].sort().join(', ')} · ${title}: ${text}\n  From ${[...new Set(calls)].sort().join(', ')}.`
    })
  return `<!-- Made by: node tools/run.mjs tools/errors.ts -->\n\n# Error codes\n\nThe body of every answer that is not 2xx: \`{"error": {"code", "message", "fields", "details", "request_id"}}\`.\nWords in braces are filled from \`details\`.\n\n${lines.join('\n')}\n`
}
