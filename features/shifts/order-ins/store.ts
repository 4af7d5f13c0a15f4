import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import type { ForceSettings } from './contract.ts'
import type { Member, PastOrder } from './rules.ts'

/** The department's settings, or the defaults if none are set; alias `g` of organizations and `w` of force_settings. */
const settings = sql`jsonb_build_object('counted', coalesce(w.counted, 'year'), 'year_starts', coalesce(w.year_starts, '01-01'),
  'newcomers', coalesce(w.newcomers, 'top'), 'by_unit', coalesce(w.by_unit, false),
  'admins_listed', coalesce(w.admins_listed, false), 'names_shown', coalesce(w.names_shown, true),
  'volunteer_minutes', coalesce(w.volunteer_minutes, 60), 'version', coalesce(w.version, 0))`

export type ForceMember = Omit<Member, 'exempt'> & {
  name: string
  unit: string | null
  exempt: { id: string; reason: string; starts_on: string; ends_on: string | null } | null
}
export type ForceFacts = {
  settings: ForceSettings
  time_zone: string
  today: string
  me: string | null
  role: string
  members: ForceMember[]
  orders: PastOrder[]
}

export type ForceAsked = { unit: string; limit: number; after?: string | undefined }

/** All inputs of the list in one row: current and former members, orders in effect, the settings, the day. */
export const forceFacts = (asked: ForceAsked | null = null) => sql`
  with house as (
    select g.id, g.time_zone, (now() at time zone g.time_zone)::date as today, ${settings} as settings
    from organizations g left join force_settings w on w.organization_id = g.id
    where g.id = (select app.organization_id()))
  select jsonb_build_object('settings', h.settings, 'time_zone', h.time_zone, 'today', h.today, 'me', (select app.me()),
    'role', (select app.role()),
    'members', coalesce((select jsonb_agg(jsonb_build_object('officer_id', m.officer_id, 'name', m.name,
        'badge_number', m.badge_number, 'unit', m.unit, 'hired_on', m.hired_on,
        'joined_on', (m.joined_at at time zone h.time_zone)::date, 'left_on', m.left_on, 'exempt', e.exempt))
      from force_members m left join lateral (
        select jsonb_build_object('id', x.id, 'reason', x.reason, 'starts_on', x.starts_on, 'ends_on', x.ends_on) as exempt
        from force_exemptions x where x.organization_id = m.organization_id and x.officer_id = m.officer_id
          and x.starts_on <= h.today and (x.ends_on is null or x.ends_on >= h.today)
        order by x.ends_on desc nulls first, x.id limit 1) e on true
      where ${ours('m')}
        and (not m.is_admin or (h.settings ->> 'admins_listed')::boolean)), '[]'),
    'orders', coalesce((select jsonb_agg(jsonb_build_object('officer_id', i.officer_id, 'at', i.at,
        'on', (i.at at time zone h.time_zone)::date, 'times', i.times))
      from (select o.officer_id, o.ordered_at as at, 1 as times from order_ins o where ${ours('o')}
          and o.cancelled_at is null and o.fell_at is null
        -- Orders of before Watchbill (features/shifts/order-ins): one row for an officer and a day, however often they were entered.
        union all select w.officer_id, (w.last_on + time '12:00') at time zone h.time_zone, sum(w.times)
        from openings w
        where ${ours('w')} and w.kind = 'ordered' and w.times > 0 and w.takes_back is null
          and not exists (select from openings t where t.organization_id = w.organization_id and t.takes_back = w.id)
        group by w.officer_id, w.last_on) i),
      '[]')) as facts, ${JSON.stringify(asked)}::jsonb as asked
  from house h`

/** The same with the request passed along, for paging. */
export const forceFactsFor = (asked: ForceAsked) => forceFacts(asked)

export const findForceFacts = async (db: Db): Promise<ForceFacts> => {
  const row = await db.row<{ facts: ForceFacts }>(forceFacts())
  if (row === null) throw new Error('an organization is gone')
  return row.facts
}

