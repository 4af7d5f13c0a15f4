import { notify, type Told } from '#features/department/notifications/store.ts'
import type { Db } from '#platform/server/db.ts'
import { type Route, read, refuse, refuseFeature, write } from '#platform/server/route.ts'
import { durationWords } from '#platform/shared/time.ts'
import { NO_OFFICER } from '#platform/shared/vendor.ts'
import {
  approveExtraTime,
  decideManyExtraTime,
  denyExtraTime,
  type ExtraTimeRequest,
  FoundRequest,
  listExtraTime,
  returnExtraTime,
  undoExtraTime,
} from './contract.ts'
import { expiresAt, firstOverlap, mayDo, rangeOf, refuseAction, refuseCorrected, stateOf } from './rules.ts'
import * as store from './store.ts'
import { type Decision, updateDecided, updateUndone } from './store.write.ts'
import { decisionWords, kindWords } from './words.ts'

const requestOf = (found: FoundRequest): ExtraTimeRequest => {
  const { status, officer_id, created_at: _made, time_zone: _zone, me, now_at, ...facts } = found
  const claim = { status, officer_id, submitted_at: facts.submitted_at }
  return {
    ...facts,
    state: stateOf(claim, now_at),
    expires_at: expiresAt(facts.submitted_at),
    // Only the department's own people decide on spots, hours and money.
    may: me === NO_OFFICER ? [] : mayDo(claim, { by_officer_id: me, now: now_at }),
    own: officer_id === me,
  }
}

const lockAll = async (db: Db, ids: readonly string[]) =>
  (await store.lockRequests(db, ids)).map((row) => FoundRequest.parse(row))

type DecideCode = 'own_extra_time' | 'already_decided' | 'extra_time_expired' | 'wrong_state' | 'changed_meanwhile'

/** Why the decision is refused, or null. Another admin's earlier decision is reported before a version conflict. */
const refusalFor = (action: Decision, found: FoundRequest, version: number): DecideCode | null => {
  const refusal = refuseAction(action, found, { by_officer_id: found.me, now: found.now_at })
  // `not_own` applies only to the claimant's actions.
  if (refusal !== null && refusal !== 'not_own') return refusal
  return found.version === version ? null : 'changed_meanwhile'
}

/** The earlier decision, reported to the admin whose decision came second. */
const happened = (found: FoundRequest) => ({ what: found.status, by: found.decided_by ?? 'another admin' })

const titles = { approve: 'Extra time approved', deny: 'Extra time denied', return: 'Extra time returned' } as const

/** `Court, Fri, Nov 21: 2 h` */
const claimWords = (found: FoundRequest): string => {
  const day = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: found.time_zone,
  })
  return `${kindWords[found.kind]}, ${day.format(new Date(found.starts_at))}: ${durationWords(found.minutes)}`
}

const toldOf = (found: FoundRequest, action: Decision, more: string): Told => ({
  type: 'extra_time_decided',
  title: titles[action],
  message: `${claimWords(found)} ${decisionWords[action]}.${more && ` ${more}`}`,
  officer_id: found.officer_id,
  assignment_id: null,
})

const decideOne = async (db: Db, action: 'deny' | 'return', input: { id: string; version: number; reason: string }) => {
  const [found] = await lockAll(db, [input.id])
  if (!found) return refuse('not_found')
  const code = refusalFor(action, found, input.version)
  if (code) return code === 'already_decided' ? refuse(code, happened(found)) : refuse(code)
  await updateDecided(db, [found.id], action, input.reason)
  const more = action === 'return' ? `${input.reason} Edit and resubmit it in History.` : input.reason
  await notify(db, [toldOf(found, action, more)])
  return { done: true }
}

type Times = { starts_at: string; minutes: number }

