import { oneOf, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { approvedStates } from '#platform/shared/statuses.ts'
import { isLateIn } from './store.ts'

/** The officer's own last twelve months, including the current one, by start of the shift. */
export const findOwnStats = () => sql`
  with span as (select time_zone, date_trunc('month', now() at time zone time_zone) as last
    from organizations where id = (select app.organization_id())),
  since as (select (last - interval '11 months') at time zone time_zone as at, time_zone, last from span),
  mine as (
    select s.status, s.starts_at at time zone i.time_zone as local, t.state, t.worked_minutes,
      ${isLateIn(sql`t`, sql`s`)} as late
    from since i, officer_assignments s
    left join attendance t on t.organization_id = s.organization_id and t.signup_id = s.id
    where ${ours('s')} and s.officer_id = (select app.officer_id())
      and s.starts_at >= i.at and s.starts_at <= now())
  select jsonb_build_object(
    'worked_shifts', (select count(*) from mine where state in ${oneOf(approvedStates)}),
    'approved_minutes', (select coalesce(sum(worked_minutes), 0) from mine where state in ${oneOf(approvedStates)}),
    'late', (select count(*) from mine where late and state in ${oneOf(approvedStates)}),
    'called_off', (select count(*) from mine where status = 'called_off'),
    'no_shows', (select count(*) from mine where status = 'no_show'),
    'months', (select jsonb_agg(jsonb_build_object('month', to_char(m, 'YYYY-MM'), 'approved_minutes',
        (select coalesce(sum(worked_minutes), 0) from mine
          where state in ${oneOf(approvedStates)} and date_trunc('month', local) = m)) order by m)
      from since i, generate_series(i.last - interval '11 months', i.last, interval '1 month') m)
  )::text as json`
