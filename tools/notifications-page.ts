import { eventNames, eventOf } from '#features/notifications/rules.ts'

const heads = ['Event', 'Words', 'Told', 'In the app', 'By mail', 'Quiet hours']
const table = /^\| Event[\s\S]*?\n(?=\n)/m

const draw = (rows: readonly string[][]): string => {
  const widths = heads.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)))
  const line = (row: readonly string[]) => `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |\n`
  const [head = [], ...rest] = rows
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join('')
}

/** docs/notifications.md with its table as the code has it; what is written around it stays. */
export function notificationsPage(page: string): string {
  const rows = eventNames.map((name) => {
    const { to, app, mail, quiet, endsAtStart, words } = eventOf(name)
    return [`\`${name}\``, words, to, app, mail, `${quiet}${endsAtStart ? ', ends at the start' : ''}`]
  })
  if (!table.test(page)) throw new Error('docs/notifications.md has no table of events')
  return page.replace(table, () => draw([heads, ...rows]))
}
