import { settingOf } from '#features/department/notifications/rules.choices.ts'
import { adminPlaces, officerPlaces } from '#features/department/notifications/rules.place.ts'
import { eventNames, eventOf } from '#features/department/notifications/rules.ts'

/** Stands for the shift that an event is about. */
const shift = '{shift}'
const announcement = '{announcement}'
const heads = ['Event', 'Words', 'Notified', 'In the app', 'By mail', 'Push', 'Text', 'Call', 'Opens', 'Quiet hours']
const table = /^\| Event[\s\S]*?\n(?=\n)/m

const draw = (rows: readonly string[][]): string => {
  const widths = heads.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)))
  const line = (row: readonly string[]) => `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |\n`
  const [head = [], ...rest] = rows
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join('')
}

/** docs/notifications.md with its table generated from the code; the text around it is kept. */
export function notificationsPage(page: string): string {
  const rows = eventNames.map((name) => {
    const { to, app, mail, opens, adminsOpen, quiet, endsAtStart, words } = eventOf(name)
    const leads = [opens && officerPlaces[opens], adminsOpen && adminPlaces[adminsOpen]].flatMap((placeOf) => {
      const places = placeOf ? [placeOf(null, null), placeOf(shift, announcement)].flatMap((place) => place ?? []) : []
      const [always, aboutShift = always] = places.map((place) => `\`${decodeURIComponent(place)}\``)
      if (always === undefined) return []
      const about = aboutShift?.includes(announcement) ? 'an announcement' : 'a shift'
      return always === aboutShift ? [always] : [`${always} (about ${about}: ${aboutShift})`]
    })
    return [
      `\`${name}\``,
      words,
      to,
      app,
      mail,
      settingOf(name, 'push'),
      settingOf(name, 'text'),
      settingOf(name, 'call'),
      leads.join(', '),
      `${quiet}${endsAtStart ? ', ends at the start' : ''}`,
    ]
  })
  if (!table.test(page)) throw new Error('docs/notifications.md has no table of events')
  return page.replace(table, () => draw([heads, ...rows]))
}
