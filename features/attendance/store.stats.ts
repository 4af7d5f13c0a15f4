import { sql } from '#platform/server/sql.ts'
import { TOLERANCE_MINUTES } from './rules.ts'

/** One's own last twelve months, this one included, by the start of the shift. */
export const findOwnStats = () => sql`
  with span as (select time_zone, date_trunc('month', now() at time zone time_zone) as last
    from organizations where id = (select app.organization_id())),
  since as (select (last - interval '11 months') at time zone time_zone as at, time_zone, last from span),
  mine as (
    select s.status, s.starts_at at time zone i.time_zone as local, t.state, t.worked_minutes,
      t.checked_in_at > s.starts_at + make_interval(mins => ${TOLERANCE_MINUTES.late_in}::int) as late
    from since i, officer_assignments s
    left join attendance t on t.organization_id = s.organization_id and t.signup_id = s.id
    where s.organization_id = (select app.organization_id()) and s.officer_id = (select app.officer_id())
      and s.starts_at >= i.at and s.starts_at <= now())
  select jsonb_build_object(
    'worked_shifts', (select count(*) from mine where state in ('approved', 'locked')),
    'approved_minutes', (select coalesce(sum(worked_minutes), 0) from mine where state in ('approved', 'locked')),
    'late', (select count(*) from mine where late and state in ('approved', 'locked')),
    'called_off', (select count(*) from mine where status = 'called_off'),
    'no_shows', (select count(*) from mine where status = 'no_show'),
    'months', (select jsonb_agg(jsonb_build_object('month', to_char(m, 'YYYY-MM'), 'approved_minutes',
        (select coalesce(sum(worked_minutes), 0) from mine
          where state in ('approved', 'locked') and date_trunc('month', local) = m)) order by m)
      from since i, generate_series(i.last - interval '11 months', i.last, interval '1 month') m)
  )::text as json`
