import { tourFacts } from '#features/roster/tours/store.ts'
import type { Db } from '#platform/server/db.ts'
import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { currentStatuses } from '#platform/shared/statuses.ts'
import { CANCELED_DAYS, PAST_DAYS, TOUR_DAYS } from './rules.ts'

const own = (alias: Sql): Sql => sql`${ours(alias)} and ${alias}.officer_id = (select app.officer_id())`
const live = sql`${own(sql`c`)} and c.revoked_at is null`

export const findLink = (): Sql => sql`
  select json_build_object('link', (select json_build_object('created_at', c.created_at, 'last_read_at', c.last_read_at)
    from calendar_feeds c where ${live}))::text as json
  from officers o where ${ours('o')} and o.id = (select app.officer_id())`

/** Locks the officer's row, so that of two presses at once the later one has the link. */
export const lockOfficer = async (db: Db): Promise<boolean> =>
  (await db.row(
    sql`select 1 from officers o where ${ours('o')} and o.id = (select app.officer_id()) for no key update`,
  )) !== null

export const updateRevoked = (db: Db, why: 'by_officer' | 'replaced'): Promise<number> =>
  db.run(sql`update calendar_feeds c set revoked_at = now(), revoked_why = ${why} where ${live}`)

export const insertLink = async (db: Db, hash: Buffer): Promise<Date> => {
  const row = await db.row<{
    created_at: Date
  }>(sql`insert into calendar_feeds (organization_id, officer_id, token_hash)
    values ((select app.organization_id()), (select app.officer_id()), ${hash}::bytea) returning created_at`)
  if (!row) throw new Error('the calendar link was not stored')
  return row.created_at
}

/** Raises unless the secret is in force and its officer may read the own schedule; what follows reads as that officer. */
export const enterCalendar = (hash: Buffer): Sql => sql`select app.enter_calendar(${hash}::bytea) as now_at`

/** To the hour, so that reading often does not mean writing often. */
export const updateRead = (db: Db) =>
  db.run(sql`update calendar_feeds c set last_read_at = now() where ${live}
    and (c.last_read_at is null or c.last_read_at < now() - interval '1 hour')`)

/** Still a shift of the officer's, or on the way to one. */
const isCurrent = sql`(s.status in ${oneOf(currentStatuses)} and a.status <> 'cancelled')`
/** Both counters only grow, so their sum grows with a change of either. */
const shift = sql`'signup_id', s.id, 'assignment_id', a.id, 'title', a.title, 'location_name', a.location_name,
  'location_address', a.location_address, 'starts_at', s.starts_at, 'ends_at', s.ends_at, 'status', s.status,
  'canceled', not ${isCurrent},
  'sequence', s.version + a.version - 2, 'changed_at', greatest(s.updated_at, a.updated_at)`
const joined = sql`officer_assignments s join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id`
const mine = own(sql`s`)

/** Signed up again since, or with another sign-up that counts. */
const isFollowed = sql`exists (select from officer_assignments n where ${own(sql`n`)} and n.assignment_id = s.assignment_id
  and n.id <> s.id and (n.status in ${oneOf(currentStatuses)} or (n.applied_at, n.id) > (s.applied_at, s.id)))`

/** The officer's calendar: shifts, those lost lately, and the tours of the coming months. */
export const findCalendar = (): Sql => sql`
  with b as (select g.name, g.time_zone as zone,
      ((now() at time zone g.time_zone)::date - ${PAST_DAYS}::int)::timestamp at time zone g.time_zone as start_at,
      ((now() at time zone g.time_zone)::date + ${TOUR_DAYS}::int)::timestamp at time zone g.time_zone as stop_at
    from organizations g where g.id = (select app.organization_id()))
  select json_build_object('department', b.name, 'zone', b.zone, 'start_at', b.start_at, 'stop_at', b.stop_at,
    'officer_id', o.id, 'since', (select c.created_at from calendar_feeds c where ${live}),
    'tours', ${tourFacts(sql`b.start_at`, sql`b.stop_at`)},
    'shifts', coalesce((select json_agg(json_build_object(${shift}) order by s.starts_at, s.id) from ${joined}
      where ${mine} and s.ends_at > b.start_at
        and ((${isCurrent} and (s.status <> 'offered' or s.offer_expires_at > now()))
        or (not ${isCurrent} and not ${isFollowed} and greatest(s.updated_at, a.updated_at) > now() - make_interval(days => ${CANCELED_DAYS}::int)))), '[]')) as facts
  from b join officers o on ${ours('o')} and o.id = (select app.officer_id())`

/** One shift of the caller; no row for another's. */
export const findShiftFile = ({ signup_id }: { signup_id: string }, origin: string): Sql => sql`
  select json_build_object('origin', ${origin}::text, 'department', g.name, 'zone', g.time_zone, 'now', now(), 'shift', json_build_object(${shift})) as facts
  from ${joined} join organizations g on g.id = s.organization_id
  where ${mine} and s.id = ${signup_id}::uuid`
