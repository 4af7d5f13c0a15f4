import { findTimeFormat } from '#features/department/settings/store.ts'
import { changedWords } from '#features/shifts/assignment-editor/words.ts'
import { tell } from '#features/shifts/assignments/store.tell.ts'
import type { Db } from '#platform/server/db.ts'
import { type Refusal, refuse } from '#platform/server/route.ts'
import { whenWords } from '#platform/shared/when.ts'
import { wallOf } from '#platform/shared/zone.ts'
import { blocksOf, type MovedShift, moveShift, rewriteTemplate, type ZoneKeep } from './rules.ts'
import { moveAllLeave } from './store.leave.ts'
import * as store from './store.ts'

export type ZoneChange = { from: string; to: string; keep: ZoneKeep | undefined }

/** Notifies officers with a live sign-up for a published shift whose times changed. */
const tellMoved = async (db: Db, moved: readonly MovedShift[], zone: string) => {
  const format = await findTimeFormat(db)
  for (const shift of moved) {
    const officers = [...new Set(shift.signups.map((one) => one.officer_id))]
    if (shift.status !== 'published' || officers.length === 0) continue
    const what = changedWords(['time']).replace(/^t/, 'T')
    await tell(db, officers, {
      type: 'assignment_changed',
      title: `Changed: ${shift.title}`,
      message: `${what} changed. Now ${whenWords(shift, zone, format)}. If this doesn't work for you, you can call off without approval.`,
      assignment_id: shift.id,
    })
  }
}

/**
 * Applies the choice to everything upcoming in the old zone, in the transaction that changes the department's zone. Leave keeps its
 * dates and times of day whatever the choice, as regular tours do. Refused if a
 * choice is needed but missing, or if a shift cannot keep its local time.
 */
export const changeZone = async (
  db: Db,
  { from, to, keep }: ZoneChange,
): Promise<Refusal<'zone_choice_needed' | 'zone_change_blocked'> | null> => {
  if ((await store.countCarried(db, from)) === 0) {
    await moveAllLeave(db, { from, to })
    return null
  }
  if (keep === undefined) return refuse('zone_choice_needed')
  const { shifts, standing, now_at } = await store.lockAhead(db, from)
  const ids = shifts.map((shift) => shift.id)
  if (keep === 'instant') await store.updateZoneOf(db, ids, to)
  else {
    const blocked = blocksOf(shifts, standing, { from, to }, now_at)
    if (blocked.length > 0) {
      const titles = blocked.slice(0, 3).map((one) => `"${one.title}"`)
      return refuse('zone_change_blocked', { shifts: blocked.length, titles: titles.join(', ') })
    }
    const moved = shifts.map((shift) => moveShift(shift, from, to))
    await store.moveAhead(db, moved, to)
    await store.updateSeriesZone(db, ids, to)
    const other = moved.filter(
      (after, i) => after.starts_at !== shifts[i]?.starts_at || after.ends_at !== shifts[i]?.ends_at,
    )
    await tellMoved(db, other, to)
  }
  const today = wallOf(now_at, from).date
  const templates = await store.lockTemplates(db, from)
  const bodies = templates.map(({ id, body }) => ({ id, body: rewriteTemplate(body, keep, to, today) }))
  await store.updateTemplates(db, bodies)
  await moveAllLeave(db, { from, to })
  return null
}

/** Whether anything upcoming uses the zone: then only an admin, who sees the shifts, can change it. */
export const carriesZone = async (db: Db, zone: string): Promise<boolean> => (await store.countCarried(db, zone)) > 0
