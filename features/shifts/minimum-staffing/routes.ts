import { hasVersion } from '#features/shifts/award-rules/store.ts'
import type { Db } from '#platform/server/db.ts'
import { type Refusal, type Route, read, refuse, refuseField, write } from '#platform/server/route.ts'
import { plusDays } from '#platform/shared/time.ts'
import {
  addMinimum,
  editMinimum,
  endMinimum,
  listForecast,
  listMinimums,
  MOST_MINIMUMS,
  openAgain,
  tryMinimum,
} from './contract.ts'
import type { Facts } from './rules.due.ts'
import { FORECAST_PAGE, forecastOf, TRIED_DAYS, triedOf } from './rules.forecast.ts'
import { findFacts } from './store.facts.ts'
import * as store from './store.ts'

const refuseGiven = async (db: Db, given: store.Written): Promise<Refusal<'invalid_input'> | null> => {
  const wrong = (field: string, message: string) => refuseField(field, message) as Refusal<'invalid_input'>
  if (given.platoon_id !== null && !(await store.hasPlatoon(db, given.platoon_id)))
    return wrong('platoon_id', 'Choose a platoon from the list.')
  if (given.signup_mode === 'award' && !(await hasVersion(db, given)))
    return wrong('award_rule_id', 'Choose an award rule. This shift type has none yet.')
  return null
}

/** Restoring an ended minimum counts like adding a new one. */
const refuseFull = async (db: Db, but: string | null): Promise<Refusal<'too_many_minimums'> | null> =>
  (await store.countMinimums(db, but)) >= MOST_MINIMUMS ? refuse('too_many_minimums', { most: MOST_MINIMUMS }) : null

export const routes: readonly Route[] = [
  read(listMinimums, store.listMinimums),
  read(
    listForecast,
    ({ after }) =>
      after === undefined
        ? findFacts({ days: FORECAST_PAGE + 1 })
        : findFacts({ from: plusDays(after, 1), days: FORECAST_PAGE }),
    ([row]) => {
      const { facts } = row as { facts: Facts }
      return forecastOf(facts)
    },
  ),

  write(addMinimum, async ({ db, input }) => {
    const wrong = await refuseGiven(db, input)
    if (wrong) return wrong
    const full = await refuseFull(db, null)
    if (full) return full
    const made = await store.insertMinimum(db, input)
    if (!made) throw new Error('no row came back')
    return made
  }),

  write(editMinimum, async ({ db, input }) => {
    const found = await store.lockMinimum(db, input.minimum_id)
    if (!found) return refuse('not_found')
    if (found.version !== input.version) return refuse('changed_meanwhile')
    const wrong = (await refuseGiven(db, input)) ?? (await refuseFull(db, found.id))
    if (wrong) return wrong
    return (await store.updateMinimum(db, found.id, input)) ?? refuse('not_found')
  }),

  write(endMinimum, async ({ db, input }) => {
    const found = await store.lockMinimum(db, input.minimum_id)
    if (!found) return refuse('not_found')
    if (found.version !== input.version) return refuse('changed_meanwhile')
    const full = await refuseFull(db, found.id)
    if (full) return full
    // A minimum that ends before it has started never takes effect.
    const last_on = [input.last_on, plusDays(found.starts_on, -1)].sort().at(-1) ?? input.last_on
    return (await store.updateEnd(db, found.id, last_on)) ?? refuse('not_found')
  }),

  write(tryMinimum, async ({ db, input: { minimum_id, ...given } }) => {
    const wrong = await refuseGiven(db, given)
    if (wrong) return wrong
    const group = { platoon_id: given.platoon_id, unit: given.unit || null }
    return triedOf(await store.readFacts(db, { days: TRIED_DAYS + 1, group }), given, minimum_id)
  }),

  write(openAgain, async ({ db, input }) => {
    if (!(await store.hasGap(db, input))) return refuse('not_found')
    return (await store.deleteTakenBack(db, input)) === 0 ? refuse('not_taken_back') : { done: true }
  }),
]
