import type { TourFacts } from '#features/roster/tours/rules.ts'
import { tourFacts } from '#features/roster/tours/store.ts'
import type { Db } from '#platform/server/db.ts'
import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { aheadStatuses } from '#platform/shared/statuses.ts'
import { reachOf } from './rules.limits.ts'
import type { Work, WorkRules } from './rules.ts'
import { workFacts } from './store.facts.ts'

/** One row, with the rules if they are set. */
export const findWorkRules = (): Sql => sql`select json_build_object('rest_minutes', w.rest_minutes,
    'windows', coalesce(w.windows, '[]'), 'max_consecutive_minutes', w.max_consecutive_minutes,
    'break_minutes', coalesce(w.break_minutes, 0), 'max_consecutive_days', w.max_consecutive_days,
    'caps', coalesce(w.caps, '[]'), 'version', coalesce(w.version, 0), 'updated_at', w.updated_at,
    'updated_by', (select f.name from officers f where f.organization_id = g.id and f.id = w.updated_by))::text as json
  from organizations g left join work_rules w on w.organization_id = g.id
  where g.id = (select app.organization_id())`

/** Saves the rules if `version` is still the one that was read (0: none were set); otherwise null. */
export const putWorkRules = (db: Db, rules: WorkRules, version: number) => {
  const { rest_minutes, max_consecutive_minutes, max_consecutive_days, break_minutes } = rules
  const [windows, caps] = [JSON.stringify(rules.windows), JSON.stringify(rules.caps)]
  return db.row<{ version: number }>(sql`insert into work_rules as w (organization_id, rest_minutes, windows,
      max_consecutive_minutes, break_minutes, max_consecutive_days, caps, reach_minutes, updated_by)
    select (select app.organization_id()), ${rest_minutes}::int, ${windows}::jsonb, ${max_consecutive_minutes}::int,
      ${break_minutes}::int, ${max_consecutive_days}::int, ${caps}::jsonb, ${reachOf(rules)}::int, (select app.officer_id())
    where ${version}::int = 0 or exists (select from work_rules r where ${ours('r')})
    on conflict (organization_id) do update set rest_minutes = excluded.rest_minutes, windows = excluded.windows,
      max_consecutive_minutes = excluded.max_consecutive_minutes, break_minutes = excluded.break_minutes,
      max_consecutive_days = excluded.max_consecutive_days, caps = excluded.caps, reach_minutes = excluded.reach_minutes,
      updated_by = excluded.updated_by, updated_at = now(), version = w.version + 1
    where w.version = ${version}::int
    returning version`)
}

/** Spots checked in one trial. */
export const TRIED_AT_MOST = 2000

export type TriedRow = {
  officer_id: string
  name: string
  zone: string
  work: (Work & { signup_id?: string })[]
  tours: TourFacts
  held: (Work & { signup_id: string; title: string })[]
  from_at: Date
  to_at: Date
  total: number
}

/** Officers with spots that begin in the coming 7 days, and their work as far as the rules look. */
export const listHeldPlaces = (db: Db, reachMinutes: number) => {
  const [from, to] = [
    sql`(now() - make_interval(mins => ${reachMinutes}::int))`,
    sql`(now() + interval '14 days' + make_interval(mins => ${reachMinutes}::int))`,
  ]
  return db.rows<TriedRow>(sql`
    with held as materialized (
      select s.officer_id, s.id, s.starts_at, s.ends_at, a.kind, a.title from officer_assignments s
      join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
      where ${ours('s')} and s.status in ${oneOf(aheadStatuses)}
        and s.starts_at >= now() and s.starts_at < now() + interval '7 days'
      order by s.starts_at, s.id limit ${TRIED_AT_MOST}::int),
    of_officer as (
      select h.officer_id, jsonb_agg(jsonb_build_object('signup_id', h.id, 'kind', h.kind, 'title', h.title,
        'starts_at', h.starts_at, 'ends_at', h.ends_at) order by h.starts_at, h.id) as held
      from held h group by 1)
    select o.id as officer_id, o.name, g.time_zone as zone, h.held, ${workFacts(from, to)} as work,
      ${tourFacts(from, to)} as tours, ${from} as from_at, ${to} as to_at, (select count(*)::int from held) as total
    from of_officer h
    join officers o on ${ours('o')} and o.id = h.officer_id
    join organizations g on g.id = o.organization_id
    order by o.name, o.id`)
}
