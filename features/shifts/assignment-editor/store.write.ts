import { AssignmentSeen } from '#features/shifts/assignments/contract.shapes.ts'
import { type AssignmentStatus, type CancelParty, cancelledStatusOf } from '#features/shifts/assignments/rules.ts'
import { findAssignment } from '#features/shifts/assignments/store.ts'
import { awardedAnew, openAwards } from '#features/shifts/awards/store.opening.ts'
import { certificationFacts } from '#features/shifts/eligibility/store.facts.ts'
import type { Requirements } from '#features/shifts/signups/rules.ts'
import { columnsBut, columnsOf, type RowOf } from '#platform/server/columns.ts'
import type { Db } from '#platform/server/db.ts'
import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { aheadStatuses, atStartStatuses, liveStatuses } from '#platform/shared/statuses.ts'
import type { Instant } from '#platform/shared/time.ts'
import type { Held } from './rules.decisions.ts'

/** Columns maintained by the database, by transitions and by awards. */
const kept = [
  ...(['organization_id', 'created_by', 'created_at', 'updated_at', 'version', 'terms_changed_at'] as const),
  ...(['published_at', 'announced_at', 'closed_at', 'reopened_reason'] as const),
  ...(['cancelled_at', 'cancelled_by', 'cancelled_party', 'cancel_reason'] as const),
  ...(['group_steps', 'draw_commitment', 'awarded_at', 'award_early_by', 'award_early_reason'] as const),
  ...(['award_number', 'keeps_waitlist'] as const),
] as const
/** Set at creation or by a transition; an edit leaves them alone. */
const fixed = ['id', 'status', 'publish_at', 'backdate_reason', 'series_id', 'clock_note'] as const

/** Columns that an admin sets. A new column is included automatically, and `AssignmentRow` then requires it. */
const written = columnsBut('assignments', kept)
const edited = columnsBut('assignments', [...kept, ...fixed])
const writtenPost = columnsOf('posts', [
  ...(['id', 'assignment_id', 'name', 'position', 'required_count', 'starts_at', 'ends_at'] as const),
  ...(['requirements', 'split_minutes'] as const),
])
const editedPost = columnsOf('posts', [
  ...(['name', 'position', 'required_count', 'starts_at', 'ends_at', 'requirements', 'split_minutes'] as const),
])

export type AssignmentRow = Omit<RowOf<typeof written>, 'status' | 'clock_note'> & {
  status: AssignmentStatus
  clock_note: 'moved' | 'earlier' | null
}
export type PostRow = Omit<RowOf<typeof writtenPost>, 'requirements'> & { requirements: Requirements }

/** Inserts assignments with their posts; those published without a future time count as already announced by the caller. */
export const insertAssignments = async (db: Db, rows: readonly AssignmentRow[], posts: readonly PostRow[]) => {
  await db.run(sql`insert into assignments (organization_id, ${written.list}, created_by, published_at, announced_at)
    select (select app.organization_id()), ${written.of('r')}, (select app.officer_id()),
      case when r.status = 'published' then now() end,
      case when r.status = 'published' and r.publish_at is null then now() end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ${written.typed}`)
  await insertPosts(db, posts)
  await openAwards(
    db,
    rows.filter((row) => row.status === 'published').map((row) => row.id),
  )
}

const insertPosts = (db: Db, posts: readonly PostRow[]) =>
  db.run(sql`insert into posts (organization_id, ${writtenPost.list})
    select (select app.organization_id()), ${writtenPost.of('r')}
    from jsonb_to_recordset(${JSON.stringify(posts)}::jsonb) as r ${writtenPost.typed}`)

export const insertSeries = (db: Db, id: string, pattern: unknown) =>
  db.run(sql`insert into assignment_series (organization_id, id, pattern, created_by)
    values ((select app.organization_id()), ${id}::uuid, ${JSON.stringify(pattern)}::jsonb, (select app.officer_id()))`)

export type Locked = { seen: AssignmentSeen; now: Instant }

