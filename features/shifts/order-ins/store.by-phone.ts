import type { TakeAnswer, Taken } from '#features/department/channels/store.answers.ts'
import { updateReadAnswered } from '#features/department/notifications/store.ts'
import { besidesFull } from '#features/shifts/eligibility/rules.main.ts'
import { listEligibility } from '#features/shifts/eligibility/store.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { findAskedLocked, saveAnswer, seeOrder } from './store.calls.ts'

const not = (said: string): Taken => ({ said, done: false })

/** YES, or 1 on a call, to an order acknowledges it. There is no NO. */
export const acknowledgeByPhone: TakeAnswer = async (db, asked, yes) => {
  if (asked.event !== 'ordered_in') return null
  if (!yes) return not("An order can't be declined by text or phone. Contact your supervisor.")
  const order = await db.row<{ id: string; over: boolean }>(sql`select i.id,
      i.cancelled_at is not null or i.fell_at is not null as over
    from order_ins i where ${ours('i')} and i.officer_id = (select app.officer_id())
      and i.assignment_id = ${asked.assignment_id}::uuid and i.ordered_at = ${asked.told_at}::timestamptz`)
  if (!order || order.over) return not("This order was canceled. You're no longer ordered in.")
  await seeOrder(db, order.id)
  await updateReadAnswered(db, ['ordered_in'], asked.assignment_id)
  return { said: 'Order acknowledged. Open the app for details.', done: true }
}

/** YES or NO, by text or key, to a call for volunteers, until it is decided. */
export const volunteerByPhone: TakeAnswer = async (db, asked, yes) => {
  if (asked.event !== 'volunteers_asked') return null
  const call = await db.row<{ id: string }>(sql`select c.id from order_calls c join order_asked q
      on q.organization_id = c.organization_id and q.call_id = c.id
    where ${ours('c')} and q.officer_id = (select app.officer_id()) and c.assignment_id = ${asked.assignment_id}::uuid
      and c.opened_at = ${asked.told_at}::timestamptz`)
  const locked = call && (await findAskedLocked(db, call.id))
  if (!call || !locked?.open) return not('Too late: this call has been decided.')
  if (yes) {
    const [me] = await listEligibility(db, { ...locked, officer_ids: [locked.officer_id], purpose: 'fill' })
    if (besidesFull(me?.reasons ?? []).length > 0) return not("You can't take this shift. Open the app to see why.")
  }
  await saveAnswer(db, call.id, yes ? 'yes' : 'no')
  await updateReadAnswered(db, ['volunteers_asked'], locked.assignment_id)
  return {
    said: yes ? "You volunteered. We'll let you know the decision." : "Got it. You're not volunteering.",
    done: true,
  }
}
