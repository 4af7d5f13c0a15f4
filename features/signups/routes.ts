import { notify } from '#features/notifications/store.ts'
import type { Db } from '#platform/server/db.ts'
import { type Route, read, refuse, write } from '#platform/server/route.ts'
import { isoInstant } from '#platform/shared/time.ts'
import { callOff, countPending, keepPlace, listOpenJobs, signUp, withdraw } from './contract.ts'
import { detailsOf, heldByDatabase } from './rules.refusals.ts'
import { refuseSignUp, refuseSignupAction, type SignupAction } from './rules.ts'
import * as jobs from './store.jobs.ts'
import { findOwnLocked, findSignUpFacts, insertSignup, type OwnFacts, updateOwnStatus } from './store.ts'

const refuseOwn = (action: SignupAction, found: OwnFacts) =>
  refuseSignupAction(
    action,
    { ...found.own, officer_id: found.officer_id },
    { officer_id: found.officer_id, notice_minutes: found.notice_minutes },
    isoInstant(found.now_at),
  )

const tellCallOff = (db: Db, found: OwnFacts, type: 'calloff' | 'calloff_requested') =>
  notify(db, [
    {
      type,
      title: type === 'calloff' ? `${found.officer_name} called off` : `${found.officer_name} asks to be called off`,
      message: `${found.own.title}, ${found.when_words}`,
      officer_id: null,
      assignment_id: found.own.assignment_id,
    },
  ])

export const routes: readonly Route[] = [
  read(listOpenJobs, jobs.listOpenJobs),
  read(countPending, jobs.countPending),

  write(
    signUp,
    async ({ db, input }) => {
      const own = await insertSignup(db, input)
      if (own) return own
      const facts = await findSignUpFacts(db, input)
      if (!facts) return refuse('not_found')
      if (!facts.part) return refuse('not_a_part')
      const reason = refuseSignUp(facts.job, facts.candidate, isoInstant(facts.now_at))
      return reason ? refuse(reason.code, detailsOf(reason)) : refuse('changed_meanwhile')
    },
    { constraints: heldByDatabase },
  ),

  write(withdraw, async ({ db, input }) => {
    const found = await findOwnLocked(db, input.id)
    if (!found) return refuse('not_found')
    if (refuseOwn('withdraw', found)) return refuse('wrong_state', { status: found.own.status })
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
    if (free !== 'notice_passed') return refuse('wrong_state', { status: found.own.status })
    if (input.reason === undefined) return refuse('notice_passed', { notice_minutes: found.notice_minutes })
    await tellCallOff(db, found, 'calloff_requested')
    return updateOwnStatus(db, input.id, 'calloff_requested', input.reason)
  }),

  write(keepPlace, async ({ db, input }) => {
    const found = await findOwnLocked(db, input.id)
    if (!found) return refuse('not_found')
    if (refuseOwn('take_back_calloff', found)) return refuse('wrong_state', { status: found.own.status })
    return updateOwnStatus(db, input.id, 'confirmed')
  }),
]