/** The assignment and its posts, locked, with everything needed for a decision; null if it does not exist. */
export const lockAssignment = async (db: Db, id: string): Promise<Locked | null> => {
  await db.rows(sql`select id from assignments where ${ours()} and id = ${id}::uuid
    for no key update`)
  await db.rows(sql`select id from posts where ${ours()}
    and assignment_id = ${id}::uuid order by id for no key update`)
  const row = await db.row<{ json: unknown; now_at: Date }>(findAssignment(id))
  return row ? { seen: AssignmentSeen.parse(row.json), now: row.now_at.toISOString() } : null
}

/** This assignment, or with `following` all in its series from its start on; locked in order of start. */
export const lockFollowing = async (db: Db, seen: AssignmentSeen): Promise<string[]> => {
  const rows = await db.rows<{ id: string }>(sql`select id from assignments
    where ${ours()} and series_id = ${seen.series_id}::uuid
      and starts_at >= ${seen.starts_at}::timestamptz order by starts_at, id for no key update`)
  return rows.map((row) => row.id)
}

/** Saves an edit; updates, adds and deletes posts by id. Returns the new version. */
export const updateAssignment = async (
  db: Db,
  row: AssignmentRow,
  posts: readonly PostRow[],
  changed: { terms: boolean; removed: readonly string[]; known: ReadonlySet<string> },
): Promise<number> => {
  const updated = await db.row<{ version: number }>(sql`update assignments a set ${edited.set('r')},
      clock_note = case when a.starts_at = r.starts_at then a.clock_note end,
      terms_changed_at = case when ${changed.terms} then now() else a.terms_changed_at end,
      updated_at = now(), version = a.version + 1
    from jsonb_to_recordset(${JSON.stringify([row])}::jsonb) as r ${written.typed}
    where ${ours('a')} and a.id = r.id
    returning a.version`)
  if (changed.removed.length > 0) {
    await db.run(sql`delete from posts where ${ours()}
      and assignment_id = ${row.id}::uuid and id = any (${changed.removed}::uuid[])`)
  }
  const standing = posts.filter((post) => changed.known.has(post.id))
  await db.run(sql`update posts o set ${editedPost.set('r')}
    from jsonb_to_recordset(${JSON.stringify(standing)}::jsonb) as r ${writtenPost.typed}
    where ${ours('o')} and o.assignment_id = ${row.id}::uuid and o.id = r.id`)
  const added = posts.filter((post) => !changed.known.has(post.id))
  if (added.length > 0) await insertPosts(db, added)
  await openAwards(db, [row.id])
  return updated?.version ?? 0
}

/** A takeover of sign-up `s` keeps its start while that lies inside its post's new times `o`; else it follows the post and is none any more. */
const keepsStart = (o: Sql): Sql => sql`(s.took_over and ${o}.starts_at <= s.starts_at and s.starts_at < ${o}.ends_at)`
const newStart = (o: Sql): Sql => sql`case when ${keepsStart(o)} then s.starts_at else ${o}.starts_at end`

/** Moves live sign-ups along with their posts; the overlap constraint checks held ones. Also moves open attendance. */
export const moveSignups = async (db: Db, id: string, moved: readonly string[]) => {
  await db.run(sql`update officer_assignments s set starts_at = ${newStart(sql`o`)}, ends_at = o.ends_at,
      took_over = ${keepsStart(sql`o`)}, updated_at = now(),
      begun_at = coalesce(s.begun_at, case when s.starts_at <= now() and s.starts_at < o.starts_at then s.starts_at end),
      version = s.version + 1
    from posts o where ${ours('s')} and s.assignment_id = ${id}::uuid
      and s.status in ${oneOf(liveStatuses)}
      and ${ours('o')} and o.assignment_id = ${id}::uuid and o.id = s.post_id
      and o.id = any (${moved}::uuid[]) and (s.starts_at, s.ends_at) is distinct from (o.starts_at, o.ends_at)`)
  await db.run(sql`update attendance t set scheduled_starts_at = s.starts_at, scheduled_ends_at = s.ends_at,
      begun_at = coalesce(t.begun_at, case when t.scheduled_starts_at <= now() then t.scheduled_starts_at end),
      updated_at = now(), version = t.version + 1
    from officer_assignments s where ${ours('t')}
      and t.assignment_id = ${id}::uuid and t.state = 'open' and ${ours('s')}
      and s.id = t.signup_id and (t.scheduled_starts_at, t.scheduled_ends_at) is distinct from (s.starts_at, s.ends_at)`)
}

