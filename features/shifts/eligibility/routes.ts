import { type Route, read } from '#platform/server/route.ts'
import { listWaitingReasons, ownLimits } from './contract.ts'
import { freeOf, reasonsOf } from './store.facts.ts'
import { findOwnLimits, listWaiting, type OwnRow, ownLimitsOf, type WaitingRow } from './store.own.ts'

const nobodys = { zone: 'UTC', rules: null, work: [], certifications: [], hired_on: null, leaves: [], standing: [] }

export const routes: readonly Route[] = [
  read(ownLimits, findOwnLimits, (rows) => {
    const own = (rows as { own: OwnRow }[])[0]?.own
    // Vendor support staff are not on the roster.
    return own ? ownLimitsOf(own) : nobodys
  }),

  read(listWaitingReasons, listWaiting, (rows) => ({
    items: (rows as WaitingRow[]).map((row) => ({
      signup_id: row.signup_id,
      reasons: reasonsOf(row, 'fill'),
      free: freeOf(row),
      week_minutes: row.week_minutes,
      extra_minutes: row.extra_minutes,
    })),
  })),
]
