import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { type assignmentInput, workOf } from '#features/shifts/assignments/contract.shapes.ts'
import { problemsOf, requiredCountOf } from '#features/shifts/assignments/rules.bounds.ts'
import { fieldErrors } from '#features/shifts/assignments/words.ts'
import { hasVersion } from '#features/shifts/award-rules/store.ts'
import type { Db } from '#platform/server/db.ts'
import { Refusal, refuse, refuseField } from '#platform/server/route.ts'
import { type Manner, resolveTimes } from './rules.wall.ts'
import type { AssignmentRow, PostRow } from './store.write.ts'

export type AssignmentFields = z.output<z.ZodObject<typeof assignmentInput>> & {
  publish_at?: z.output<(typeof assignmentInput)['signup_opens']>
}
export type Made = { row: AssignmentRow; posts: PostRow[] }

/** A fully validated assignment as it would be stored, or the refusal with its field. */
export const makeAssignment = (
  input: AssignmentFields,
  zone: string,
  manner: Manner = 'strict',
  id: string = randomUUID(),
): Made | Refusal<'invalid_input' | 'time_happens_twice'> => {
  const time_zone = input.time_zone || zone
  const found = resolveTimes(input, time_zone, manner)
  if (found.kind === 'gap') return new Refusal('invalid_input', undefined, found.fields)
  if (found.kind === 'twice') return refuse('time_happens_twice', { times: found.doubled })
  const { posts: times, ...own } = found.times
  const shapes = input.posts.map((post, i) => ({
    name: post.name,
    required: post.required_count,
    starts_at: times[i]?.starts_at ?? null,
    ends_at: times[i]?.ends_at ?? null,
    split_minutes: post.split_minutes ?? null,
  }))
  const row: AssignmentRow = {
    id,
    ...workOf(input),
    time_zone,
    ...own,
    min_required: input.min_required ?? requiredCountOf(shapes),
    signup_mode: input.signup_mode,
    award_rule_id: input.signup_mode === 'award' ? (input.award_rule_id ?? null) : null,
    status: 'draft',
    backdate_reason: null,
    series_id: null,
    clock_note: null,
  }
  const problems = problemsOf({
    ...row,
    kind: input.kind,
    signup_mode: input.signup_mode,
    posts: shapes,
    location: { lat: row.location_lat, lng: row.location_lng, radius_m: row.location_radius_m },
  })
  if (problems.length > 0) return new Refusal('invalid_input', undefined, fieldErrors(problems))
  return { row, posts: input.posts.map((post, i) => postRow(post, i, id, times[i], own)) }
}

const postRow = (
  post: AssignmentFields['posts'][number],
  position: number,
  assignment_id: string,
  times: { starts_at: string | null; ends_at: string | null } | undefined,
  own: { starts_at: string; ends_at: string },
): PostRow => ({
  id: post.id ?? randomUUID(),
  assignment_id,
  name: post.name,
  position,
  required_count: post.required_count,
  starts_at: times?.starts_at ?? own.starts_at,
  ends_at: times?.ends_at ?? own.ends_at,
  requirements: post.requirements ?? {},
  split_minutes: post.split_minutes ?? null,
})

/** An award needs a rule: a specific one, or one adopted for its kind. */
export const refuseUnruled = async (db: Db, { signup_mode, kind, award_rule_id = null }: AssignmentRow) =>
  signup_mode !== 'award' || (await hasVersion(db, { kind, award_rule_id }))
    ? null
    : refuseField('award_rule_id', 'Choose an award rule. This shift type has none yet.')
