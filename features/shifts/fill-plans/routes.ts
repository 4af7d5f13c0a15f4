import { notify } from '#features/department/notifications/store.ts'
import { firstStanding } from '#features/shifts/eligibility/rules.ts'
import { listEligibility } from '#features/shifts/eligibility/store.ts'
import { detailsOf, heldByDatabase } from '#features/shifts/signups/rules.refusals.ts'
import type { NotToSignUpCode } from '#features/shifts/signups/rules.ts'
import { lockSignups } from '#features/shifts/signups/store.ts'
import type { Db } from '#platform/server/db.ts'
import { Refusal, type Route, read, refuse, write } from '#platform/server/route.ts'
import { askPlan, listPlans, readPlan, takeLine, takeLines, undoLines } from './contract.ts'
import { refuseUndoLine } from './rules.undo.ts'
import * as store from './store.ts'
import { listTaken, type TakenLine, undoTaken } from './store.undo.ts'

/** Assigns the spot of a locked line if all rules still allow it. */
const take = async (
  db: Db,
  id: string,
): Promise<
  | { id: string; signup_id: string }
  | Refusal<NotToSignUpCode | 'not_found' | 'line_taken' | 'own_signup' | 'changed_meanwhile'>
> => {
  const line = await store.findLine(db, id)
  if (line === null) return refuse('not_found')
  if (line.taken) return refuse('line_taken')
  if (line.officer_id === line.by) return refuse('own_signup')
  if (line.moved) return refuse('changed_meanwhile')
  const [found] = await listEligibility(db, { ...line, officer_ids: [line.officer_id], purpose: 'fill' })
  if (!found) return refuse('not_found')
  const reason = firstStanding(found.reasons)
  if (reason) return refuse(reason.code, detailsOf(reason))
  if (line.waiting_id !== null && !line.waiting_here) return refuse('already_signed_up')
  const signup_id = await store.giveLine(db, line)
  const { officer_id, assignment_id } = line
  await notify(db, [
    { type: 'signup_assigned', title: 'You were assigned to a shift', message: line.what, officer_id, assignment_id },
  ])
  return { id, signup_id }
}

type Result = { id: string; done: boolean; code: string | null }

/** Undoes what a locked line assigned, if it is the caller's own and recent, and notifies the officer. */
const undo = async (db: Db, line: TakenLine): Promise<Result> => {
  const code = refuseUndoLine(line, line.by, line.now_at)
  if (code !== null) return { id: line.id, done: false, code }
  await undoTaken(db, line)
  const { officer_id, assignment_id, what: message } = line
  const told =
    line.decided_from === null
      ? ({ type: 'signup_released', title: 'An admin undid the change. You no longer have the shift' } as const)
      : ({ type: 'decision_undone', title: 'Your request is pending again' } as const)
  await notify(db, [{ ...told, message, officer_id, assignment_id }])
  return { id: line.id, done: true, code: null }
}

export const routes: readonly Route[] = [
  read(listPlans, store.listPlans),
  read(readPlan, store.readPlan),
  write(askPlan, async ({ db, input }) => (await store.insertPlan(db, input.days)) ?? refuse('plan_waiting')),
  write(
    takeLine,
    async ({ db, input }) => {
      await store.lockLines(db, [input.id])
      return take(db, input.id)
    },
    { constraints: heldByDatabase },
  ),
  write(
    takeLines,
    async ({ db, input }) => {
      if (!(await store.isThere(db, input.id))) return refuse('not_found')
      const ids = await store.listLineIds(db, input.id, input.line_ids)
      const known = new Set(ids)
      await store.lockLines(db, ids)
      const results = input.line_ids
        .filter((id, at) => !known.has(id) && input.line_ids.indexOf(id) === at)
        .map((id) => ({ id, done: false, code: 'not_found' as string | null }))
      for (const id of ids) {
        const answer = await take(db, id)
        results.push(
          answer instanceof Refusal ? { id, done: false, code: answer.code } : { id, done: true, code: null },
        )
      }
      return { results }
    },
    { constraints: heldByDatabase },
  ),
  write(undoLines, async ({ db, input }) => {
    if (!(await store.isThere(db, input.id))) return refuse('not_found')
    await store.lockLines(db, await store.listLineIds(db, input.id, input.line_ids))
    const lines = await listTaken(db, input.id, input.line_ids)
    await lockSignups(
      db,
      lines.map(({ signup_id }) => signup_id),
    )
    const results: Result[] = []
    for (const line of await listTaken(db, input.id, input.line_ids)) results.push(await undo(db, line))
    const found = new Set(results.map(({ id }) => id))
    const others = [...new Set(input.line_ids)].filter((id) => !found.has(id))
    return { results: [...results, ...others.map((id) => ({ id, done: false, code: 'wrong_state' }))] }
  }),
]
