import { TemplateBody } from '#features/shifts/assignment-editor/contract.templates.ts'
import { wholeBody } from '#features/shifts/assignment-editor/store.templates.ts'
import { openAwards } from '#features/shifts/awards/store.opening.ts'
import type { Db } from '#platform/server/db.ts'
import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { atStartStatuses, liveStatuses } from '#platform/shared/statuses.ts'
import type { Instant } from '#platform/shared/time.ts'
import type { AheadShift, MovedShift, Standing } from './rules.ts'

const live = oneOf(liveStatuses)

/** Upcoming shifts set in the zone; shifts in another zone take place elsewhere and stay unchanged. */
const ahead = (zone: Sql): Sql =>
  sql`${ours('a')} and a.time_zone = ${zone} and a.status in ('draft', 'published')
    and a.starts_at > now()`

export type Carried = { shifts: number; drafts: number; templates: number; series: number }

const carriedIn = (zone: Sql): Sql => sql`(select jsonb_build_object(
    'shifts', (select count(*) from assignments a where ${ahead(zone)} and a.status = 'published'),
    'drafts', (select count(*) from assignments a where ${ahead(zone)} and a.status = 'draft'),
    'series', (select count(distinct a.series_id) from assignments a where ${ahead(zone)}),
    'templates', (select count(*) from assignment_templates t
      where ${ours('t')} and t.body ->> 'time_zone' = ${zone})))`

export const instantOf = (at: Sql): Sql => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const range = (t: Sql): Sql =>
  sql`'starts_at', ${instantOf(sql`${t}.starts_at`)}, 'ends_at', ${instantOf(sql`${t}.ends_at`)}`

/** The upcoming shifts with their posts and live sign-ups, by start. */
const shiftsIn = (zone: Sql): Sql => sql`(select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'title', a.title,
      'status', a.status, 'signup_mode', a.signup_mode, ${range(sql`a`)},
      'signup_opens_at', ${instantOf(sql`a.signup_opens_at`)}, 'signup_closes_at', ${instantOf(sql`a.signup_closes_at`)},
      'publish_at', ${instantOf(sql`a.publish_at`)},
      'posts', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, ${range(sql`p`)}) order by p.id), '[]')
        from posts p where p.organization_id = a.organization_id and p.assignment_id = a.id),
      'signups', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'officer_id', s.officer_id, 'name', o.name,
            'status', s.status, ${range(sql`s`)}, 'checked_in', exists (select from attendance t
              where t.organization_id = s.organization_id and t.signup_id = s.id and t.checked_in_at is not null))
          order by s.id), '[]')
        from officer_assignments s join officers o on o.organization_id = s.organization_id and o.id = s.officer_id
        where s.organization_id = a.organization_id and s.assignment_id = a.id and s.status in ${live}))
    order by a.starts_at, a.id), '[]')
  from assignments a where ${ahead(zone)})`

/** Other spots of these shifts' officers, close enough to overlap after a move of a day or more. */
const standingIn = (zone: Sql): Sql => sql`(select coalesce(jsonb_agg(jsonb_build_object('officer_id', s.officer_id,
      ${range(sql`s`)})), '[]')
  from officer_assignments s join assignments e on e.organization_id = s.organization_id and e.id = s.assignment_id
  where ${ours('s')} and s.ends_at > now() - interval '2 days'
    and s.status in ${oneOf(atStartStatuses)}
    and not (e.time_zone = ${zone} and e.status in ('draft', 'published') and e.starts_at > now()))`

const factsIn = (
  zone: Sql,
): Sql => sql`jsonb_build_object('now_at', ${instantOf(sql`now()`)}, 'carried', ${carriedIn(zone)},
  'shifts', ${shiftsIn(zone)}, 'standing', ${standingIn(zone)})`

export type Facts = { now_at: Instant; carried: Carried; shifts: AheadShift[]; standing: Standing[] }

/** All data for a preview: column `facts` with the zones. */
export const findPreview = (to: string): Sql =>
  sql`select g.time_zone as "from", ${to}::text as "to", ${factsIn(sql`g.time_zone`)} as facts
    from organizations g where g.id = (select app.organization_id())`

