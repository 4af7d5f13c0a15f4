import { announce } from '#features/shifts/assignments/store.tell.ts'
import { type Route, refuse, refuseFeature, refuseField, write } from '#platform/server/route.ts'
import { ms } from '#platform/shared/time.ts'
import { wallOf } from '#platform/shared/zone.ts'
import { copyAssignment, createAssignment } from './contract.ts'
import { typedAgain } from './routes.again.ts'
import { routes as copies } from './routes.copies.ts'
import { routes as editing } from './routes.edit.ts'
import { makeAssignment, refuseUnruled } from './routes.input.ts'
import { routes as series } from './routes.series.ts'
import { findPlanWithoutLocation, insertAssignments, lockAssignment } from './store.write.ts'

export const routes: readonly Route[] = [
  write(createAssignment, async ({ db, input, me }) => {
    const { now_at, time_zone } = await me()
    const made = makeAssignment(input, time_zone ?? 'UTC')
    if (!('row' in made)) return made
    const { row, posts } = made
    const plan = row.location_lat !== null ? await findPlanWithoutLocation(db) : null
    if (plan) return refuseFeature('location_verification', plan)
    const unruled = await refuseUnruled(db, row)
    if (unruled) return unruled
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
  ...copies,
  ...editing,
  ...series,
]
