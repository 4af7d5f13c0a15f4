import { notify, type Told } from '#features/department/notifications/store.ts'
import type { Sweep } from '#platform/server/jobs.ts'
import { durationWords } from '#platform/shared/time.ts'
import { EXPIRES_AFTER_DAYS, waitingStage } from './rules.ts'
import { lockWaiting, updateReminded, type Waiting } from './store.jobs.ts'
import { kindWords } from './words.ts'

const about = (row: Waiting) => `${row.officer_name}: ${kindWords[row.kind]}, ${row.day}, ${durationWords(row.minutes)}`

const toAdmins = (days: number, rows: readonly Waiting[]): Told => {
  const [first] = rows
  const over = days === EXPIRES_AFTER_DAYS
  const count = rows.length === 1 ? '1 extra-time claim' : `${rows.length} extra-time claims`
  return {
    type: 'extra_time_overdue',
    title: over ? 'Extra time expired without a decision' : `Extra time has been pending for ${days} days`,
    message: `${count} ${over ? 'expired without a decision' : `${rows.length === 1 ? 'is' : 'are'} pending`}. ${first ? `Oldest: ${about(first)}.` : ''}`,
    officer_id: null,
    assignment_id: null,
  }
}
const toOfficer = (row: Waiting): Told => ({
  type: 'extra_time_expired',
  title: 'Extra time expired',
  message: `${kindWords[row.kind]}, ${row.day}, ${durationWords(row.minutes)}: no decision within ${EXPIRES_AFTER_DAYS} days. Resubmit it from History.`,
  officer_id: row.officer_id,
  assignment_id: null,
})

/**
 * Reminds the admins of pending claims, once per waiting stage, and notifies both sides when a claim has expired. Does not change
 * any claim's state.
 */
const remindExtraTime: Sweep = {
  name: 'remind_extra_time',
  everySeconds: 900,
  run: async (db) => {
    const due = (await lockWaiting(db)).flatMap((row) => {
      const days = waitingStage(row.submitted_at, row.now_at)
      return days > row.reminded_days ? [{ ...row, days }] : []
    })
    if (due.length === 0) return
    await updateReminded(db, due)
    const steps = [...new Set(due.map((row) => row.days))].sort((a, b) => a - b)
    await notify(db, [
      ...steps.map((days) =>
        toAdmins(
          days,
          due.filter((row) => row.days === days),
        ),
      ),
      ...due.filter((row) => row.days === EXPIRES_AFTER_DAYS).map(toOfficer),
    ])
  },
}

export const sweeps: readonly Sweep[] = [remindExtraTime]