/**
 * Whether hours of the shift lie more than a week from its times. What is paid is looked for near the scheduled times, so hours must
 * not be left behind or taken along.
 */
export const hasHoursElsewhere = async (db: Db, id: string): Promise<boolean> => {
  const far = await db.row(sql`select from attendance t
    join officer_assignments s on s.organization_id = t.organization_id and s.id = t.signup_id
    where ${ours('t')} and t.assignment_id = ${id}::uuid and t.checked_in_at is not null
      and (t.checked_in_at < s.starts_at - interval '7 days' or greatest(t.checked_in_at, coalesce(t.checked_out_at, now())) > s.ends_at + interval '7 days'
        -- The system would close the record at once, with no time worked.
        or t.state = 'open' and s.ends_at < now() - interval '24 hours')
    limit 1`)
  return far !== null
}

export const deleteAssignment = (db: Db, id: string) =>
  db.run(sql`delete from assignments where ${ours()} and id = ${id}::uuid
    and status = 'draft'`)

const bumped = sql`updated_at = now(), version = version + 1`
const own = (id: string) => sql`where ${ours()} and id = ${id}::uuid`

export const updatePublished = async (
  db: Db,
  id: string,
  how: { publish_at: Instant | null; reason: string | null },
) => {
  const changed =
    await db.run(sql`update assignments set status = 'published', published_at = now(), publish_at = ${how.publish_at}::timestamptz,
    announced_at = case when ${how.publish_at}::timestamptz is null then now() end, backdate_reason = ${how.reason},
    ${bumped} ${own(id)} and status = 'draft'`)
  await openAwards(db, [id])
  return changed
}

/** Reverts to a draft; an awarded shift has to be awarded again, under the rule and with a draw at that time. */
export const updateUnpublished = (db: Db, id: string) =>
  db.run(sql`update assignments set status = 'draft', published_at = null, publish_at = null, announced_at = null,
    ${awardedAnew}, ${bumped} ${own(id)} and status = 'published'`)

export const updateCancelled = (db: Db, id: string, party: CancelParty, reason: string) =>
  db.run(sql`update assignments set status = 'cancelled', cancelled_at = now(), cancelled_by = (select app.officer_id()),
    cancelled_party = ${party}, cancel_reason = ${reason}, ${bumped} ${own(id)} and status = 'published'`)

export const updateClosed = (db: Db, id: string) =>
  db.run(
    sql`update assignments set status = 'closed', closed_at = now(), ${bumped} ${own(id)} and status = 'published'`,
  )

export const updateReopened = (db: Db, id: string, reason: string) =>
  db.run(sql`update assignments set status = 'published', closed_at = null, reopened_reason = ${reason},
    ${bumped} ${own(id)} and status = 'closed'`)

/** Ends every live sign-up with the party's status. Returns the officers to notify. */
export const endSignups = async (db: Db, id: string, party: CancelParty, reason: string): Promise<string[]> => {
  const rows = await db.rows<{ officer_id: string }>(sql`update officer_assignments
    set status = ${cancelledStatusOf(party)}, reason = ${reason}, decided_by = null, decided_at = now(),
      updated_at = now(), version = version + 1
    where ${ours()} and assignment_id = ${id}::uuid
      and status in ${oneOf(liveStatuses)}
    returning officer_id`)
  return rows.map((row) => row.officer_id)
}

/** Officers with a live sign-up. */
export const listLiveOfficers = async (db: Db, id: string): Promise<string[]> => {
  const rows = await db.rows<{ officer_id: string }>(sql`select officer_id from officer_assignments
    where ${ours()} and assignment_id = ${id}::uuid
      and status in ${oneOf(liveStatuses)}
    order by officer_id`)
  return rows.map((row) => row.officer_id)
}

