import type { Held } from '#features/assignment-editor/rules.decisions.ts'
import { awardedAnew, openAwards } from '#features/awards/store.opening.ts'
import { certificationFacts } from '#features/eligibility/store.facts.ts'
import type { Requirements } from '#features/signups/rules.ts'
import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import type { Instant } from '#platform/shared/time.ts'
import { AssignmentSeen } from './contract.shapes.ts'
import { type AssignmentStatus, type CancelParty, cancelledStatusOf } from './rules.ts'
import { findAssignment } from './store.ts'

export type AssignmentRow = {
  id: string
  title: string
  description: string
  kind: string
  client: string | null
  location_name: string | null
  location_address: string | null
  location_lat: number | null
  location_lng: number | null
  location_radius_m: number | null
  time_zone: string
  starts_at: Instant
  ends_at: Instant
  min_required: number
  signup_mode: string
  award_rule_id?: string | null
  signup_opens_at: Instant | null
  signup_closes_at: Instant | null
  publish_at: Instant | null
  pay_code: string | null
  min_pay_minutes: number
  status: AssignmentStatus
  backdate_reason: string | null
  series_id: string | null
  clock_note: 'moved' | 'earlier' | null
}
export type PostRow = {
  id: string
  assignment_id: string
  name: string
  position: number
  required_count: number
  starts_at: Instant
  ends_at: Instant
  requirements: Requirements
  split_minutes: number | null
}

const typed = sql`(id uuid, title text, description text, kind text, client text, location_name text,
  location_address text, location_lat double precision, location_lng double precision, location_radius_m int,
  time_zone text, starts_at timestamptz, ends_at timestamptz, min_required int, signup_mode text, award_rule_id uuid,
  signup_opens_at timestamptz, signup_closes_at timestamptz, publish_at timestamptz, pay_code text,
  min_pay_minutes int, status text, backdate_reason text, series_id uuid, clock_note text)`
const typedPost = sql`(id uuid, assignment_id uuid, name text, position int, required_count int,
  starts_at timestamptz, ends_at timestamptz, requirements jsonb, split_minutes int)`

/** New assignments with their posts; published ones without a time to come count as announced by the caller. */
export const insertAssignments = async (db: Db, rows: readonly AssignmentRow[], posts: readonly PostRow[]) => {
  await db.run(sql`insert into assignments (organization_id, id, title, description, kind, client, location_name,
      location_address, location_lat, location_lng, location_radius_m, time_zone, starts_at, ends_at, min_required,
      signup_mode, signup_opens_at, signup_closes_at, publish_at, pay_code, min_pay_minutes, status, backdate_reason,
      series_id, clock_note, award_rule_id, created_by, published_at, announced_at)
    select (select app.organization_id()), r.id, r.title, r.description, r.kind, r.client, r.location_name,
      r.location_address, r.location_lat, r.location_lng, r.location_radius_m, r.time_zone, r.starts_at, r.ends_at,
      r.min_required, r.signup_mode, r.signup_opens_at, r.signup_closes_at, r.publish_at, r.pay_code,
      r.min_pay_minutes, r.status, r.backdate_reason, r.series_id, r.clock_note, r.award_rule_id,
      (select app.officer_id()),
      case when r.status = 'published' then now() end,
      case when r.status = 'published' and r.publish_at is null then now() end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ${typed}`)
  await insertPosts(db, posts)
  await openAwards(
    db,
    rows.filter((row) => row.status === 'published').map((row) => row.id),
  )
}

const insertPosts = (db: Db, posts: readonly PostRow[]) =>
  db.run(sql`insert into posts (organization_id, id, assignment_id, name, position, required_count, starts_at, ends_at,
      requirements, split_minutes)
    select (select app.organization_id()), r.id, r.assignment_id, r.name, r.position, r.required_count, r.starts_at,
      r.ends_at, r.requirements, r.split_minutes
    from jsonb_to_recordset(${JSON.stringify(posts)}::jsonb) as r ${typedPost}`)

export const insertSeries = (db: Db, id: string, pattern: unknown) =>
  db.run(sql`insert into assignment_series (organization_id, id, pattern, created_by)
    values ((select app.organization_id()), ${id}::uuid, ${JSON.stringify(pattern)}::jsonb, (select app.officer_id()))`)

export type Locked = { seen: AssignmentSeen; now: Instant }

/** The assignment and its posts, locked, with everything a decision on it needs; null where there is none. */
export const lockAssignment = async (db: Db, id: string): Promise<Locked | null> => {
  await db.rows(sql`select id from assignments where organization_id = (select app.organization_id()) and id = ${id}::uuid
    for no key update`)
  await db.rows(sql`select id from posts where organization_id = (select app.organization_id())
    and assignment_id = ${id}::uuid order by id for no key update`)
  const row = await db.row<{ json: unknown; now_at: Date }>(findAssignment(id))
  return row ? { seen: AssignmentSeen.parse(row.json), now: row.now_at.toISOString() } : null
}

