import { activeOfficer } from '#platform/server/active-officer.ts'
import type { Db } from '#platform/server/db.ts'
import { join, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import type { TimeFormat } from '#platform/shared/time.ts'
import type { Settings } from './contract.ts'

/** People who must accept the notice: those who may sign in to the department. */
export const standing = sql`${activeOfficer(sql`f`)} and f.user_id is not null`

export const findSettings = () => sql`
  select json_build_object('version', g.version, 'subdomain', g.subdomain, 'name', g.name,
    'address', coalesce(g.address, ''), 'city', coalesce(g.city, ''), 'phone', coalesce(g.phone, ''),
    'contact_email', coalesce(g.contact_email, ''), 'time_zone', g.time_zone, 'time_format', g.time_format,
    'checkin_opens_minutes', g.checkin_opens_minutes, 'location_radius_m', g.location_radius_m,
    'signup_mode', g.signup_mode, 'calloff_notice_minutes', g.calloff_notice_minutes,
    'calloff_desk_minutes', g.calloff_desk_minutes, 'swaps_need_approval', g.swaps_need_approval,
    'officers_see_schedule', g.officers_see_schedule,
    'hours_edit_limit_days', g.hours_edit_limit_days, 'quiet_from', coalesce(to_char(g.quiet_from, 'HH24:MI'), ''),
    'quiet_to', coalesce(to_char(g.quiet_to, 'HH24:MI'), ''), 'admins_release_locks', g.admins_release_locks,
    'mfa_officers', g.mfa_officers, 'notice_text', coalesce(n.text, ''),
    'notice', case when n.version is not null then json_build_object('version', n.version,
      'accepted', (select count(*) from notice_acceptances y join officers f
        on f.organization_id = y.organization_id and f.id = y.officer_id
        where y.organization_id = g.id and y.version = n.version and ${standing}),
      'asked', (select count(*) from officers f where f.organization_id = g.id and ${standing})) end)::text as json
  from organizations g left join sign_in_notices n on n.organization_id = g.id and n.version = g.notice_version
  where g.id = (select app.organization_id())`

/** Columns as written, each with its cast; an empty text becomes null. */
const columns: Readonly<Record<string, (value: unknown) => Sql>> = {
  name: (v) => sql`name = ${v}::text`,
  address: (v) => sql`address = nullif(${v}::text, '')`,
  city: (v) => sql`city = nullif(${v}::text, '')`,
  phone: (v) => sql`phone = nullif(${v}::text, '')`,
  contact_email: (v) => sql`contact_email = nullif(${v}::text, '')`,
  time_zone: (v) => sql`time_zone = ${v}::text`,
  time_format: (v) => sql`time_format = ${v}::text`,
  checkin_opens_minutes: (v) => sql`checkin_opens_minutes = ${v}::int`,
  location_radius_m: (v) => sql`location_radius_m = ${v}::int`,
  signup_mode: (v) => sql`signup_mode = ${v}::text`,
  calloff_notice_minutes: (v) => sql`calloff_notice_minutes = ${v}::int`,
  swaps_need_approval: (v) => sql`swaps_need_approval = ${v}::boolean`,
  officers_see_schedule: (v) => sql`officers_see_schedule = ${v}::boolean`,
  calloff_desk_minutes: (v) => sql`calloff_desk_minutes = ${v}::int`,
  hours_edit_limit_days: (v) => sql`hours_edit_limit_days = ${v}::int`,
  quiet_from: (v) => sql`quiet_from = nullif(${v}::text, '')::time`,
  quiet_to: (v) => sql`quiet_to = nullif(${v}::text, '')::time`,
  admins_release_locks: (v) => sql`admins_release_locks = ${v}::boolean`,
  mfa_officers: (v) => sql`mfa_officers = ${v}::boolean`,
  notice_version: (v) => sql`notice_version = ${v}::int`,
  primary_color: (v) => sql`primary_color = ${v}::text`,
  logo_id: (v) => sql`logo_id = ${v}::uuid`,
}
export type Changes = Readonly<Record<string, unknown>>

/** Locks the organization's row and returns its version and time zone. */
export const lockOrganization = (db: Db) =>
  db.row<{
    version: number
    time_zone: string
    signup_mode: 'first_come' | 'approval'
  }>(sql`select version, time_zone, signup_mode from organizations where id = (select app.organization_id())
    for no key update`)

/** Writes the given settings and returns the new version. Call after `lockOrganization`. */
export const updateOrganization = async (db: Db, changes: Changes): Promise<number> => {
  const set = Object.entries(changes).flatMap(([name, value]) => columns[name]?.(value) ?? [])
  const row = await db.row<{ version: number }>(sql`update organizations
    set ${join([...set, sql`updated_at = now()`, sql`version = version + 1`], sql`, `)}
    where id = (select app.organization_id()) returning version`)
  return row?.version ?? 0
}

export type Since = { changed: string[]; by: string | null }

/** Which columns changed since the version the user saw, and who changed them last; null if there is no record of it. */
export const findChangedSince = (db: Db, version: number): Promise<Since | null> =>
  db.row<Since>(sql`select coalesce((select array_agg(n.key order by n.key) from jsonb_each(to_jsonb(g)) n
      where n.key not in ('version', 'updated_at') and n.value is distinct from seen.after -> n.key), '{}') as changed,
      (select f.name from audit_entries a join officers f on f.organization_id = a.organization_id
          and f.id = a.actor_officer_id
        where a.organization_id = g.id and a.thing_type = 'organizations' order by a.id desc limit 1) as by
    from organizations g join lateral (select a.after from audit_entries a where a.organization_id = g.id
      and a.thing_type = 'organizations' and a.thing_id = g.id and (a.after ->> 'version')::int <= ${version}::int
      order by a.id desc limit 1) seen on true
    where g.id = (select app.organization_id())`)

/** Whether the database also knows this time zone: its list may be older than the runtime's. */
export const isZoneOfDatabase = async (db: Db, zone: string): Promise<boolean> =>
  (await db.row(sql`select from pg_timezone_names where name = ${zone}`)) !== null

/** Puts a text in force and returns its version: the previous one if the text is the same, else a new one. */
export const putNotice = async (db: Db, text: Settings['notice_text']): Promise<number> => {
  const last = await db.row<{ version: number; text: string }>(sql`select version, text from sign_in_notices
    where ${ours()} order by version desc limit 1`)
  if (last?.text === text) return last.version
  const version = (last?.version ?? 0) + 1
  await db.run(sql`insert into sign_in_notices (organization_id, version, text, created_by)
    values ((select app.organization_id()), ${version}::int, ${text}, (select app.officer_id()))`)
  return version
}

/** How the organization in scope formats the time of day. */
export const findTimeFormat = async (db: Db): Promise<TimeFormat> =>
  (
    await db.row<{ time_format: TimeFormat }>(sql`select time_format from organizations
    where id = (select app.organization_id())`)
  )?.time_format ?? '24h'

/** The department's time zone and time format. */
export const findHouseClock = async (db: Db): Promise<{ time_zone: string; time_format: TimeFormat }> =>
  (await db.row<{ time_zone: string; time_format: TimeFormat }>(
    sql`select time_zone, time_format from organizations where id = (select app.organization_id())`,
  )) ?? { time_zone: 'UTC', time_format: '24h' }