/** Releases held spots by an admin's decision when times or requirements change. */
export const releaseSignups = async (db: Db, signupIds: readonly string[], reason: string): Promise<string[]> => {
  const rows = await db.rows<{ officer_id: string }>(sql`update officer_assignments
    set status = 'released', reason = ${reason}, decided_by = (select app.officer_id()), decided_at = now(),
      updated_at = now(), version = version + 1
    where ${ours()} and id = any (${signupIds}::uuid[])
      and status in ${oneOf(aheadStatuses)}
    returning officer_id`)
  return rows.map((row) => row.officer_id)
}

/** Officers who hold a spot, each with the first other commitment that overlaps their new times. */
export const listHeld = (db: Db, id: string, posts: readonly PostRow[]) =>
  db.rows<Held>(sql`
    select s.id as signup_id, s.officer_id, o.name, o.badge_number, o.unit, o.rank, o.left_on::text as left_on, s.post_id,
      o.hired_on::text as hired_on, ${certificationFacts} as certifications,
      case when (p.starts_at < s.starts_at or s.ends_at < p.ends_at) and not s.took_over
        then jsonb_build_object('starts_at', s.starts_at, 'ends_at', s.ends_at) end as part,
      exists (select from attendance t where ${ours('t')} and t.signup_id = s.id
        and t.checked_in_at is not null) as checked_in,
      (select jsonb_build_object('assignment_id', b.id, 'title', b.title, 'starts_at', x.starts_at, 'ends_at', x.ends_at)
        from officer_assignments x join assignments b
          on ${ours('b')} and b.id = x.assignment_id
        where ${ours('x')} and x.officer_id = s.officer_id
          and x.assignment_id <> s.assignment_id and x.status in ${oneOf(atStartStatuses)}
          and tstzrange(x.starts_at, x.ends_at) && tstzrange(${newStart(sql`r`)}, r.ends_at)
        order by x.starts_at limit 1) as overlap
    from officer_assignments s
    join jsonb_to_recordset(${JSON.stringify(posts)}::jsonb) as r ${writtenPost.typed} on r.id = s.post_id
    join posts p on ${ours('p')} and p.id = s.post_id
    join officers o on ${ours('o')} and o.id = s.officer_id
    where ${ours('s')} and s.assignment_id = ${id}::uuid
      and s.status in ${oneOf(aheadStatuses)}
    order by o.name, s.id`)

/** What changed since the version last seen, from the audit log, newest editor last. */
export const findChanges = async (db: Db, id: string, since: number) => {
  const rows = await db.rows<{ fields: string[] | null; name: string | null; at: Date }>(sql`
    select (select array_agg(k.key order by k.key) from jsonb_each(e.after) k
        where e.before -> k.key is distinct from k.value
          and k.key not in ('version', 'updated_at', 'terms_changed_at', 'published_at', 'announced_at')) as fields,
      (select f.name from officers f where ${ours('f')}
        and f.id = e.actor_officer_id) as name, e.at
    from audit_entries e where ${ours('e')} and e.thing_type = 'assignments'
      and e.thing_id = ${id}::uuid and e.before is not null and (e.after ->> 'version')::int > ${since}
    order by e.id limit 100`)
  const last = rows.at(-1)
  const fields = [...new Set(rows.flatMap((row) => row.fields ?? []))]
  // An edit of posts alone changes only the version.
  const changed = fields.length > 0 ? fields : ['posts']
  return { changed, by: last?.name ?? null, at: last?.at.toISOString() ?? null }
}

/** The plan of an organization that may not verify locations; null if it may. */
export const findPlanWithoutLocation = async (db: Db): Promise<string | null> =>
  (
    await db.row<{ tier: string }>(sql`select subscription_tier as tier from organizations
    where id = (select app.organization_id())
      and not app.has_feature(subscription_tier, features_enabled, 'location_verification')`)
  )?.tier ?? null
