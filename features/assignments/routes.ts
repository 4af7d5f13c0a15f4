import { type Route, read, refuse, write } from '#platform/server/route.ts'
import { type AssignmentSeen, AssignmentSeen as Seen } from './contract.shapes.ts'
import { deleteDraft, listAssignments, readAssignment, readBoard } from './contract.ts'
import { routes as transitions } from './routes.transitions.ts'
import { mayAssignment, refuseAssignmentAction } from './rules.ts'
import { findAssignment, findBoard, listAssignmentRows } from './store.ts'
import { deleteAssignment, type Locked, lockAssignment } from './store.write.ts'

const mayOf = (seen: AssignmentSeen, now: string) =>
  mayAssignment(seen, { now, unsettled_count: seen.unsettled_count, signup_count: seen.signup_count })

const refuseDelete = ({ seen, now }: Locked): 'not_draft' | 'has_signups' | null => {
  const no = refuseAssignmentAction('delete_draft', seen, { now, signup_count: seen.signup_count })
  return no === 'not_draft' || no === 'has_signups' ? no : null
}

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
  write(deleteDraft, async ({ db, input }) => {
    const locked = await lockAssignment(db, input.id)
    if (!locked) return refuse('not_found')
    const no = refuseDelete(locked)
    if (no) return refuse(no)
    await deleteAssignment(db, input.id)
    return { done: true }
  }),
  ...transitions,
]
