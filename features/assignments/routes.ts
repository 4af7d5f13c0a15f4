import { type Route, read, refuse, refuseField, write } from '#platform/server/route.ts'
import { ms } from '#platform/shared/time.ts'
import { wallOf } from '#platform/shared/zone.ts'
import { type AssignmentSeen, AssignmentSeen as Seen } from './contract.shapes.ts'
import {
  copyAssignment,
  createAssignment,
  deleteDraft,
  listAssignments,
  readAssignment,
  readBoard,
} from './contract.ts'
import { refuseDelete, typedAgain } from './routes.again.ts'
import { routes as editing } from './routes.edit.ts'
import { makeAssignment } from './routes.input.ts'
import { routes as series } from './routes.series.ts'
import { routes as templates } from './routes.templates.ts'
import { routes as transitions } from './routes.transitions.ts'
import { mayAssignment } from './rules.ts'
import { announce } from './store.tell.ts'
import { findAssignment, findBoard, listAssignmentRows } from './store.ts'
import { deleteAssignment, hasLocationFeature, insertAssignments, lockAssignment } from './store.write.ts'

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
  write(createAssignment, async ({ db, input, me }) => {
    const { now_at, time_zone } = await me()
    const made = makeAssignment(input, time_zone ?? 'UTC')
    if (!('row' in made)) return made
    const { row, posts } = made
    if (row.location_lat !== null && !(await hasLocationFeature(db))) return refuse('feature_not_available')
    const past = ms(row.starts_at) <= now_at.getTime()
    if (input.publish !== 'draft') {
      if (past && !input.backdate_reason) return refuse('starts_in_past')
      row.status = 'published'
      row.backdate_reason = past ? (input.backdate_reason ?? null) : null
    }
    const isLater = input.publish === 'later' && row.publish_at !== null && ms(row.publish_at) > now_at.getTime()
    if (!isLater) row.publish_at = null
    await insertAssignments(db, [row], posts)
    if (row.status === 'published' && !isLater && !past) await announce(db, row)
    return { id: row.id, version: 1 }
  }),
  write(copyAssignment, async ({ db, input }) => {
    const locked = await lockAssignment(db, input.id)
    if (!locked) return refuse('not_found')
    const made = makeAssignment(typedAgain(locked.seen, input.starts_on), locked.seen.time_zone, 'kind')
    if (!('row' in made)) return refuseField('starts_on', made.fields?.[0]?.message ?? 'Choose another date.')
    const asked = wallOf(locked.seen.starts_at, locked.seen.time_zone).time
    if (wallOf(made.row.starts_at, made.row.time_zone).time !== asked) made.row.clock_note = 'moved'
    await insertAssignments(db, [made.row], made.posts)
    return { id: made.row.id, version: 1 }
  }),
  write(deleteDraft, async ({ db, input }) => {
    const locked = await lockAssignment(db, input.id)
    if (!locked) return refuse('not_found')
    const no = refuseDelete(locked)
    if (no) return refuse(no)
    await deleteAssignment(db, input.id)
    return { done: true }
  }),
  ...editing,
  ...transitions,
  ...series,
  ...templates,
]
