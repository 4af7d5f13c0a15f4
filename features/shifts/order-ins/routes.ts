import { type Route, read, refuse, refuseField, write } from '#platform/server/route.ts'
import { dismissAlertOffer, readAlertOffer } from './contract.alerts.ts'
import { editForceSettings, endExemption, exemptOfficer, type ForceRow, listExemptions, listForce } from './contract.ts'
import { routes as calls } from './routes.calls.ts'
import { listFor, periodStart } from './rules.ts'
import * as alerts from './store.alerts.ts'
import * as store from './store.ts'

type ListedMember = ReturnType<typeof listFor<store.ForceMember>>[number]

/** A row as the reader may see it: officers see others' names only if the department shows them. */
const rowFor = (facts: store.ForceFacts, one: ListedMember): ForceRow => {
  const own = one.officer_id === facts.me
  const named = own || facts.role !== 'officer' || facts.settings.names_shown
  return {
    officer_id: named ? one.officer_id : null,
    name: named ? one.name : null,
    badge_number: named ? one.badge_number : null,
    unit: one.unit,
    hired_on: named ? one.hired_on : null,
    position: one.position,
    orders: one.orders,
    credit: one.credit,
    count: one.count,
    last_ordered_at: one.last_ordered_at,
    exempt: one.exempt,
    own,
  }
}

/** The caller's position on the list of their own unit, where units have their own. */
const inUnit = (facts: store.ForceFacts) => {
  const unit = facts.settings.by_unit ? facts.members.find((one) => one.officer_id === facts.me)?.unit : null
  const list = unit ? listFor(facts, [unit], facts.today) : []
  const at = list.findIndex((one) => one.officer_id === facts.me)
  return unit && at >= 0 ? { unit, position: at + 1, total: list.length } : null
}

/** A page of the list; the key is the position where the last page ended. */
const pageOf = (facts: store.ForceFacts, asked: store.ForceAsked) => {
  const list = listFor(facts, asked.unit === '' ? [] : [asked.unit], facts.today)
  const from = Number(asked.after ?? 0)
  const shown = list.slice(from, from + asked.limit)
  const at = list.findIndex((one) => one.officer_id === facts.me)
  const near = at < 0 ? [] : list.slice(Math.max(0, at - 2), at + 3).map((one) => rowFor(facts, one))
  return {
    items: shown.map((one) => rowFor(facts, one)),
    next: from + shown.length < list.length ? String(from + shown.length) : null,
    settings: facts.settings,
    counted_from: periodStart(facts.settings, facts.today),
    units: [...new Set(facts.members.flatMap((one) => (one.unit && one.left_on === null ? [one.unit] : [])))].sort(),
    total: list.length,
    mine: near.find((one) => one.own) ?? null,
    in_unit: inUnit(facts),
    near,
  }
}

export const routes: readonly Route[] = [
  ...calls,
  read(listForce, store.forceFactsFor, (rows) => {
    const [row] = rows as { facts: store.ForceFacts; asked: store.ForceAsked }[]
    return row ? pageOf(row.facts, row.asked) : refuse('not_found')
  }),
  read(listExemptions, store.listExemptions),
  read(readAlertOffer, alerts.findAlertOffer),

  write(dismissAlertOffer, async ({ db }) => {
    await alerts.updateAlertOfferDismissed(db)
    return { done: true }
  }),

  write(editForceSettings, async ({ db, input }) => {
    return (await store.saveSettings(db, input)) ?? refuse('changed_meanwhile')
  }),

  write(exemptOfficer, async ({ db, input, me }) => {
    if (input.officer_id === (await me()).officer_id) return refuse('own_exemption')
    const ends_on = input.ends_on === '' ? null : input.ends_on
    if (ends_on !== null && ends_on < input.starts_on)
      return refuseField('ends_on', "The end can't be before the start.")
    return (await store.insertExemption(db, { ...input, ends_on })) ?? refuse('not_on_list')
  }),

  write(endExemption, async ({ db, input }) => {
    const found = await store.findExemptionLocked(db, input.id)
    if (!found) return refuse('not_found')
    if (found.own) return refuse('own_exemption')
    await store.endExemption(db, input.id)
    return { done: true }
  }),
]
