import { notify } from '#features/department/notifications/store.ts'
import { SUSPEND_AFTER_DAYS } from '#features/vendor/billing/rules.ts'
import type { Db } from '#platform/server/db.ts'
import type { Sweep } from '#platform/server/jobs.ts'
import { moneyWords } from '#platform/shared/money.ts'
import { insertTask, settleTasks } from './store.payments-jobs.ts'

/**
 * Turns a long-overdue account into a task for the vendor's staff, and notifies its admins. Nothing is suspended here: a person
 * decides, during the day, on the organization's page.
 */
export const proposeSuspension = async (db: Db): Promise<void> => {
  await settleTasks(db)
  const late = await insertTask(db, SUSPEND_AFTER_DAYS)
  if (!late) return
  await notify(db, [
    {
      type: 'payment_overdue',
      title: `Invoice ${late.number} is ${late.days} days overdue`,
      message: `${moneyWords(late.open_cents, late.currency)} is unpaid. Please pay it or contact the vendor; access may be suspended.`,
      officer_id: null,
      assignment_id: null,
    },
  ])
}

export const sweeps: readonly Sweep[] = [{ name: 'propose_suspensions', everySeconds: 3600, run: proposeSuspension }]
