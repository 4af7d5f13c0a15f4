import { notify } from '#features/department/notifications/store.ts'
import { leaveRange } from '#features/roster/leaves/rules.ts'
import { insertLeave, lockOfficer } from '#features/roster/leaves/store.entries.ts'
import { leaveKindWords } from '#features/roster/leaves/words.ts'
import { type TourFacts, toursIn } from '#features/roster/tours/rules.ts'
import type { Facts } from '#features/shifts/minimum-staffing/rules.due.ts'
import type { Db } from '#platform/server/db.ts'
import { type Refusal, type Route, read, refuse, refuseField, write } from '#platform/server/route.ts'
import type { InputOf } from '#platform/shared/endpoint.ts'
import { isoInstant } from '#platform/shared/time.ts'
import { wallOf } from '#platform/shared/zone.ts'
import * as contract from './contract.ts'
import { BELOW_DAYS, shortWith } from './rules.coverage.ts'
import { refuseDays } from './rules.ts'
import { findBelow, findCoverage, listMine, listRequests } from './store.ts'
import * as store from './store.write.ts'
import { confirmedWords, denialWords, stillConfirmedWords } from './words.ts'

/** The request as it will be stored, or why not, by field. */
const askedOf = async (db: Db, input: InputOf<typeof contract.askLeave>) => {
  const here = await store.findAround(db, null)
  if (!here) return refuse('not_found')
  const days = refuseDays(input, here.today)
  if (days) return refuseField(days.field, days.message)
  const range = leaveRange(input, here.zone)
  if ('field' in range) return refuseField(range.field, range.message)
  const { starts_at, ends_at } = range
  if (ends_at === null) return refuseField('last_day', 'Enter a date.')
  const around = await store.findAround(db, { starts_at, ends_at })
  if (around?.leave) return refuseField('first_day', 'You already have leave during this time. Choose other days.')
  if (around?.pending) return refuseField('first_day', 'You already have a pending request for some of this time.')
  const { first_day, last_day, start_time, end_time, ...leave } = input
  return { name: here.name, leave: { ...leave, starts_at, ends_at, note: leave.note || null } }
}

const whatOf = ({ kind, span }: store.FoundRequest) => `${leaveKindWords[kind]}, ${span}.`
const found = async (db: Db, id: string): Promise<store.FoundRequest> => {
  const request = await store.findRequest(db, id)
  if (!request) throw new Error('a stored request is gone')
  return request
}

const tellOfficer = (db: Db, request: store.FoundRequest, title: string, more: string) =>
  notify(db, [
    {
      type: 'leave_decided',
      title,
      message: [whatOf(request), more].filter(Boolean).join(' '),
      officer_id: request.officer_id,
      assignment_id: null,
    },
  ])

type NotNow = Refusal<'not_found' | 'own_leave' | 'leave_request_decided' | 'changed_meanwhile'>

/** The request, locked, if this admin may decide it now; a decision of another comes before a stale version. */
const lockWaiting = async (
  db: Db,
  { id, version }: { id: string; version: number },
): Promise<store.FoundRequest | NotNow> => {
  const request = await store.lockRequest(db, id)
  if (!request) return refuse('not_found')
  if (request.own) return refuse('own_leave')
  if (request.state !== 'pending') return refuse('leave_request_decided', { what: request.state, by: request.by })
  return request.version === version ? request : refuse('changed_meanwhile')
}
const isRequest = (one: store.FoundRequest | NotNow): one is store.FoundRequest => 'span' in one

type CoverageRow = { officer_id: string; starts_at: string; ends_at: string; facts: Facts; tours: TourFacts }
/** In a month-long leave of double shifts there are fewer. */
const TOURS_LISTED = 50
type BelowRow = { facts: Facts; requests: { id: string; officer_id: string; starts_at: string; ends_at: string }[] }