/** Saves the settings if `version` is current (0: none yet); null if somebody else saved first. */
export const saveSettings = async (
  db: Db,
  to: Omit<ForceSettings, 'version'> & { version: number },
): Promise<ForceSettings | null> => {
  const row = await db.row<{ settings: ForceSettings }>(sql`
    insert into force_settings as w (organization_id, counted, year_starts, newcomers, by_unit, admins_listed, names_shown,
      volunteer_minutes)
    select (select app.organization_id()), ${to.counted}, ${to.year_starts}, ${to.newcomers}, ${to.by_unit}::boolean,
      ${to.admins_listed}::boolean, ${to.names_shown}::boolean, ${to.volunteer_minutes}::int
    on conflict (organization_id) do update set counted = excluded.counted, year_starts = excluded.year_starts,
      newcomers = excluded.newcomers, by_unit = excluded.by_unit, admins_listed = excluded.admins_listed,
      names_shown = excluded.names_shown, volunteer_minutes = excluded.volunteer_minutes, updated_at = now(),
      version = w.version + 1 where w.version = ${to.version}::int
    returning ${settings} as settings`)
  return row?.settings ?? null
}

/** Null if the officer is on no list. */
export const insertExemption = (
  db: Db,
  to: { officer_id: string; reason: string; starts_on: string; ends_on: string | null },
) =>
  db.row<{ id: string }>(sql`
    insert into force_exemptions (organization_id, officer_id, reason, starts_on, ends_on, created_by)
    select m.organization_id, m.officer_id, ${to.reason}, ${to.starts_on}::date, ${to.ends_on}::date, (select app.officer_id())
    from force_members m where ${ours('m')} and m.officer_id = ${to.officer_id}::uuid
      and m.left_on is null
    returning id`)

export const findExemptionLocked = (db: Db, id: string) =>
  db.row<{ officer_id: string; own: boolean }>(sql`select officer_id, officer_id = (select app.me()) as own
    from force_exemptions where ${ours()} and id = ${id}::uuid for update`)

/** Makes yesterday its last day; an exemption that has not started never takes effect. */
export const endExemption = (db: Db, id: string) =>
  db.run(sql`update force_exemptions x set ended_by = (select app.officer_id()),
      ends_on = greatest(x.starts_on, (now() at time zone g.time_zone)::date) - 1
    from organizations g where g.id = x.organization_id and ${ours('x')}
      and x.id = ${id}::uuid and (x.ends_on is null or x.ends_on >= (now() at time zone g.time_zone)::date)`)

/** The order and id where a page ended. */
const keyOf = (after: string | undefined) => {
  const [, rank = '', day = '', id = ''] =
    /^([0-2])~(\d{4}-\d\d-\d\d)~([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(after ?? '') ?? []
  return rank === '' ? null : { rank: Number(rank), day, id }
}

export const listExemptions = ({ limit, after }: { limit: number; after?: string | undefined }) => {
  const key = keyOf(after)
  return sql`
  with stood as (
    select x.*, case when x.starts_on > d.today then 1 when x.ends_on < d.today then 2 else 0 end as rank
    from force_exemptions x, lateral (select (now() at time zone g.time_zone)::date as today from organizations g
      where g.id = x.organization_id) d
    where ${ours('x')}),
  found as materialized (
    select * from stood x where ${key === null}::boolean or x.rank > ${key?.rank ?? 0}::int or (x.rank = ${key?.rank ?? 0}::int
      and (x.starts_on, x.id) < (${key?.day ?? '2000-01-01'}::date, ${key?.id ?? null}::uuid))
    order by x.rank, x.starts_on desc, x.id desc limit ${limit + 1}::int),
  shown as (select * from found order by rank, starts_on desc, id desc limit ${limit}::int)
  select json_build_object('items', coalesce((select json_agg(json_build_object('id', x.id, 'officer_id', x.officer_id,
      'name', o.name, 'badge_number', o.badge_number, 'reason', x.reason, 'starts_on', x.starts_on, 'ends_on', x.ends_on,
      'state', (array['now', 'later', 'over'])[x.rank + 1], 'created_by', b.name, 'created_at', x.created_at,
      'own', x.officer_id = (select app.me())) order by x.rank, x.starts_on desc, x.id desc)
    from shown x join officers o on o.organization_id = x.organization_id and o.id = x.officer_id
    left join officers b on b.organization_id = x.organization_id and b.id = x.created_by), '[]'),
    'next', case when (select count(*) from found) > ${limit}::int then (select rank || '~' || starts_on || '~' || id
      from shown order by rank desc, starts_on, id limit 1) end)::text as json`
}
