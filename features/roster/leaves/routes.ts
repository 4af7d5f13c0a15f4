import type { Db } from '#platform/server/db.ts'
import { type Route, read, refuse, refuseField, write } from '#platform/server/route.ts'
import * as contract from './contract.ts'
import { type GivenLeave, type LeaveKind, leaveRange } from './rules.ts'
import * as store from './store.entries.ts'

type Given = GivenLeave & { kind: LeaveKind; note: string }

const written = (given: Given, zone: string) => {
  const range = leaveRange(given, zone)
  if ('field' in range) return refuseField(range.field, range.message)
  return { ...range, kind: given.kind, whole_days: given.whole_days, note: given.note || null }
}
const told = async (db: Db, id: string) => ({ id, shifts: await store.listShifts(db, id) })
const overlapping = { constraints: { leaves_no_overlap: 'leave_overlaps' } } as const

export const routes: readonly Route[] = [
  read(contract.listLeaves, store.listLeaves),
  read(contract.listAway, store.listAway),

  write(
    contract.addLeave,
    async ({ db, input, me }) => {
      if (input.officer_id === (await me()).officer_id) return refuse('own_leave')
      const officer = await store.lockOfficer(db, input.officer_id)
      if (!officer) return refuse('not_found')
      if (!officer.active) return refuse('officer_not_active')
      const leave = written(input, officer.zone)
      if (!('kind' in leave)) return leave
      const made = await store.insertLeave(db, input.officer_id, leave)
      if (!made) throw new Error('no row came back')
      return told(db, made.id)
    },
    overlapping,
  ),

  write(
    contract.editLeave,
    async ({ db, input }) => {
      if (await store.isOwn(db, input.leave_id)) return refuse('own_leave')
      const found = await store.lockLeave(db, input.leave_id)
      if (!found) return refuse('not_found')
      if (found.version !== input.version) return refuse('changed_meanwhile')
      const leave = written(input, found.zone)
      if (!('kind' in leave)) return leave
      await store.updateLeave(db, found.id, leave)
      return told(db, found.id)
    },
    overlapping,
  ),

  write(contract.removeLeave, async ({ db, input }) => {
    if (await store.isOwn(db, input.leave_id)) return refuse('own_leave')
    return (await store.deleteLeave(db, input.leave_id)) === 0 ? refuse('not_found') : { done: true }
  }),
]
