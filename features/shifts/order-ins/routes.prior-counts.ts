import { type Route, read, refuse, refuseField, write } from '#platform/server/route.ts'
import { enterPriorCount, importPriorCounts, listPriorCounts, takeBackPriorCount } from './contract.prior-counts.ts'
import { parsePriorCounts, priorCountBounds, type Wrong } from './rules.prior-counts.ts'
import * as store from './store.prior-counts.ts'

const SHOWN = 8

/** `Line 3: no badge number. Line 5: …`, the first few of them. */
const wrongWords = (wrong: readonly Wrong[]): string => {
  const said = wrong.slice(0, SHOWN).map((one) => `Line ${one.line}: ${one.message}.`)
  return [...said, ...(wrong.length > SHOWN ? [`And ${wrong.length - SHOWN} more.`] : [])].join(' ')
}

export const routes: readonly Route[] = [
  read(listPriorCounts, store.listPriorCounts),

  write(enterPriorCount, async ({ db, input }) => {
    const officer = await store.findOfficer(db, input.officer_id)
    if (!officer) return refuse('not_found')
    if (officer.own) return refuse('own_prior_count')
    if (input.last_on > (await store.findToday(db))) return refuseField('last_on', 'That date is in the future.')
    const { officer_id, times, last_on, kind, reason } = input
    const minutes = Math.round(input.hours * 60)
    const [row] = await store.insertPriorCounts(db, [{ officer_id, times, minutes, last_on }], { kind, reason })
    if (!row) throw new Error('no row came back')
    return row
  }),

  write(importPriorCounts, async ({ db, input }) => {
    const { lines, wrong } = parsePriorCounts(input.text)
    if (lines.length + wrong.length > priorCountBounds.lines)
      return refuseField('text', `Enter at most ${priorCountBounds.lines} lines at once.`)
    const today = await store.findToday(db)
    if (input.last_on > today) return refuseField('last_on', 'That date is in the future.')
    const officers = new Map(
      (
        await store.listByBadge(
          db,
          lines.map((one) => one.badge),
        )
      ).map((one) => [one.badge_number, one]),
    )
    const rows: store.NewPriorCount[] = []
    for (const { line, badge, times, minutes, last_on } of lines) {
      const officer = officers.get(badge)
      if (!officer) wrong.push({ line, message: `no officer has badge ${badge}` })
      else if (officer.own) wrong.push({ line, message: 'ask another admin to enter your own count' })
      else if (last_on !== null && last_on > today) wrong.push({ line, message: 'the date is in the future' })
      else rows.push({ officer_id: officer.id, times, minutes, last_on: last_on ?? input.last_on })
    }
    if (wrong.length > 0) return refuseField('text', wrongWords(wrong.toSorted((a, b) => a.line - b.line)))
    if (rows.length === 0) return refuseField('text', 'No line has a badge number.')
    return { added: (await store.insertPriorCounts(db, rows, input)).length }
  }),

  write(
    takeBackPriorCount,
    async ({ db, input }) => {
      const found = await store.findPriorCount(db, input.id)
      if (!found) return refuse('not_found')
      if (found.own) return refuse('own_prior_count')
      if (found.takes_back !== null) return refuse('taken_back_already')
      await store.insertPriorCounts(db, [found], { kind: found.kind, reason: input.reason, takes_back: input.id })
      return { done: true }
    },
    { constraints: { openings_taken_once: 'taken_back_already' } },
  ),
]