/** Why the times cannot be approved, or null: re-checked here under lock, where no concurrent decision is possible. */
const refuseApproved = async (db: Db, found: FoundRequest, times: Times | null) => {
  const asked = found.asked ?? found
  const approved = times ?? found
  const wrong = times ? refuseCorrected(times, asked, found.now_at) : null
  if (wrong === 'far_from_asked' || wrong === 'not_past') return refuse(wrong)
  const around = await store.findAround(db, {
    ...rangeOf(approved),
    officer_id: found.officer_id,
    signup_id: null,
    except: found.id,
  })
  const other = firstOverlap(approved, around.paid)
  return other ? refuse('overlaps_paid_time', { what: other.what }) : null
}

const held = { overtime_no_overlap: 'overlaps_paid_time', overtime_paid_twice: 'overlaps_paid_time' } as const

export const decisionRoutes: readonly Route[] = [
  read(listExtraTime, store.listRequests, (rows) => {
    const found = rows as { item: unknown; place: string; page_size: number }[]
    const size = found[0]?.page_size ?? 0
    return {
      items: found.slice(0, size).map(({ item }) => requestOf(FoundRequest.parse(item))),
      next: found.length > size ? (found[size - 1]?.place ?? null) : null,
    }
  }),

  write(
    approveExtraTime,
    async ({ db, input }) => {
      const [found] = await lockAll(db, [input.id])
      if (!found) return refuse('not_found')
      const code = refusalFor('approve', found, input.version)
      if (code) return code === 'already_decided' ? refuse(code, happened(found)) : refuse(code)
      const same =
        !input.times ||
        (Date.parse(input.times.starts_at) === Date.parse(found.starts_at) && input.times.minutes === found.minutes)
      const times = same ? null : (input.times ?? null)
      const refusal = await refuseApproved(db, found, times)
      if (refusal) return refusal
      await updateDecided(db, [found.id], 'approve', input.reason || null, times)
      const corrected = times
        ? `Corrected from ${durationWords(found.minutes)} to ${durationWords(times.minutes)}.`
        : ''
      await notify(db, [toldOf({ ...found, ...times }, 'approve', [corrected, input.reason].filter(Boolean).join(' '))])
      return { done: true }
    },
    { constraints: held },
  ),
  write(
    undoExtraTime,
    async ({ db, input }) => {
      const [found] = await lockAll(db, [input.id])
      if (!found) return refuse('not_found')
      if (found.officer_id === found.me) return refuse('own_extra_time')
      if ((await updateUndone(db, found.id)) === 0) return refuse('undo_over')
      await notify(db, [
        { ...toldOf(found, 'return', ''), title: 'Extra time is pending again', message: claimWords(found) },
      ])
      return { done: true }
    },
    { constraints: held },
  ),
  write(denyExtraTime, ({ db, input }) => decideOne(db, 'deny', input)),
  write(returnExtraTime, ({ db, input }) => decideOne(db, 'return', input)),

  write(
    decideManyExtraTime,
    async ({ db, input }) => {
      const plan = await store.findPlan(db)
      if (!plan.overtime) return refuseFeature('overtime', plan.subscription_tier)
      const all = new Map(
        (
          await lockAll(
            db,
            input.items.map((item) => item.id),
          )
        ).map((one) => [one.id, one]),
      )
      const decided = new Map<string, FoundRequest>()
      const items = input.items.map(({ id, version }) => {
        const found = all.get(id)
        if (!found) return { id, verdict: 'not_found' as const }
        const code = refusalFor(input.action, found, version)
        if (code) return { id, verdict: code }
        if (input.action === 'approve' && found.overlaps) return { id, verdict: 'overlaps_paid_time' as const }
        decided.set(id, found)
        return { id, verdict: 'decided' as const }
      })
      if (decided.size > 0) {
        await updateDecided(db, [...decided.keys()], input.action, input.reason || null)
        await notify(
          db,
          [...decided.values()].map((found) => toldOf(found, input.action, input.reason ?? '')),
        )
      }
      return { decided: decided.size, items }
    },
    { constraints: held },
  ),
]