/** This one, or with `following` every one of its series from its start on; locked in the order of their starts. */
export const lockFollowing = async (db: Db, seen: AssignmentSeen): Promise<string[]> => {
  const rows = await db.rows<{ id: string }>(sql`select id from assignments
    where organization_id = (select app.organization_id()) and series_id = ${seen.series_id}::uuid
      and starts_at >= ${seen.starts_at}::timestamptz order by starts_at, id for no key update`)
  return rows.map((row) => row.id)
}

/** The fields of an edit; posts are changed, added and taken away by id. Answers the new version. */
export const updateAssignment = async (
  db: Db,
  row: AssignmentRow,
  posts: readonly PostRow[],
  changed: { terms: boolean; removed: readonly string[]; known: ReadonlySet<string> },
): Promise<number> => {
  const updated = await db.row<{ version: number }>(sql`update assignments a set title = r.title,
      description = r.description, kind = r.kind, client = r.client, location_name = r.location_name,
      location_address = r.location_address, location_lat = r.location_lat, location_lng = r.location_lng,
      location_radius_m = r.location_radius_m, time_zone = r.time_zone, starts_at = r.starts_at, ends_at = r.ends_at,
      min_required = r.min_required, signup_mode = r.signup_mode, award_rule_id = r.award_rule_id, signup_opens_at = r.signup_opens_at,
      signup_closes_at = r.signup_closes_at, pay_code = r.pay_code, min_pay_minutes = r.min_pay_minutes,
      clock_note = case when a.starts_at = r.starts_at then a.clock_note end,
      terms_changed_at = case when ${changed.terms} then now() else a.terms_changed_at end,
      updated_at = now(), version = a.version + 1
    from jsonb_to_recordset(${JSON.stringify([row])}::jsonb) as r ${typed}
    where a.organization_id = (select app.organization_id()) and a.id = r.id
    returning a.version`)
  if (changed.removed.length > 0) {
    await db.run(sql`delete from posts where organization_id = (select app.organization_id())
      and assignment_id = ${row.id}::uuid and id = any (${changed.removed}::uuid[])`)
  }
  const standing = posts.filter((post) => changed.known.has(post.id))
  await db.run(sql`update posts o set name = r.name, position = r.position, required_count = r.required_count,
      starts_at = r.starts_at, ends_at = r.ends_at, requirements = r.requirements,
      split_minutes = r.split_minutes
    from jsonb_to_recordset(${JSON.stringify(standing)}::jsonb) as r ${typedPost}
    where o.organization_id = (select app.organization_id()) and o.assignment_id = ${row.id}::uuid and o.id = r.id`)
  const added = posts.filter((post) => !changed.known.has(post.id))
  if (added.length > 0) await insertPosts(db, added)
  await openAwards(db, [row.id])
  return updated?.version ?? 0
}

/** Live signups follow the times of posts that were moved; the overlap constraint speaks for held ones. Open attendance follows too. */
export const moveSignups = async (db: Db, id: string, moved: readonly string[]) => {
  await db.run(sql`update officer_assignments s set starts_at = o.starts_at, ends_at = o.ends_at, updated_at = now(),
      version = s.version + 1
    from posts o where s.organization_id = (select app.organization_id()) and s.assignment_id = ${id}::uuid
      and s.status in ('interested', 'pending_approval', 'waitlisted', 'offered', 'confirmed', 'calloff_requested')
      and o.organization_id = (select app.organization_id()) and o.assignment_id = ${id}::uuid and o.id = s.post_id
      and o.id = any (${moved}::uuid[]) and (s.starts_at, s.ends_at) is distinct from (o.starts_at, o.ends_at)`)
  await db.run(sql`update attendance t set scheduled_starts_at = s.starts_at, scheduled_ends_at = s.ends_at,
      updated_at = now(), version = t.version + 1
    from officer_assignments s where t.organization_id = (select app.organization_id())
      and t.assignment_id = ${id}::uuid and t.state = 'open' and s.organization_id = (select app.organization_id())
      and s.id = t.signup_id and (t.scheduled_starts_at, t.scheduled_ends_at) is distinct from (s.starts_at, s.ends_at)`)
}

export const deleteAssignment = (db: Db, id: string) =>
  db.run(sql`delete from assignments where organization_id = (select app.organization_id()) and id = ${id}::uuid
    and status = 'draft'`)

const bumped = sql`updated_at = now(), version = version + 1`
const own = (id: string) => sql`where organization_id = (select app.organization_id()) and id = ${id}::uuid`

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

/** A draft again; what was awarded is to be awarded anew, by the rule and with a draw of that time. */
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

