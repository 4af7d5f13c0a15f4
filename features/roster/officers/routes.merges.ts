import { type Route, read, refuse, write } from '#platform/server/route.ts'
import * as contract from './contract.merges.ts'
import { kindOf, refuseMerge, refuseUndo } from './rules.merges.ts'
import { isFullHouse } from './rules.ts'
import { tellApproved, tellOnDuty } from './store.letters.ts'
import * as store from './store.merges.ts'
import { findHouseLocked } from './store.ts'

const decidedOfEachOther = {
  signups_not_own: 'merge_decided_each_other',
  signups_not_self_assigned: 'merge_decided_each_other',
  attendance_not_own: 'merge_decided_each_other',
  overtime_not_own: 'merge_decided_each_other',
  certifications_not_own: 'merge_decided_each_other',
  notes_not_own: 'merge_decided_each_other',
  exemptions_not_own: 'merge_decided_each_other',
  orders_not_own: 'merge_decided_each_other',
  openings_not_own: 'merge_decided_each_other',
  cases_second_person: 'merge_decided_each_other',
  leave_requests_not_own: 'merge_decided_each_other',
  swaps_not_own: 'merge_decided_each_other',
  swaps_check: 'merge_decided_each_other',
  swaps_check1: 'merge_decided_each_other',
} as const

/** Constraints that the merge of two officers can violate, in addition to what `findInTheWay` reports. */
const ofBoth = {
  ...decidedOfEachOther,
  officers_email: 'email_taken',
  signups_one_live: 'merge_same_shift',
  signups_no_overlap: 'merge_same_shift',
  overtime_no_overlap: 'merge_extra_time_overlaps',
  leaves_no_overlap: 'merge_leaves_overlap',
  leave_requests_no_overlap: 'merge_leaves_overlap',
  members_one_platoon: 'merge_platoons_overlap',
  exceptions_off: 'merge_tours_overlap',
  imported_tours_start: 'merge_tours_overlap',
  attendance_one_open: 'merge_both_on_duty',
} as const

export const routes: readonly Route[] = [
  read(contract.listRosterRows, store.listRosterRows),
  read(contract.listRosterUnits, store.listRosterUnits),
  read(contract.listMerges, store.listMerges),
  write(
    contract.mergeOfficer,
    async ({ db, input, request }) => {
      // Locks the department first, like every decision on officers, so that the second of two concurrent admins sees what the
      // first did.
      const { by_officer_id } = await findHouseLocked(db)
      // Before the officers: an approval refers to its officer once it has this lock.
      await store.lockPaidOf(db, [input.officer_id, input.roster_id])
      const rows = await store.listLockedWhole(db, [input.officer_id, input.roster_id])
      const from = rows.find(({ id }) => id === input.officer_id)
      const into = rows.find(({ id }) => id === input.roster_id)
      if (!from || !into) return refuse('not_found')
      const refusal = refuseMerge(from, into, by_officer_id)
      if (refusal) return refuse(refusal)
      const { awards, shift, paid } = await store.findInTheWay(db, from.id, into.id)
      if (awards) return refuse('merge_award_receipts')
      if (shift) return refuse('merge_same_shift', { shift })
      if (paid) return refuse('merge_paid_twice', { shift: paid })
      const kind = kindOf(from)
      const moved = await store.moveOfficer(db, from.id, into.id)
      await store.updateJoined(db, into.id, moved)
      const names = { from_id: from.id, from_name: from.name, into_id: into.id }
      const made = await store.insertMerge(db, { ...moved, ...names, kind })
      if (!made) throw new Error('no row came back')
      if (kind === 'claim') await tellApproved(db, [{ email: from.email, name: into.name }], request.origin)
      return { officer_id: into.id, merge_id: made.id }
    },
    { constraints: ofBoth },
  ),
  write(
    contract.undoMerge,
    async ({ db, input }) => {
      const house = await findHouseLocked(db)
      const merge = await store.findMergeLocked(db, input.merge_id)
      if (!merge) return refuse('not_found')
      const refusal = refuseUndo(merge, house.by_officer_id)
      if (refusal) return refuse(refusal)
      if (merge.kind === 'merge' && isFullHouse(house)) return refuse('officers_full')
      await store.takeApart(db, merge)
      await store.updateUndone(db, merge.id)
      if (merge.kind === 'claim') await tellOnDuty(db, merge.from_id)
      return { done: true }
    },
    { constraints: { ...decidedOfEachOther, officers_email: 'email_taken', officers_badge: 'wrong_state' } },
  ),
]
