import { notify } from '#features/department/notifications/store.ts'
import type { Db } from '#platform/server/db.ts'
import { type Refusal, type Route, read, refuse, write } from '#platform/server/route.ts'
import { durationWords } from '#platform/shared/time.ts'
import * as contract from './contract.ts'
import { decisionRoutes } from './routes.decisions.ts'
import {
  claimMadeAt,
  editableFrom,
  expiresAt,
  firstOverlap,
  mayDo,
  rangeOf,
  refuseAction,
  refuseShift,
  refuseTimes,
  stateOf,
} from './rules.ts'
import * as store from './store.ts'
import * as writes from './store.write.ts'
import { kindWords } from './words.ts'

type FoundOwn = ReturnType<typeof contract.FoundOwn.parse>
const ownOf = (row: unknown): contract.OwnClaim => {
  const { status, officer_id, created_at: _made, me, now_at, ...facts } = contract.FoundOwn.parse(row)
  const claim = { status, officer_id, submitted_at: facts.submitted_at }
  return {
    ...facts,
    state: stateOf(claim, now_at),
    expires_at: expiresAt(facts.submitted_at),
    may: mayDo(claim, { by_officer_id: me, now: now_at }),
  }
}

type ClaimInput = {
  kind: writes.Claim['kind']
  starts_at: string
  minutes: number
  docket_number: string
  court: string
  reason: string
  signup_id?: string | null | undefined
}
const claimOf = (input: ClaimInput): writes.Claim => {
  const court = input.kind === 'court'
  return {
    kind: input.kind,
    starts_at: input.starts_at,
    minutes: input.minutes,
    docket_number: court ? input.docket_number : null,
    court: court ? input.court : null,
    reason: input.reason,
    signup_id: input.signup_id ?? null,
  }
}

const dayWords = (at: string, zone: string) =>
  new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: zone }).format(
    new Date(at),
  )

type TimeCode =
  | 'not_past'
  | 'past_edit_limit'
  | 'overlaps_paid_time'
  | 'shift_not_worked'
  | 'far_from_shift'
  | 'not_found'

/** The first reason to refuse the claim as it is now, or null; `own.created_at` is when it was first made. */
const refusalOf = async (
  db: Db,
  claim: writes.Claim,
  own: { id: string | null; created_at: string } | null,
): Promise<Refusal<TimeCode> | null> => {
  const range = rangeOf(claim)
  const around = await store.findAround(db, {
    ...range,
    officer_id: null,
    signup_id: claim.signup_id,
    except: own?.id ?? null,
  })
  const { now_at: now, hours_edit_limit_days: limit_days, time_zone: zone } = around
  const times = refuseTimes(claim, { now, claimed_at: own?.created_at ?? now, limit_days, zone })
  // The contract has already refused the other two.
  if (times === 'not_past') return refuse(times)
  if (times === 'past_edit_limit') return refuse(times, { days: limit_days })
  if (claim.signup_id !== null) {
    if (!around.shift) return refuse('not_found')
    const shift = refuseShift(claim, around.shift)
    if (shift) return refuse(shift)
  }
  const other = firstOverlap(claim, around.paid)
  return other ? refuse('overlaps_paid_time', { what: other.what }) : null
}

/** Database constraints enforce the same two rules against concurrent changes. */
const held = { overtime_no_overlap: 'overlaps_paid_time', overtime_paid_twice: 'overlaps_paid_time' } as const

const tellAdmins = (db: Db, name: string | null, claim: writes.Claim, again: boolean, zone: string | null) =>
  notify(db, [
    {
      type: 'extra_time_waiting',
      title: again ? 'Extra time resubmitted' : 'Extra time needs approval',
      message: `${name ?? 'An officer'}: ${kindWords[claim.kind]}, ${dayWords(claim.starts_at, zone ?? 'UTC')}, ${durationWords(claim.minutes)}.`,
      officer_id: null,
      assignment_id: null,
    },
  ])

const lockOwn = async (
  db: Db,
  id: string,
  action: 'edit' | 'withdraw',
): Promise<FoundOwn | Refusal<'not_found' | 'already_decided' | 'wrong_state'>> => {
  const row = await store.lockMine(db, id)
  if (!row) return refuse('not_found')
  const found = contract.FoundOwn.parse(row)
  const refusal = refuseAction(action, found, { by_officer_id: found.me, now: found.now_at })
  if (refusal === null) return found
  return refusal === 'already_decided' ? refuse(refusal, { what: found.status, by: 'an admin' }) : refuse('wrong_state')
}
const isRefusal = <E extends string>(one: object | Refusal<E>): one is Refusal<E> => 'code' in one

export const routes: readonly Route[] = [
  read(contract.listMyExtraTime, store.listMine, ([row]) => {
    const { rows, page_size, time_zone, hours_edit_limit_days, now_at } = row as {
      rows: { item: unknown; place: string }[]
      page_size: number
      time_zone: string
      hours_edit_limit_days: number
      now_at: string
    }
    return {
      items: rows.slice(0, page_size).map(({ item }) => ownOf(item)),
      next: rows.length > page_size ? (rows[page_size - 1]?.place ?? null) : null,
      claimable_from: editableFrom(now_at, hours_edit_limit_days, time_zone),
    }
  }),

  write(
    contract.claimExtraTime,
    async ({ db, input, me }) => {
      const claim = claimOf(input)
      const { name, time_zone, ...own } = await me()
      const now_at = own.now_at.toISOString()
      const created_at = input.made_at ? claimMadeAt(input.made_at, now_at) : now_at
      const refusal = await refusalOf(db, claim, { id: null, created_at })
      if (refusal) return refusal
      await writes.updateExpired(db, rangeOf(claim))
      const row = await writes.insertClaim(db, claim, created_at)
      if (!row) throw new Error('no row came back')
      await tellAdmins(db, name, claim, false, time_zone)
      return row
    },
    { constraints: held },
  ),

  write(
    contract.editExtraTime,
    async ({ db, input, me }) => {
      const found = await lockOwn(db, input.id, 'edit')
      if (isRefusal(found)) return found
      if (found.version !== input.version) return refuse('changed_meanwhile')
      const claim = claimOf(input)
      const refusal = await refusalOf(db, claim, { id: found.id, created_at: found.created_at })
      if (refusal) return refusal
      const state = stateOf(found, found.now_at)
      await writes.updateExpired(db, rangeOf(claim))
      const row = await writes.updateClaim(db, found.id, claim, state !== 'pending')
      if (!row) throw new Error('no row came back')
      if (state !== 'pending') {
        const { name, time_zone } = await me()
        await tellAdmins(db, name, claim, true, time_zone)
      }
      return row
    },
    { constraints: held },
  ),

  write(contract.withdrawExtraTime, async ({ db, input }) => {
    const found = await lockOwn(db, input.id, 'withdraw')
    if (isRefusal(found)) return found
    await writes.updateWithdrawn(db, found.id)
    return { done: true }
  }),

  ...decisionRoutes,
]
