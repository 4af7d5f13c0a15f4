import type { Db } from '#platform/server/db.ts'
import { isPublished } from '#platform/server/public-shift.ts'
import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { aheadStatuses } from '#platform/shared/statuses.ts'

export type Due = {
  id: string
  kind: 'shift_24h' | 'shift_2h' | 'unfilled_24h' | 'unfilled_4h'
  assignment_id: string
  officer_id: string | null
  title: string
  location_name: string | null
  time_zone: string
  starts_at: Date
  ends_at: Date
  confirmed: number
  required: number
  min_required: number
}

/** When each is due, in hours before the start; the earlier one is no longer sent once the later one is due. */
const officerKinds = sql`(values ('shift_24h', 24, 2), ('shift_2h', 2, 0)) k (kind, hours, until)`
const adminKinds = sql`(values ('unfilled_24h', 24, 4), ('unfilled_4h', 4, 0)) k (kind, hours, until)`

const holds = sql`s.status in ${oneOf(aheadStatuses)}`
const counted = sql`cross join lateral (
  select coalesce(sum(o.confirmed_count), 0)::int as confirmed, coalesce(sum(o.required_count), 0)::int as required
  from posts o where ${ours('o')} and o.assignment_id = a.id) p`

/** No reminder for a spot given after its reminder was due: the officer has just been notified. */
const dueToOfficers: Sql = sql`
  select k.kind, s.assignment_id, s.officer_id, s.starts_at, s.ends_at, a.title, a.location_name, (select g.time_zone from organizations g where g.id = a.organization_id) as time_zone,
    0 as confirmed, 0 as required, 0 as min_required
  from ${officerKinds}, officer_assignments s
  join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
  where ${ours('s')} and ${holds} and ${isPublished}
    and s.starts_at > now() + make_interval(hours => k.until) and s.starts_at <= now() + make_interval(hours => k.hours)
    and s.starts_at <= now() + interval '24 hours'
    and coalesce(s.decided_at, s.applied_at) <= s.starts_at - make_interval(hours => k.hours)`

/** Fewer confirmed officers than the shift requires. A shift posted within the last half hour gets a chance first. */
const dueToAdmins: Sql = sql`
  select k.kind, a.id, null::uuid, a.starts_at, a.ends_at, a.title, a.location_name, (select g.time_zone from organizations g where g.id = a.organization_id) as time_zone,
    p.confirmed, p.required, a.min_required
  from ${adminKinds}, assignments a ${counted}
  where ${ours('a')} and ${isPublished}
    and a.starts_at > now() + make_interval(hours => k.until) and a.starts_at <= now() + make_interval(hours => k.hours)
    and a.starts_at <= now() + interval '24 hours' and p.confirmed < a.min_required
    and greatest(coalesce(a.published_at, a.created_at), a.publish_at) <= now() - interval '30 minutes'`

/** Records due reminders as sent, and returns them: concurrent or repeated runs find each one only once. */
export const takeDue = (db: Db): Promise<Due[]> =>
  db.rows<Due>(sql`
    with due as materialized (${dueToOfficers} union all ${dueToAdmins}),
    made as (
      insert into reminders (organization_id, kind, assignment_id, officer_id, starts_at)
      select (select app.organization_id()), kind, assignment_id, officer_id, starts_at from due
      on conflict do nothing returning id, kind, assignment_id, officer_id, starts_at)
    select m.id, d.* from made m join due d on d.kind = m.kind and d.assignment_id = m.assignment_id
      and d.officer_id is not distinct from m.officer_id and d.starts_at = m.starts_at
    order by d.starts_at, d.title, d.officer_id`)

/** Reminders whose email is still queued although the shift was moved, canceled or filled, or the spot given up. */
export const listOvertaken = async (db: Db): Promise<string[]> => {
  const rows = await db.rows<{ id: string }>(sql`
    select distinct r.id from mails m
    join reminders r on r.organization_id = m.organization_id and r.id = m.about
    where ${ours('m')} and m.state = 'waiting' and m.about is not null
      and not exists (select from assignments a ${counted}
        where a.organization_id = r.organization_id and a.id = r.assignment_id and ${isPublished}
          and case when r.officer_id is null then a.starts_at = r.starts_at and p.confirmed < a.min_required
            else exists (select from officer_assignments s where s.organization_id = a.organization_id
              and s.assignment_id = a.id and s.officer_id = r.officer_id and s.starts_at = r.starts_at and ${holds}) end)`)
  return rows.map((row) => row.id)
}

export const deleteOldReminders = (db: Db) =>
  db.run(sql`delete from reminders where ${ours()}
    and starts_at < now() - interval '30 days'`)
