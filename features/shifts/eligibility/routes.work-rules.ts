import { toursOf } from '#features/roster/tours/store.ts'
import { type Route, read, refuse, refuseField, write } from '#platform/server/route.ts'
import { isoInstant } from '#platform/shared/time.ts'
import { getWorkRules, saveWorkRules, tryWorkRules } from './contract.work-rules.ts'
import { problemOfRules, reachOf } from './rules.limits.ts'
import { tryRules } from './rules.work-rules.ts'
import { findWorkRules, listHeldPlaces, putWorkRules, TRIED_AT_MOST } from './store.work-rules.ts'

const rangeOf = (row: { from_at: Date; to_at: Date }) => ({
  starts_at: isoInstant(row.from_at),
  ends_at: isoInstant(row.to_at),
})

export const routes: readonly Route[] = [
  read(getWorkRules, findWorkRules),

  write(saveWorkRules, async ({ db, input: { version, ...rules } }) => {
    const problem = problemOfRules(rules)
    if (problem) return refuseField(problem.field, problem.message)
    const saved = await putWorkRules(db, rules, version)
    return saved ?? refuse('changed_meanwhile')
  }),

  write(tryWorkRules, async ({ db, input: rules }) => {
    const problem = problemOfRules(rules)
    if (problem) return refuseField(problem.field, problem.message)
    const rows = await listHeldPlaces(db, reachOf(rules))
    const people = rows.map((row) => ({
      ...row,
      work: [...row.work, ...toursOf(row.tours, rangeOf(row), row.zone)],
    }))
    const places = rows.reduce((sum, row) => sum + row.held.length, 0)
    const zone = rows[0]?.zone ?? 'UTC'
    return { places, officers: rows.length, more: places === TRIED_AT_MOST, rules: tryRules(people, rules, zone) }
  }),
]