export const routes: readonly Route[] = [
  read(contract.listMyLeaveRequests, listMine),
  read(contract.listLeaveRequests, listRequests),
  read(contract.leaveCoverage, findCoverage, ([row]) => {
    if (!row) return refuse('not_found')
    const { facts, officer_id, ...found } = row as CoverageRow
    const range = { starts_at: isoInstant(found.starts_at), ends_at: isoInstant(found.ends_at) }
    const { short, through } = shortWith(facts, { officer_id, ...range })
    const tours = toursIn(found.tours, range, facts.zone).slice(0, TOURS_LISTED)
    return {
      away: row.away as never,
      shifts: row.shifts as never,
      tours: tours.map(({ title, starts_at, ends_at }) => ({ title: title ?? null, starts_at, ends_at })),
      short,
      through,
      partly: wallOf(isoInstant(Date.parse(range.ends_at) - 1), facts.zone).date > through,
    }
  }),
  read(contract.leaveBelow, findBelow, ([row]) => {
    const { facts, requests } = row as BelowRow
    const items = requests.flatMap(({ id, officer_id, ...times }) => {
      const range = { starts_at: isoInstant(times.starts_at), ends_at: isoInstant(times.ends_at) }
      const days = shortWith(facts, { officer_id, ...range }, BELOW_DAYS + 1).short.map((one) => one.on_day)
      return days.length > 0 ? [{ id, days: [...new Set(days)] }] : []
    })
    return { items }
  }),

  write(
    contract.askLeave,
    async ({ db, input }) => {
      const asked = await askedOf(db, input)
      if (!('leave' in asked)) return asked
      const id = await store.insertRequest(db, asked.leave)
      const request = await found(db, id)
      const message = [`${asked.name}:`, whatOf(request), confirmedWords(request.shifts)].filter(Boolean).join(' ')
      await notify(db, [
        {
          type: 'leave_waiting',
          title: 'A leave request needs approval',
          message,
          officer_id: null,
          assignment_id: null,
        },
      ])
      return { id, shifts: request.shifts }
    },
    { constraints: { leave_requests_no_overlap: 'leave_already_requested' } },
  ),

  write(contract.withdrawLeaveRequest, async ({ db, input, me }) => {
    if ((await store.updateWithdrawn(db, input.id)) === 1) return { done: true }
    const request = await store.findRequest(db, input.id)
    const { officer_id } = await me()
    if (request?.officer_id !== officer_id) return refuse('not_found')
    return refuse('leave_request_decided', {
      what: request.state,
      by: request.state === 'withdrawn' ? 'you' : request.by,
    })
  }),

  write(
    contract.approveLeaveRequest,
    async ({ db, input }) => {
      const request = await lockWaiting(db, input)
      if (!isRequest(request)) return request
      const officer = await lockOfficer(db, request.officer_id)
      if (!officer?.active) return refuse('officer_not_active')
      const made = await insertLeave(db, request.officer_id, request)
      if (!made) throw new Error('no row came back')
      await store.updateApproved(db, request.id, made.id)
      await tellOfficer(db, request, 'Leave approved', stillConfirmedWords(request.shifts))
      return { leave_id: made.id, shifts: request.shifts }
    },
    { constraints: { leaves_no_overlap: 'leave_overlaps' } },
  ),

  write(contract.denyLeaveRequest, async ({ db, input }) => {
    const request = await lockWaiting(db, input)
    if (!isRequest(request)) return request
    await store.updateDenied(db, request.id, input.reason, input.answer || null)
    await tellOfficer(db, request, 'Leave denied', denialWords(input.reason, input.answer || null))
    return { done: true }
  }),

  write(
    contract.undoLeaveDecision,
    async ({ db, input }) => {
      const request = await store.lockRequest(db, input.id)
      if (!request) return refuse('not_found')
      if (request.own) return refuse('own_leave')
      if ((await store.updateUndone(db, request.id)) === 0) return refuse('undo_over')
      // Deleted or changed by an admin since: the leave is no longer what the approval made.
      const made = request.state === 'approved'
      if (made && (request.leave_id === null || (await store.deleteUntouched(db, request.leave_id)) === 0))
        return refuse('undo_over')
      await tellOfficer(db, request, 'Leave request is pending again', 'An admin undid the decision.')
      return { done: true }
    },
    // Requested anew meanwhile.
    { constraints: { leave_requests_no_overlap: 'undo_over' } },
  ),
]