/** How much uses the zone. */
export const countCarried = async (db: Db, zone: string): Promise<number> => {
  const row = await db.row<{ carried: Carried }>(sql`select ${carriedIn(sql`${zone}::text`)} as carried`)
  return row ? row.carried.shifts + row.carried.drafts + row.carried.templates : 0
}

/** The upcoming shifts, locked until the transaction ends: nobody can sign up or be approved in the meantime. */
export const lockAhead = async (db: Db, zone: string): Promise<Facts> => {
  const of = sql`${zone}::text`
  await db.rows(sql`select a.id from assignments a where ${ahead(of)} order by a.id for no key update`)
  await db.rows(sql`select p.id from posts p where ${ours('p')}
    and p.assignment_id in (select a.id from assignments a where ${ahead(of)}) order by p.id for no key update`)
  const row = await db.row<{ facts: Facts }>(sql`select ${factsIn(of)} as facts`)
  if (!row) throw new Error('no row of the facts')
  return row.facts
}

/** The instants stay; only the zone they are shown in changes. */
export const updateZoneOf = (db: Db, ids: readonly string[], zone: string) =>
  db.run(sql`update assignments set time_zone = ${zone}, updated_at = now(), version = version + 1
    where ${ours()} and id = any (${ids}::uuid[])`)

const typedShift = sql`(id uuid, status text, starts_at timestamptz, ends_at timestamptz, signup_opens_at timestamptz,
  signup_closes_at timestamptz, publish_at timestamptz, clock_note text)`
const typedRange = sql`(id uuid, starts_at timestamptz, ends_at timestamptz)`
const moves = sql`starts_at = r.starts_at, ends_at = r.ends_at`

/**
 * Moves the shifts with their posts and live sign-ups to the new instants; call-off is free afterwards, as after any change of
 * time.
 */
export const moveAhead = async (db: Db, moved: readonly MovedShift[], zone: string) => {
  const posts = moved.flatMap((shift) => shift.posts)
  const signups = moved.flatMap((shift) => shift.signups)
  await db.run(sql`update assignments a set ${moves}, signup_opens_at = r.signup_opens_at,
      signup_closes_at = r.signup_closes_at, publish_at = r.publish_at, clock_note = r.clock_note, time_zone = ${zone},
      terms_changed_at = case when a.status = 'published' and a.starts_at <> r.starts_at then now() else a.terms_changed_at end,
      updated_at = now(), version = a.version + 1
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as r ${typedShift}
    where ${ours('a')} and a.id = r.id`)
  await db.run(sql`update posts p set ${moves} from jsonb_to_recordset(${JSON.stringify(posts)}::jsonb) as r ${typedRange}
    where ${ours('p')} and p.id = r.id`)
  // In one statement, so that the overlap constraint checks all of them together.
  await db.run(sql`update officer_assignments s set ${moves}, updated_at = now(), version = s.version + 1
    from jsonb_to_recordset(${JSON.stringify(signups)}::jsonb) as r ${typedRange}
    where ${ours('s')} and s.id = r.id
      and (s.starts_at, s.ends_at) is distinct from (r.starts_at, r.ends_at)`)
  await openAwards(
    db,
    moved.map((shift) => shift.id),
  )
}

/** The pattern that generated a series, in the zone its upcoming shifts now use. */
export const updateSeriesZone = (db: Db, ids: readonly string[], zone: string) =>
  db.run(sql`update assignment_series e set pattern = jsonb_set(e.pattern, '{zone}', to_jsonb(${zone}::text))
    where ${ours('e')} and e.id in (select a.series_id from assignments a
      where ${ours('a')} and a.id = any (${ids}::uuid[]))`)

export const lockTemplates = async (db: Db, zone: string) => {
  const rows = await db.rows<{
    id: string
    body: unknown
  }>(sql`select id, ${wholeBody} as body from assignment_templates
    where ${ours()} and body ->> 'time_zone' = ${zone} order by id for no key update`)
  return rows.map(({ id, body }) => ({ id, body: TemplateBody.parse(body) }))
}

export const updateTemplates = (db: Db, rows: readonly { id: string; body: TemplateBody }[]) =>
  db.run(sql`update assignment_templates t set body = r.body, updated_at = now(), version = t.version + 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, body jsonb)
    where ${ours('t')} and t.id = r.id`)
