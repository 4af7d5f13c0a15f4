import {
  cancelAssignment,
  closeAssignment,
  deleteDraft,
  publishAssignment,
  reopenAssignment,
  unpublishAssignment,
} from '#features/shifts/assignments/contract.ts'
import {
  type AssignmentAction,
  type AssignmentRefusal,
  type CancelParty,
  refuseAssignmentAction,
} from '#features/shifts/assignments/rules.ts'
import { announce, tell, writeWhen } from '#features/shifts/assignments/store.tell.ts'
import type { Db } from '#platform/server/db.ts'
import { Refusal, type Route, refuse, write } from '#platform/server/route.ts'
import { type Instant, ms } from '#platform/shared/time.ts'
import { resolveWall } from '#platform/shared/wall.ts'
import { gapWords, type TypedWall } from './rules.wall.ts'
import {
  deleteAssignment,
  endSignups,
  type Locked,
  lockAssignment,
  lockFollowing,
  updateCancelled,
  updateClosed,
  updatePublished,
  updateReopened,
  updateUnpublished,
} from './store.write.ts'

const refusalOf = (action: AssignmentAction, { seen, now }: Locked, reason?: string | null): AssignmentRefusal | null =>
  refuseAssignmentAction(action, seen, {
    now,
    reason: reason ?? null,
    unsettled_count: seen.unsettled_count,
    signup_count: seen.signup_count,
  })

/** Narrows a rule's refusal to the codes the call declares; any other code is a bug. */
const only = <const C extends AssignmentRefusal>(no: AssignmentRefusal, codes: readonly C[]): C => {
  const found = codes.find((code) => code === no)
  if (found === undefined) throw new Error(`refusal ${no} is not declared`)
  return found
}

/** The given assignment and, with `following`, the later ones in its series for which the action is possible. */
const lockScope = async (
  db: Db,
  first: Locked,
  scope: 'this' | 'following' | undefined,
  action: AssignmentAction,
  reason: string | null | undefined,
): Promise<Locked[]> => {
  if (scope !== 'following' || first.seen.series_id === null) return [first]
  const all: Locked[] = [first]
  for (const id of await lockFollowing(db, first.seen)) {
    const one = id === first.seen.id ? null : await lockAssignment(db, id)
    if (one && refusalOf(action, one, reason) === null) all.push(one)
  }
  return all
}

const publishTime = (
  wall: (TypedWall & { date: string }) | null | undefined,
  zone: string,
): Instant | null | Refusal<'invalid_input' | 'time_happens_twice'> => {
  if (!wall) return null
  const { date, time } = wall
  const answer = resolveWall({ date, time, zone, which: wall.which ?? undefined })
  if (answer.kind === 'ok') return answer.instant
  if (answer.kind === 'twice')
    return refuse('time_happens_twice', { times: [{ field: 'publish_at', date, time, ...answer, kind: undefined }] })
  const message = gapWords(date, time, answer.moved_to.instant, zone)
  return new Refusal('invalid_input', undefined, [{ field: 'publish_at.time', message }])
}

const publish = async (db: Db, { seen, now }: Locked, at: Instant | null, reason: string | null) => {
  const past = ms(seen.starts_at) <= ms(now)
  await updatePublished(db, seen.id, { publish_at: at, reason: past ? reason : null })
  return !past && at === null
}

const cancel = async (db: Db, { seen }: Locked, party: CancelParty, reason: string): Promise<number> => {
  await updateCancelled(db, seen.id, party, reason)
  const officers = await endSignups(db, seen.id, party, reason)
  await tell(db, officers, {
    type: 'assignment_cancelled',
    title: `Canceled: ${seen.title}`,
    message: `${await writeWhen(db, seen)} was canceled. ${reason}`,
    assignment_id: seen.id,
  })
  return officers.length
}

const refuseDelete = ({ seen, now }: Locked): 'not_draft' | 'has_signups' | null => {
  const no = refuseAssignmentAction('delete_draft', seen, { now, signup_count: seen.signup_count })
  return no === 'not_draft' || no === 'has_signups' ? no : null
}

export const routes: readonly Route[] = [
  write(deleteDraft, async ({ db, input }) => {
    const locked = await lockAssignment(db, input.id)
    if (!locked) return refuse('not_found')
    const no = refuseDelete(locked)
    if (no) return refuse(no)
    await deleteAssignment(db, input.id)
    return { done: true }
  }),
  write(publishAssignment, async ({ db, input, me }) => {
    const first = await lockAssignment(db, input.id)
    if (!first) return refuse('not_found')
    const no = refusalOf('publish', first, input.reason)
    if (no) return refuse(only(no, ['not_draft', 'starts_in_past']))
    const at = publishTime(input.publish_at, (await me()).time_zone ?? first.seen.time_zone)
    if (at instanceof Refusal) return at
    const later = at !== null && ms(at) > ms(first.now) ? at : null
    if (later !== null && ms(later) >= ms(first.seen.starts_at)) {
      const message = 'Choose a publish time before the shift starts.'
      return new Refusal('invalid_input', undefined, [{ field: 'publish_at.date', message }])
    }
    const all = await lockScope(db, first, input.scope, 'publish', input.reason)
    const news: Locked[] = []
    for (const one of all) if (await publish(db, one, later, input.reason ?? null)) news.push(one)
    const [told] = news
    if (told) await announce(db, told.seen, news.length - 1)
    return { id: input.id, changed: all.length }
  }),
  write(unpublishAssignment, async ({ db, input }) => {
    const one = await lockAssignment(db, input.id)
    if (!one) return refuse('not_found')
    const no = refusalOf('unpublish', one)
    if (no) return refuse(only(no, ['not_published', 'officers_confirmed']))
    await updateUnpublished(db, input.id)
    const officers = await endSignups(db, input.id, 'department', 'Unpublished before anyone was confirmed.')
    await tell(db, officers, {
      type: 'assignment_cancelled',
      title: `Unpublished: ${one.seen.title}`,
      message: `The shift ${await writeWhen(db, one.seen)} is no longer available. You'll be notified if it's posted again.`,
      assignment_id: input.id,
    })
    return { id: input.id, version: one.seen.version + 1 }
  }),
  write(cancelAssignment, async ({ db, input }) => {
    const first = await lockAssignment(db, input.id)
    if (!first) return refuse('not_found')
    const no = refusalOf('cancel', first, input.reason)
    if (no) return refuse(only(no, ['not_published', 'cancelled', 'closed', 'already_over', 'reason_required']))
    const all = await lockScope(db, first, input.scope, 'cancel', input.reason)
    let told = 0
    for (const one of all) told += await cancel(db, one, input.party, input.reason)
    return { id: input.id, changed: all.length, told }
  }),
  write(closeAssignment, async ({ db, input }) => {
    const one = await lockAssignment(db, input.id)
    if (!one) return refuse('not_found')
    const no = refusalOf('close', one)
    if (no) return refuse(only(no, ['not_completed', 'attendance_open', 'cancelled', 'closed']))
    await updateClosed(db, input.id)
    return { id: input.id, version: one.seen.version + 1 }
  }),
  write(reopenAssignment, async ({ db, input }) => {
    const one = await lockAssignment(db, input.id)
    if (!one) return refuse('not_found')
    const no = refusalOf('reopen', one, input.reason)
    if (no) return refuse(only(no, ['not_closed', 'reason_required']))
    await updateReopened(db, input.id, input.reason)
    return { id: input.id, version: one.seen.version + 1 }
  }),
]
