import { awardAt, awardToCome } from '#features/shifts/assignments/store.phase.ts'
import { isPublished } from '#platform/server/public-shift.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { readCursor } from '#platform/shared/cursor.ts'
import { withRule } from './store.ts'

const PAGE = 20

/** The awards to come: of posted shifts that have not started. Alias `a`. */
export const isComing = sql`${ours('a')} and ${isPublished} and ${awardToCome} and a.starts_at > now()`

/** A page of posted shifts that are still to be awarded, soonest first, as one JSON value. */
export const listComing = ({ after }: { after?: string | undefined }): Sql => {
  const key = readCursor(after)
  return sql`
  with coming as materialized (
    select a.*, ${awardAt} as award_at from assignments a where ${isComing}),
  found as (
    select * from coming c where ${key === null} or (c.award_at, c.id) > (${key?.at ?? '-infinity'}::timestamptz, ${key?.id ?? null}::uuid)
    order by c.award_at, c.id limit ${PAGE + 1}::int),
  shown as (select * from found order by award_at, id limit ${PAGE}::int)
  select json_build_object('total', (select count(*) from coming),
    'items', coalesce((select json_agg(json_build_object('assignment_id', a.id, 'title', a.title, 'time_zone', a.time_zone,
        'starts_at', a.starts_at, 'ends_at', a.ends_at, 'awarded_at', a.award_at, 'early', a.award_early_reason is not null,
        'rule', case when found.id is not null then json_build_object('id', found.id, 'name', found.name, 'version', found.version) end,
        'applied', (select count(*) from officer_assignments s where s.organization_id = a.organization_id
          and s.assignment_id = a.id and s.status = 'interested'),
        'spots', (select coalesce(sum(p.required_count), 0) from posts p where p.organization_id = a.organization_id
          and p.assignment_id = a.id)) order by a.award_at, a.id)
      from shown a ${withRule}), '[]'),
    'next', case when (select count(*) from found) > ${PAGE}::int then
      (select (to_json(award_at) #>> '{}') || '~' || id from shown order by award_at desc, id desc limit 1) end)::text as json`
}
