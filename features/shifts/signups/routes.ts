import { notify } from '#features/department/notifications/store.ts'
import { listEligibility, partOf } from '#features/shifts/eligibility/store.ts'
import type { Db } from '#platform/server/db.ts'
import { type Route, read, refuse, write } from '#platform/server/route.ts'
import { isoInstant } from '#platform/shared/time.ts'
import { callOff, keepPlace, listOpenJobs, signUp, undoSignUp, withdraw } from './contract.ts'
import { detailsOf, heldByDatabase } from './rules.refusals.ts'
import { refuseSignupAction, type SignupAction } from './rules.ts'
import { mayUndoSignUp } from './rules.undo.ts'
import * as jobs from './store.jobs.ts'
import { findOwnLocked, findPart, insertSignup, type OwnFacts, updateOwnStatus, wakePassing } from './store.ts'

const refuseOwn = (action: SignupAction, found: OwnFacts) =>
  refuseSignupAction(
    action,
    { ...found.own, officer_id: found.officer_id },
    { officer_id: found.officer_id, notice_minutes: found.notice_minutes, desk_minutes: found.desk_minutes },
    isoInstant(found.now_at),
  )

const tellCallOff = (db: Db, found: OwnFacts, type: 'calloff' | 'calloff_requested') =>
  notify(db, [
    {
      type,
      title: type === 'calloff' ? `${found.officer_name} called off` : `${found.officer_name} asked to call off`,
      message: `${found.own.title}, ${found.when_words}`,
      officer_id: null,
      assignment_id: found.own.assignment_id,
    },
  ])

export const routes: readonly Route[] = [
  read(listOpenJobs, jobs.listOwnOpen, undefined, { shared: jobs.listPosted }),

  write(
    signUp,
    async ({ db, input }) => {
      const own = await insertSignup(db, input)
      if (own) return own
      // Runs under the locks taken by the first try.
      const found = await findPart(db, input)
      const { assignment_id, post_id } = input
      const [me] = await listEligibility(db, {
        assignment_id,
        post_id,
        ...partOf(input),
        officer_ids: 'self',
        purpose: 'sign_up',
      })
      const reason = me?.reasons[0]
      // Unpublished shifts do not exist for the caller, even for an admin.
      if (!me || !found || reason?.code === 'not_published') return refuse('not_found')
      if (!found.part) return refuse('not_a_part')
      if (reason) return refuse(reason.code, { ...detailsOf(reason), reasons: me.reasons })
      return (await insertSignup(db, input, { reckoned: true })) ?? refuse('changed_meanwhile')
    },
    { constraints: heldByDatabase },
  ),

  write(withdraw, async ({ db, input }) => {
    const found = await findOwnLocked(db, input.id)
    if (!found) return refuse('not_found')
    if (refuseOwn('withdraw', found)) return refuse('wrong_state', { status: found.own.status })
    return updateOwnStatus(db, input.id, 'withdrawn')
  }),

  write(undoSignUp, async ({ db, input }) => {
    const found = await findOwnLocked(db, input.id)
    if (!found) return refuse('not_found')
    const asked = { ...found.own, checked_in: found.checked_in, self_made: found.self_made }
    if (!mayUndoSignUp(asked, isoInstant(found.now_at))) return refuse('undo_over')
    return updateOwnStatus(db, input.id, 'withdrawn')
  }),

  write(callOff, async ({ db, input }) => {
    const found = await findOwnLocked(db, input.id)
    if (!found) return refuse('not_found')
    if (found.checked_in) return refuse('checked_in')
    const free = refuseOwn('call_off', found)
    if (free === null) {
      await tellCallOff(db, found, 'calloff')
      return updateOwnStatus(db, input.id, 'called_off', input.reason)
    }
    if (free === 'started') return refuse('started')
    if (free === 'call_desk') return refuse('call_desk')
    if (free !== 'notice_passed') return refuse('wrong_state', { status: found.own.status })
    if (input.reason === undefined) return refuse('notice_passed', { notice_minutes: found.notice_minutes })
    await tellCallOff(db, found, 'calloff_requested')
    await wakePassing(db)
    return updateOwnStatus(db, input.id, 'calloff_requested', input.reason)
  }),

  write(keepPlace, async ({ db, input }) => {
    const found = await findOwnLocked(db, input.id)
    if (!found) return refuse('not_found')
    if (refuseOwn('take_back_calloff', found)) return refuse('wrong_state', { status: found.own.status })
    return updateOwnStatus(db, input.id, 'confirmed')
  }),
]
