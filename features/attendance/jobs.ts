import { notify } from '#features/notifications/store.ts'
import type { Sweep } from '#platform/server/jobs.ts'
import { durationWords } from '#platform/shared/time.ts'
import { forgottenCheckOut, workedMinutes } from './rules.ts'
import { lockForgotten, updateForgotten } from './store.jobs.ts'

/** A check-out that never came is closed at the scheduled end, 24 hours after it, and waits for an admin's eye. */
export const closeForgotten: Sweep = {
  name: 'close_forgotten',
  everySeconds: 300,
  run: async (db) => {
    const open = await lockForgotten(db)
    const closed = open.flatMap((row) => {
      const checked_out_at = forgottenCheckOut(row, row, row.now_at)
      if (checked_out_at === null) return []
      return [{ ...row, checked_out_at, worked_minutes: workedMinutes({ ...row, checked_out_at }) }]
    })
    if (closed.length === 0) return
    await updateForgotten(db, closed)
    const words = (row: (typeof closed)[number]) =>
      `${row.title}, ${row.day}: no check-out came. It was closed at the end of the shift with ${durationWords(row.worked_minutes)}`
    await notify(
      db,
      closed.flatMap((row) => {
        const about = { type: 'attendance_closed' as const, assignment_id: row.assignment_id }
        return [
          {
            ...about,
            officer_id: row.officer_id,
            title: 'Check-out forgotten',
            message: `${words(row)}; an admin reviews it.`,
          },
          {
            ...about,
            officer_id: null,
            title: `${row.officer_name} did not check out`,
            message: `${words(row)}; please review.`,
          },
        ]
      }),
    )
  },
}

export const sweeps: readonly Sweep[] = [closeForgotten]
