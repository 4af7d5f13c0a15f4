import { notify, type Told } from '#features/department/notifications/store.ts'
import type { Sweep } from '#platform/server/jobs.ts'
import { plainDateWords } from '#platform/shared/time.ts'
import { daysLeft, TOLD_DAYS_BEFORE, tellingDue } from './rules.ts'
import { type Expiring, lockExpiring, updateTold } from './store.ts'
import { expiresWords } from './words.ts'

const wordsOf = (row: Expiring): Told[] => {
  const when = expiresWords(daysLeft(row.expires_on, row.today) ?? 0)
  const about = { type: 'certification_expiring', assignment_id: null } as const
  return [
    {
      ...about,
      officer_id: row.officer_id,
      title: `${row.type} expires ${when}`,
      message: `Last valid day: ${plainDateWords(row.expires_on)}. Renew it, then add the new one in your profile.`,
    },
    {
      ...about,
      officer_id: null,
      title: `${row.officer_name}: ${row.type} expires ${when}`,
      message: `Last valid day: ${plainDateWords(row.expires_on)}.`,
    },
  ]
}

/** Notifies the officer and the admins 60, 30 and 7 days before a certificate expires, once per step. */
const tellExpiring: Sweep = {
  name: 'certifications_expiring',
  everySeconds: 3600,
  run: async (db) => {
    const [first, , last] = TOLD_DAYS_BEFORE
    const due = (await lockExpiring(db, first, last)).flatMap((row) => {
      const days = tellingDue(row, row.today)
      return days === null ? [] : [{ ...row, days }]
    })
    if (due.length === 0) return
    await updateTold(
      db,
      due.map(({ id, days }) => ({ id, days })),
    )
    await notify(db, due.flatMap(wordsOf))
  },
}

export const sweeps: readonly Sweep[] = [tellExpiring]
