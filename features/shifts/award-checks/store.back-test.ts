import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { atStartStatuses, postedStatuses } from '#platform/shared/statuses.ts'
import { MOST_POSTS } from './rules.back-test.ts'

/**
 * The inputs of a comparison: recent posts with applicants and holders, officers, and other recorded rows. Officers assigned by
 * an admin stay as they are; those who were ineligible, withdrew or were denied do not count as applicants. Reads sign-ups post
 * by post: the planner expects a handful of rows per department and otherwise picks joins that never finish.
 */
export const findPast = (asked: {
  id: string
  days: number
  kind?: string | undefined
  draft?: string | undefined
}): Sql => sql`
  with found as materialized (
    select p.id, p.assignment_id, p.starts_at, p.ends_at, p.requirements,
      least(p.starts_at, coalesce(a.awarded_at, a.signup_closes_at, a.published_at, p.starts_at)) as at
    from posts p join assignments a on a.organization_id = p.organization_id and a.id = p.assignment_id
    where ${ours('p')} and a.status in ${oneOf(postedStatuses)}
      and p.starts_at >= now() - make_interval(days => ${asked.days}::int) and p.starts_at < now()
      and (${asked.kind ?? null}::text is null or a.kind = ${asked.kind ?? null})
    order by p.starts_at desc, p.id limit ${MOST_POSTS}::int),
  given as materialized (
    select f.*, w.* from found f cross join lateral (
      select json_agg(json_build_object('officer_id', s.officer_id, 'applied_at', s.applied_at)) as applicants,
        coalesce(json_agg(s.officer_id) filter (where s.status in ${oneOf(atStartStatuses)}), '[]') as held,
        array_agg(s.id) as ids
      from officer_assignments s
      where ${ours('s')} and s.assignment_id = f.assignment_id
        and s.post_id = f.id and s.assigned_by is null
        and s.status not in ('withdrawn', 'rejected', 'cancelled_by_dept', 'cancelled_by_client')
        and not exists (select from award_receipts r where r.organization_id = s.organization_id and r.signup_id = s.id
          and r.outcome = 'ineligible')) w
    where w.applicants is not null),
  undone as materialized (
    select c.signup_id, c.kind from opportunities c
    where ${ours('c')} and c.signup_id is not null
    group by 1, 2 having sum(c.minutes) = 0)
  select r.organization_id, coalesce(${asked.draft ?? null}::jsonb, v.body) as rule, (select g.time_zone from organizations g where g.id = r.organization_id) as zone,
    coalesce((select json_agg(json_build_object('id', f.id, 'at', extract(epoch from f.at) * 1000,
      'starts_at', extract(epoch from f.starts_at) * 1000, 'ends_at', extract(epoch from f.ends_at) * 1000,
      'units', coalesce(f.requirements -> 'units', '[]'), 'applicants', f.applicants, 'held', f.held)) from given f)::text, '[]') as posts,
    coalesce((select json_agg(json_build_object('officer_id', o.id, 'name', o.name, 'hired_on', o.hired_on,
        'badge_number', o.badge_number, 'unit', o.unit, 'rank', o.rank,
        'joined_at', extract(epoch from coalesce(o.approved_at, o.created_at)) * 1000))
      from officers o where ${ours('o')} and o.approved)::text, '[]') as officers,
    coalesce((select json_agg(json_build_object('officer_id', c.officer_id, 'at', extract(epoch from c.at) * 1000,
        'kind', c.kind, 'minutes', c.minutes, 'times', coalesce(c.times, sign(c.minutes)::int)))
      from opportunities c where ${ours('c')}
        and c.at > now() - make_interval(days => ${asked.days}::int + 730)
        and not exists (select from undone u where u.signup_id = c.signup_id and u.kind = c.kind)
        and not (c.kind in ('accepted', 'worked') and c.signup_id in (select unnest(ids) from given)))::text, '[]') as rows
  from award_rules r
  cross join lateral (select w.body from award_rule_versions w where w.organization_id = r.organization_id and w.rule_id = r.id
    order by w.version desc limit 1) v
  where ${ours('r')} and r.id = ${asked.id}::uuid`
