import { notify } from '#features/notifications/store.ts'
import type { Db } from '#platform/server/db.ts'
import type { Sweep } from '#platform/server/jobs.ts'
import { moneyWords } from '#platform/shared/money.ts'
import { SUSPEND_AFTER_DAYS } from './rules.ts'
import { insertTask, settleTasks } from './store.jobs.ts'

/**
 * An account that has not been paid for long becomes a task of the vendor's staff, and its admins are told. Nothing is suspended
 * here: a person decides, by day, on the page of the organization.
 */
export const proposeSuspension = async (db: Db): Promise<void> => {
  await settleTasks(db)
  const late = await insertTask(db, SUSPEND_AFTER_DAYS)
  if (!late) return
  await notify(db, [
    {
      type: 'payment_overdue',
      title: `Invoice ${late.number} is ${late.days} days overdue`,
      message: `${moneyWords(late.open_cents, late.currency)} is open. Please have it paid, or speak with the vendor: access may be suspended if nothing is agreed.`,
      officer_id: null,
      assignment_id: null,
    },
  ])
}

export const sweeps: readonly Sweep[] = [{ name: 'propose_suspensions', everySeconds: 3600, run: proposeSuspension }]
