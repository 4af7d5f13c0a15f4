import { type Route, read, refuse } from '#platform/server/route.ts'
import { listColleagueShifts, listColleagues } from './contract.colleagues.ts'
import { colleagueShiftsOf, colleaguesOf, findColleagueShifts, findColleagues, givesOwn } from './store.colleagues.ts'

/** Names of colleagues are read with the department's rights, behind the check that the caller has a shift to give. */
export const routes: readonly Route[] = [
  read(
    listColleagues,
    findColleagues,
    (rows) => (rows.length === 0 ? refuse('not_found') : colleaguesOf(rows as never)),
    { department: givesOwn },
  ),
  read(listColleagueShifts, findColleagueShifts, (rows) => colleagueShiftsOf(rows as never) ?? refuse('not_found'), {
    department: givesOwn,
  }),
]