/** Every live signup ends with the party's status. Answers whom to tell. */
export const endSignups = async (db: Db, id: string, party: CancelParty, reason: string): Promise<string[]> => {
  const rows = await db.rows<{ officer_id: string }>(sql`update officer_assignments
    set status = ${cancelledStatusOf(party)}, reason = ${reason}, decided_by = null, decided_at = now(),
      updated_at = now(), version = version + 1
    where organization_id = (select app.organization_id()) and assignment_id = ${id}::uuid
      and status in ('interested', 'pending_approval', 'waitlisted', 'offered', 'confirmed', 'calloff_requested')
    returning officer_id`)
  return rows.map((row) => row.officer_id)
}

/** Officers with a live signup. */
export const listLiveOfficers = async (db: Db, id: string): Promise<string[]> => {
  const rows = await db.rows<{ officer_id: string }>(sql`select officer_id from officer_assignments
    where organization_id = (select app.organization_id()) and assignment_id = ${id}::uuid
      and status in ('interested', 'pending_approval', 'waitlisted', 'offered', 'confirmed', 'calloff_requested')
    order by officer_id`)
  return rows.map((row) => row.officer_id)
}

/** Gives up held places by the admin's decision at a change of time. */
export const releaseSignups = async (db: Db, signupIds: readonly string[], reason: string): Promise<string[]> => {
  const rows = await db.rows<{ officer_id: string }>(sql`update officer_assignments
    set status = 'released', reason = ${reason}, decided_by = (select app.officer_id()), decided_at = now(),
      updated_at = now(), version = version + 1
    where organization_id = (select app.organization_id()) and id = any (${signupIds}::uuid[])
      and status in ('confirmed', 'calloff_requested')
    returning officer_id`)
  return rows.map((row) => row.officer_id)
}

/** Who holds a place, with the first other engagement that the posts' new times touch. */
export const listHeld = (db: Db, id: string, posts: readonly PostRow[]) =>
  db.rows<Held>(sql`
    select s.id as signup_id, s.officer_id, o.name, o.badge_number, o.unit, o.rank, o.left_on::text as left_on, s.post_id,
      o.hired_on::text as hired_on, ${certificationFacts} as certifications,
      case when p.starts_at < s.starts_at or s.ends_at < p.ends_at
        then jsonb_build_object('starts_at', s.starts_at, 'ends_at', s.ends_at) end as part,
      exists (select from attendance t where t.organization_id = (select app.organization_id()) and t.signup_id = s.id
        and t.checked_in_at is not null) as checked_in,
      (select jsonb_build_object('assignment_id', b.id, 'title', b.title, 'starts_at', x.starts_at, 'ends_at', x.ends_at)
        from officer_assignments x join assignments b
          on b.organization_id = (select app.organization_id()) and b.id = x.assignment_id
        where x.organization_id = (select app.organization_id()) and x.officer_id = s.officer_id
          and x.assignment_id <> s.assignment_id and x.status in ('confirmed', 'calloff_requested', 'worked', 'no_show')
          and tstzrange(x.starts_at, x.ends_at) && tstzrange(r.starts_at, r.ends_at)
        order by x.starts_at limit 1) as overlap
    from officer_assignments s
    join jsonb_to_recordset(${JSON.stringify(posts)}::jsonb) as r ${typedPost} on r.id = s.post_id
    join posts p on p.organization_id = (select app.organization_id()) and p.id = s.post_id
    join officers o on o.organization_id = (select app.organization_id()) and o.id = s.officer_id
    where s.organization_id = (select app.organization_id()) and s.assignment_id = ${id}::uuid
      and s.status in ('confirmed', 'calloff_requested')
    order by o.name, s.id`)

/** What changed since the version that was seen: from the audit, newest editor last. */
export const findChanges = async (db: Db, id: string, since: number) => {
  const rows = await db.rows<{ fields: string[] | null; name: string | null; at: Date }>(sql`
    select (select array_agg(k.key order by k.key) from jsonb_each(e.after) k
        where e.before -> k.key is distinct from k.value
          and k.key not in ('version', 'updated_at', 'terms_changed_at', 'published_at', 'announced_at')) as fields,
      (select f.name from officers f where f.organization_id = (select app.organization_id())
        and f.id = e.actor_officer_id) as name, e.at
    from audit_entries e where e.organization_id = (select app.organization_id()) and e.thing_type = 'assignments'
      and e.thing_id = ${id}::uuid and e.before is not null and (e.after ->> 'version')::int > ${since}
    order by e.id limit 100`)
  const last = rows.at(-1)
  const fields = [...new Set(rows.flatMap((row) => row.fields ?? []))]
  // An edit of posts alone bumps the version and no other field.
  const changed = fields.length > 0 ? fields : ['posts']
  return { changed, by: last?.name ?? null, at: last?.at.toISOString() ?? null }
}

export const hasLocationFeature = async (db: Db): Promise<boolean> =>
  (await db.row(sql`select 1 from organizations where id = (select app.organization_id())
    and app.has_feature(subscription_tier, features_enabled, 'location_verification')`)) !== null
