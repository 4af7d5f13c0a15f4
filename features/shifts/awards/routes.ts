import { plainRule } from '#features/shifts/award-rules/rules.ts'
import { ruleOf } from '#features/shifts/award-rules/store.ts'
import { besidesFull } from '#features/shifts/eligibility/rules.main.ts'
import { detailsOf, heldByDatabase } from '#features/shifts/signups/rules.refusals.ts'
import { type Route, read, refuse, write } from '#platform/server/route.ts'
import { listOpportunities } from './contract.ledger.ts'
import { readOrder } from './contract.order.ts'
import {
  awardEarly,
  giveByHand,
  listMyCharges,
  listMyOpportunities,
  listMyPlaces,
  listMyReceipts,
  listRounds,
  type Receipt,
  type Round,
  readTerms,
} from './contract.ts'
import { chargesOf } from './rules.charges.ts'
import { wonFor } from './rules.rounds.ts'
import * as byHand from './store.by-hand.ts'
import * as charges from './store.charges.ts'
import * as opportunities from './store.opportunities.ts'
import * as order from './store.order.ts'
import * as places from './store.places.ts'
import * as receipts from './store.receipts.ts'
import type { Ranking } from './store.ts'

type TermsRow = {
  mode: 'first_come' | 'approval' | 'award'
  awarded_at: Date | null
  closes_at: Date | null
  commitment: string | null
  rule_name: string | null
  rule_version: number | null
  rule: unknown
}

type RoundsRow = TermsRow & {
  opens_at: Date | null
  early_reason: string | null
  early_by: string | null
  status: string
  applied: number
  support: boolean
  now_at: Date
  rounds: Round[]
}

const at = (when: Date | null) => when?.toISOString() ?? null

const termsOf = (row: TermsRow) => ({
  rule: row.rule === null ? plainRule : ruleOf(row.rule),
  rule_name: row.rule_name ?? 'Order of sign-up',
  rule_version: row.rule_version,
  mode: row.mode,
  awarded_at: at(row.awarded_at),
  closes_at: at(row.closes_at),
  commitment: row.commitment,
})

type InForce = { name: string; body: unknown }
type ChargedRow = TermsRow & {
  in_force: InForce[]
  kept: { post_id: string; starts_at: string; ends_at: string; minutes: number }[]
}
/** The shift's own rule comes first, if it awards the shift. */
const chargedTerms = (row: ChargedRow) => {
  const terms = termsOf(row)
  const rules = row.in_force.map(({ name, body }) => ({ name, rule: ruleOf(body) }))
  const own = { name: terms.rule_name, rule: terms.rule }
  return { ...terms, charges: chargesOf(row.mode === 'award' ? [own, ...rules] : rules), kept: row.kept }
}

const awardOf = (row: RoundsRow) => ({
  ...termsOf(row),
  opens_at: at(row.opens_at),
  early: row.early_reason === null ? null : { by_name: row.early_by, reason: row.early_reason },
  applied: row.applied,
  may_award:
    !row.support &&
    row.mode === 'award' &&
    row.status === 'published' &&
    row.awarded_at === null &&
    row.early_reason === null &&
    (row.opens_at === null || row.opens_at < row.now_at) &&
    row.closes_at !== null &&
    row.closes_at > row.now_at,
  rounds: row.rounds.map((round) => ({ ...round, rule: ruleOf(round.rule) })),
})

/** The draw decides the order here, so no rank exists before it. */
const isDrawn = ({ rule, ranked }: Ranking): boolean =>
  rule.method === 'lottery' || ranked.some((one) => one.decided_by === 'id')

export const routes: readonly Route[] = [
  read(listOpportunities, opportunities.listOpportunities),
  read(listMyOpportunities, opportunities.listMyOpportunities),
  // A newcomer's charge needs the other officers' figures, of which only the average or the maximum counts.
  read(listMyCharges, charges.listMyCharges, (rows) => ({ rules: charges.chargedBy(rows as never) }), {
    department: () => charges.ofEverybody,
  }),
  read(readOrder, order.findOrder, ([row]) => (row ? order.orderPage(row as never) : refuse('not_found')), {
    many: true,
  }),
  // The order needs everyone's figures, of which the caller learns the own place alone.
  read(
    listMyPlaces,
    places.findAsking,
    ([row], facts) => ({ rules: places.placesBy(facts as never, (row?.officer_id ?? null) as string | null) }),
    { shared: places.listFacts, sharedAs: 'department' },
  ),
  read(listMyReceipts, receipts.listMyReceipts, ([row]) => {
    const { items, next } = JSON.parse(row?.json as string) as { items: Receipt[]; next: string | null }
    return { items: items.map((one) => ({ ...one, won: wonFor(ruleOf(one.rule), one, one.won) })), next }
  }),
  read(
    listRounds,
    ({ assignment_id }) => receipts.listRounds(assignment_id),
    ([row]) => (row ? awardOf(row as RoundsRow) : refuse('not_found')),
  ),

  read(readTerms, receipts.findTerms, ([row]) => (row ? chargedTerms(row as ChargedRow) : refuse('not_found'))),

  write(awardEarly, async ({ db, input }) => {
    const found = await byHand.lockForAward(db, input.assignment_id)
    if (!found) return refuse('not_found')
    if (found.signup_mode !== 'award' || found.status !== 'published' || found.awarded_at !== null || found.over)
      return refuse('not_to_award')
    if (found.opens_at !== null && found.opens_at >= found.now_at) return refuse('not_open_yet')
    await byHand.updateAwardEarly(db, input.assignment_id, input.reason)
    return { done: true }
  }),

  write(
    giveByHand,
    async ({ db, input }) => {
      const held = await byHand.findHeldLocked(db, input.id)
      if (!held) return refuse('not_found')
      if (held.officer_id === held.by) return refuse('own_signup')
      if (held.status !== 'interested' && held.status !== 'waitlisted')
        return refuse('wrong_state', { status: held.status })
      const ranking = await byHand.rankWaiting(db, held)
      if (held.to_award && isDrawn(ranking)) return refuse('draw_first')
      const own = ranking.ranked.find((one) => one.officer_id === held.officer_id)
      // The reason doubles as the override, so overridable reasons do not block it.
      const stands = [...(own?.reasons ?? [])].find((one) => !one.overridable)
      if (stands) return refuse(stands.code, detailsOf(stands))
      if (besidesFull(own?.reasons ?? []).length < (own?.reasons ?? []).length) return refuse('full')
      await byHand.updateGiven(db, held, ranking, input.reason)
      return { done: true }
    },
    { constraints: heldByDatabase },
  ),
]
