import { type Route, read, refuse } from '#platform/server/route.ts'
import { type AssignmentSeen, AssignmentSeen as Seen } from './contract.shapes.ts'
import { listAssignments, readAssignment, readBoard } from './contract.ts'
import { mayAssignment } from './rules.ts'
import { findAssignment, findBoard, listAssignmentRows } from './store.ts'

const mayOf = (seen: AssignmentSeen, now: string) =>
  mayAssignment(seen, { now, unsettled_count: seen.unsettled_count, signup_count: seen.signup_count })

export const routes: readonly Route[] = [
  read(listAssignments, listAssignmentRows),
  read(readBoard, findBoard),
  read(
    readAssignment,
    ({ id }) => findAssignment(id),
    ([row]) => {
      if (!row || !(row.now_at instanceof Date)) return refuse('not_found')
      const seen = Seen.parse(row.json)
      return { ...seen, may: mayOf(seen, row.now_at.toISOString()) }
    },
  ),
]
