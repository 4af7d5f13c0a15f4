import { type Route, read, refuse } from '#platform/server/route.ts'
import * as contract from './contract.ts'
import { findOwnList, findOwnSchedule, findShared, shares } from './store.own.ts'
import {
  type Facts,
  type OfficersFacts,
  type OwnFacts,
  officersOf,
  ownOf,
  type SharedFacts,
  scheduleOf,
  sharedOf,
} from './store.shape.ts'
import { findOfficersSchedule, findSchedule, findScheduleMonth, OFFICERS_PAGE } from './store.ts'

const factsIn = <F>(rows: Record<string, unknown>[]): F | null => (rows[0]?.facts ?? null) as F | null

export const routes: readonly Route[] = [
  read(contract.readSchedule, findSchedule, (rows) => {
    const facts = factsIn<Facts & { days: number }>(rows)
    return facts ? scheduleOf(facts, facts.days) : refuse('not_found')
  }),
  read(contract.readOfficersSchedule, findOfficersSchedule, (rows) => {
    const facts = factsIn<OfficersFacts>(rows)
    return facts ? officersOf(facts, OFFICERS_PAGE) : refuse('not_found')
  }),
  read(contract.readScheduleMonth, findScheduleMonth),
  // Colleagues' tours and leave are read with the department's rights, behind the department's own setting.
  read(
    contract.readSharedSchedule,
    findShared,
    (rows) => {
      const facts = factsIn<SharedFacts>(rows)
      return facts ? sharedOf(facts) : refuse('schedule_not_shared')
    },
    { department: () => shares },
  ),
  read(contract.readOwnList, findOwnList),
  read(contract.readOwnSchedule, findOwnSchedule, (rows) => {
    const facts = factsIn<OwnFacts>(rows)
    // Vendor support is not on the roster.
    return facts ? ownOf(facts) : refuse('not_found')
  }),
]
