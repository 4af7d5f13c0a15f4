import { notify, updateReadAnswered } from '#features/department/notifications/store.ts'
import { recordOpportunities } from '#features/shifts/awards/store.opportunities.ts'
import { besidesFull } from '#features/shifts/eligibility/rules.main.ts'
import { reasonsOf } from '#features/shifts/eligibility/store.facts.ts'
import { listEligibility } from '#features/shifts/eligibility/store.ts'
import { lockSignups } from '#features/shifts/signups/store.ts'
import { type Route, read, refuse, write } from '#platform/server/route.ts'
import {
  answerCall,
  cancelOrder,
  type MyOrders,
  openCall,
  previewCall,
  readMyOrders,
  readOrderIn,
  seeOrder,
  stopCall,
} from './contract.calls.ts'
import { listOrders } from './contract.orders.ts'
import { decisionOf } from './rules.ts'
import { veiled } from './rules.veiled.ts'
import { askVolunteers } from './store.asking.ts'
import * as store from './store.calls.ts'
import * as preview from './store.preview.ts'
import * as reads from './store.reads.ts'
import { callEnded } from './words.ts'

/** What an ordered officer sees about those skipped. */
const veil = (mine: MyOrders): MyOrders => ({
  ...mine,
  orders: mine.orders.map((order) => ({
    ...order,
    passed: (order.passed ?? [])
      .filter((one) => one.position < order.position)
      .map((one) => ({
        ...one,
        officer_id: one.name === null ? null : one.officer_id,
        reasons: veiled(one.reasons, one.name !== null),
      })),
  })),
})

type MineRow = Omit<MyOrders, 'asked'> & {
  asked: (Omit<MyOrders['asked'][number], 'reasons'> & reads.AskedRow)[]
}

/** With what is against the officer now: after the call went out, other work or leave can come in between. */
const withReasons = ({ asked, ...mine }: MineRow): MyOrders => ({
  ...mine,
  asked: asked.map(({ eligibility, ...one }) => {
    const row = { ...eligibility, now_at: new Date(eligibility.now_at) }
    return {
      ...one,
      reasons: besidesFull(reasonsOf(row, 'fill')),
      takes_signups: one.takes_signups && reasonsOf(row, 'sign_up').length === 0,
    }
  }),
})

export const routes: readonly Route[] = [
  read(readOrderIn, reads.readOfAssignment),
  read(listOrders, reads.listOrders),
  read(readMyOrders, reads.readMine, (rows) => {
    const [row] = rows as { json: string }[]
    return row ? veil(withReasons(JSON.parse(row.json) as MineRow)) : refuse('not_found')
  }),

  read(previewCall, preview.previewCall, (found) => {
    const rows = found as preview.PreviewRow[]
    const [first] = rows
    const force = rows.find((row) => row.force !== null)?.force
    if (!first || !force) return refuse('not_found')
    const { missing: places, units } = first
    const officers = rows.map((row) => ({
      ...{ officer_id: row.officer_id, reasons: besidesFull(reasonsOf(row, 'fill')), offered: row.offered },
    }))
    const { list_units, ordered } = decisionOf(force, { units, places }, officers)
    const names = new Map(force.members.map((one) => [one.officer_id, one.name]))
    return {
      asked: officers.filter(({ reasons }) => reasons.length === 0).length,
      missing: places,
      next: ordered([]).chosen.map(({ officer_id, position }) => ({
        officer_id,
        position,
        name: names.get(officer_id) ?? '',
      })),
      list_units: [...list_units],
      requested: rows
        .filter((row) => row.requested_at !== null)
        .toSorted((a, b) => Number(a.requested_at) - Number(b.requested_at))
        .map(({ officer_id, name }) => ({ officer_id, name })),
    }
  }),

  write(openCall, async ({ db, input }) => {
    const call = await askVolunteers(db, { ...input, by_person: true })
    if (typeof call === 'string') return refuse(call)
    return { id: call.id, closes_at: call.closes_at.toISOString(), asked: call.asked }
  }),

  write(stopCall, async ({ db, input }) => {
    const stopped = await store.stopCall(db, input.id, input.reason)
    if (!stopped) return stopped === null ? refuse('not_found') : refuse('already_decided')
    const waiting = await store.listWaiting(db, input.id)
    await notify(
      db,
      waiting.map(({ officer_id, assignment_id, what }) => ({
        type: 'volunteers_decided' as const,
        title: callEnded,
        message: `${what}: ${input.reason}`,
        officer_id,
        assignment_id,
      })),
    )
    return { done: true }
  }),

  write(cancelOrder, async ({ db, input }) => {
    const before = await store.findOrder(db, input.id)
    if (!before) return refuse('not_found')
    await lockSignups(db, [before.signup_id])
    const order = (await store.findOrder(db, input.id)) ?? before
    if (order.own) return refuse('own_order')
    if (order.cancelled) return refuse('already_cancelled')
    if (order.started) return refuse('started')
    if (order.checked_in) return refuse('checked_in')
    await store.cancelOrder(db, order, input.reason)
    const { officer_id, signup_id, assignment_id, post_id } = order
    // The ledger keeps the order and adds its reversal.
    await recordOpportunities(db, [
      {
        ...{ officer_id, signup_id, assignment_id, post_id, kind: 'ordered', source: 'order' },
        minutes: -order.minutes,
        note: `Canceled: ${input.reason}`.slice(0, 500),
      },
    ])
    await notify(db, [
      {
        type: 'order_cancelled',
        title: "You're no longer ordered in",
        message: `${order.what}: ${input.reason}`,
        officer_id: order.officer_id,
        assignment_id: order.assignment_id,
      },
    ])
    return { done: true }
  }),

  write(answerCall, async ({ db, input }) => {
    const asked = await store.findAskedLocked(db, input.id)
    if (!asked) return refuse('not_found')
    if (!asked.open) return refuse('already_decided')
    if (input.answer === 'yes') {
      const [me] = await listEligibility(db, { ...asked, officer_ids: [asked.officer_id], purpose: 'fill' })
      const [reason] = besidesFull(me?.reasons ?? [])
      if (reason) return refuse('not_eligible', { code: reason.code, ...reason.details })
    }
    await store.saveAnswer(db, input.id, input.answer)
    await updateReadAnswered(db, ['volunteers_asked'], asked.assignment_id)
    return { done: true }
  }),

  write(seeOrder, async ({ db, input }) => {
    const order = await store.seeOrder(db, input.id)
    if (!order) return refuse('not_found')
    await updateReadAnswered(db, ['ordered_in'], order.assignment_id)
    return { done: true }
  }),
]
