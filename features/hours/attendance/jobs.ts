import { notify } from '#features/department/notifications/store.ts'
import type { Sweep } from '#platform/server/jobs.ts'
import { durationWords } from '#platform/shared/time.ts'
import { workedMinutes } from './rules.intervals.ts'
import { forgottenCheckOut } from './rules.ts'
import { lockForgotten, updateForgotten } from './store.jobs.ts'

/** Closes a missing check-out at the scheduled end, 24 hours after it, and flags it for an admin's review. */
export const closeForgotten: Sweep = {
  name: 'close_forgotten',
  everySeconds: 300,
  run: async (db) => {
    const open = await lockForgotten(db)
    const closed = open.flatMap((row) => {
      const checked_out_at = forgottenCheckOut(row, row, row.now_at)
      if (checked_out_at === null) return []
      return [{ ...row, checked_out_at, worked_minutes: workedMinutes({ ...row, checked_out_at }, row.gaps) }]
    })
    if (closed.length === 0) return
    await updateForgotten(db, closed)
    const words = (row: (typeof closed)[number]) =>
      `${row.title}, ${row.day}: no check-out, so the record was closed at the end of the shift with ${durationWords(row.worked_minutes)}.`
    await notify(
      db,
      closed.flatMap((row) => {
        const about = { type: 'attendance_closed' as const, assignment_id: row.assignment_id }
        return [
          {
            ...about,
            officer_id: row.officer_id,
            title: 'Missed check-out',
            message: `${words(row)} An admin will review it.`,
          },
          {
            ...about,
            officer_id: null,
            title: `${row.officer_name} didn't check out`,
            message: `${words(row)} Review the hours.`,
          },
        ]
      }),
    )
  },
}

export const sweeps: readonly Sweep[] = [closeForgotten]
