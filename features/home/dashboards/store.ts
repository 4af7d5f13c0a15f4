import type { z } from 'zod'
import { shownOnboarding } from '#features/home/onboarding/store.ts'
import { isLater, isWaiting } from '#features/home/schedule/store.own.ts'
import { waitsForReview } from '#features/hours/attendance/store.ts'
import { stillWaits } from '#features/hours/extra-time/store.ts'
import { ownExpiring } from '#features/roster/certifications/store.ts'
import { FILL_DAYS } from '#features/shifts/assignments/rules.fill.ts'
import { fillTotals, shiftFills } from '#features/shifts/assignments/store.fill.ts'
import { phaseOf, postsOf, waitingOf } from '#features/shifts/assignments/store.phase.ts'
import { limitsOf } from '#features/shifts/eligibility/rules.ts'
import { findOwnLimits, type OwnRow, ownLimitsOf } from '#features/shifts/eligibility/store.own.ts'
import { waitsForLeave } from '#features/shifts/leave-requests/store.ts'
import type { listOpenJobs as openJobs } from '#features/shifts/signups/contract.ts'
import { listOwnOpen, listPosted } from '#features/shifts/signups/store.jobs.ts'
import { ownSwapCounts } from '#features/shifts/swaps/store.ts'
import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { aheadStatuses, approvedStates, atStartStatuses, handedInStates } from '#platform/shared/statuses.ts'
import type { officerDashboard } from './contract.ts'
import { SOON_HOURS } from './rules.ts'
import { ownShifts, zone } from './store.own.ts'

/** How many days ahead to look for open jobs, and the maximum number of them. */
const JOBS_DAYS = 30
const JOBS_LIMIT = 100

const CERTIFICATES_SHOWN = 10

const hoursSince = (start: Sql): Sql => sql`(select json_build_object(
    'approved_minutes', coalesce(sum(t.worked_minutes) filter (where t.state in ${oneOf(approvedStates)}), 0),
    'waiting_minutes', coalesce(sum(t.worked_minutes) filter (where t.state in ${oneOf(handedInStates)}), 0))
  from attendance t where ${ours('t')} and t.officer_id = (select app.officer_id())
    and t.scheduled_starts_at >= (select ${start} at time zone time_zone from spans))`

/** The open jobs: the same reading as that of Available Jobs. */
export const listDashboardJobs = (): Sql => listPosted({ days: JOBS_DAYS, limit: JOBS_LIMIT })

const following = sql`(select coalesce(json_agg(f.item order by f.starts_at, f.id), '[]')
  from (select * from next order by starts_at, id offset 1) f where f.starts_at < now() + interval '2 days')`

/** One row: `mine` is everything except the open jobs, `own` is the officer's own part of those. */
export const findOfficerDashboard = (): Sql => sql`
  with ${zone}, ${ownShifts()}
  select json_build_object('now_at', now(), 'next', (select item from next order by starts_at, id limit 1), 'following', ${following}, 'open', (select item from open), 'left', (select item from left_off),
    'later', (select count(*) from officer_assignments s where ${isLater}),
    'returned', (select count(*) from attendance t where ${ours('t')}
      and t.officer_id = (select app.officer_id()) and t.state = 'returned'),
    'returned_claims', case when (select overtime from z) then (select count(*) from overtime_requests r where ${ours('r')}
      and r.officer_id = (select app.officer_id()) and r.status = 'returned') else 0 end,
    'certificates', ${ownExpiring(CERTIFICATES_SHOWN)},
    'pending_signups', (select count(*) from officer_assignments s where ${isWaiting}),
    'swaps', ${ownSwapCounts},
    'week', ${hoursSince(sql`sunday`)}, 'month', ${hoursSince(sql`month`)}) as mine,
    (select jobs.json from (${listOwnOpen({ days: JOBS_DAYS })}) jobs) as own,
    (select limits.own from (${findOwnLimits({ days: JOBS_DAYS })}) limits) as limits`

export type OpenJobs = z.output<typeof openJobs.output>
type Mine = Omit<z.input<typeof officerDashboard.output>, 'open_jobs' | 'jobs'>

/** The parsed row of `findOfficerDashboard`. */
export const foundOf = (rows: Record<string, unknown>[], shared: unknown) => ({
  mine: rows[0]?.mine as Mine,
  jobs: rows[0]?.own ? ({ ...(shared as object), ...JSON.parse(String(rows[0].own)) } as OpenJobs) : null,
  limits: rows[0]?.limits ? limitsOf(ownLimitsOf(rows[0].limits as OwnRow)) : null,
})

const LISTED = 8

const byPhase = (from: Sql, to: Sql): Sql => sql`coalesce((
  select jsonb_agg(jsonb_build_object('phase', phase, 'count', n)) from (
    select phase, count(*) as n from shifts
    where starts_at < (select ${to} at time zone time_zone from spans)
      and ends_at > (select ${from} at time zone time_zone from spans) group by phase) counted), '[]')`

/** Bounded by index ranges of a week; the counts use partial indexes. */
export const findAdminDashboard = (): Sql => sql`
  with ${zone},
  -- This week and the coming 7 days; no assignment is longer than 7 days.
  shifts as materialized (
    select a.id, a.title, a.location_name, a.starts_at, a.ends_at, p.required, p.confirmed,
      ${phaseOf(sql`p.confirmed`, sql`p.required`)} as phase
    from assignments a ${postsOf(sql`null::jsonb`)}
    where ${ours('a')} and a.starts_at >= (select (sunday - interval '7 days') at time zone time_zone from spans)
      and a.starts_at < (select (today + interval '8 days') at time zone time_zone from spans)),
  unfilled as (
    select a.*, row_number() over (order by a.starts_at, a.id) as n from shifts a
    where a.starts_at > now() and a.starts_at < now() + interval '7 days' and a.confirmed < a.required
      and a.phase not in ('draft', 'cancelled', 'closed', 'scheduled')),
  -- From the few shifts under way to their signups, never through everybody's.
  running as materialized (select id, title from shifts where starts_at <= now() and ends_at > now()),
  missing as (
    select s.id, s.assignment_id, a.title, s.officer_id, f.name, f.phone, s.starts_at, s.ends_at,
      -- A request keeps its date when it is approved or takes the spot over; a call-off is decided on a spot held before.
      nullif(greatest(s.applied_at, case when s.calloff_requested_at is null then s.decided_at end, s.starts_at),
        s.starts_at) as assigned_at,
      row_number() over (order by s.starts_at, f.name, s.id) as n
    from running a
    join officer_assignments s on ${ours('s')} and s.assignment_id = a.id
    join officers f on f.organization_id = s.organization_id and f.id = s.officer_id
    where s.status in ${oneOf(aheadStatuses)} and s.starts_at <= now() and s.ends_at > now()
      and not exists (select from attendance t where t.organization_id = s.organization_id and t.signup_id = s.id))
  select jsonb_build_object('now_at', now(), 'today', (select today::date from spans),
    'week_from', (select sunday::date from spans), 'week_to', (select sunday::date + 6 from spans),
    'waiting', jsonb_build_object(
      'signups', (select count(*) from officer_assignments s where ${ours('s')} and s.status = 'pending_approval'),
      'calloffs', (select count(*) from officer_assignments s where ${ours('s')} and s.status = 'calloff_requested'),
      'attendance', (select count(*) from attendance t where ${ours('t')} and ${waitsForReview}),
      'extra_time', case when (select overtime from z) then (select count(*) from overtime_requests r
        where ${ours('r')} and ${stillWaits(sql`r`)}) else 0 end,
      'officers', (select count(*) from officers f where ${ours('f')}
        and not f.approved and f.rejected_at is null and f.left_on is null),
      'leave', (select count(*) from leave_requests l where ${ours('l')} and ${waitsForLeave(sql`l`)})),
    'onboarding', ${shownOnboarding},
    'unfilled', jsonb_build_object('count', (select count(*) from unfilled),
      'soon', (select count(*) from unfilled where starts_at < now() + ${SOON_HOURS}::int * interval '1 hour'), 'items', coalesce((
      select jsonb_agg(jsonb_build_object('assignment_id', a.id, 'title', a.title, 'location_name', a.location_name,
        'starts_at', a.starts_at, 'ends_at', a.ends_at, 'phase', a.phase, 'required_count', a.required,
        'confirmed_count', a.confirmed, 'pending_count', w.pending) order by a.n)
      from unfilled a ${waitingOf} where a.n <= ${LISTED}::int), '[]')),
    'missing', jsonb_build_object('count', (select count(*) from missing), 'items', coalesce((
      select jsonb_agg(jsonb_build_object('signup_id', id, 'assignment_id', assignment_id, 'title', title,
        'officer_id', officer_id, 'officer_name', name, 'officer_phone', phone, 'starts_at', starts_at, 'ends_at', ends_at,
        'assigned_at', assigned_at) order by n) from missing where n <= ${LISTED}::int), '[]')),
    'on_duty', (select count(*) from attendance t where ${ours('t')} and t.state = 'open'
      and t.checked_in_at is not null and t.checked_out_at is null),
    'shifts_today', ${byPhase(sql`today`, sql`(today + interval '1 day')`)},
    'shifts_week', ${byPhase(sql`sunday`, sql`(sunday + interval '7 days')`)})::text as json`

const WEEKS_SHOWN = 8

/** Approved and scheduled minutes by the week of the shift's start; both halves use covering indexes. */
const byWeek = sql`
  bounds as materialized (
    select array_agg(week::date order by week) as dates, array_agg(week at time zone time_zone order by week) as starts,
      max((week + interval '7 days') at time zone time_zone) as ends
    from (select time_zone, w as week from spans, generate_series(sunday - ${(WEEKS_SHOWN - 1) * 7}::int * interval '1 day',
      sunday, interval '7 days') w) weeks
    group by time_zone),
  cells as (
    select width_bucket(at, (select starts from bounds)) as n, sum(worked)::int as worked, sum(scheduled)::int as scheduled
    from (
      select scheduled_starts_at as at, coalesce(worked_minutes, 0) as worked, 0 as scheduled from attendance
        where ${ours()} and state in ${oneOf(approvedStates)}
          and scheduled_starts_at >= (select starts[1] from bounds) and scheduled_starts_at < (select ends from bounds)
      union all
      select starts_at, 0, (extract(epoch from ends_at - starts_at) / 60)::int from officer_assignments
        where ${ours()}
          and status in ${oneOf(atStartStatuses)}
          and starts_at >= (select starts[1] from bounds) and starts_at < (select ends from bounds)) rows
    group by 1)`

/** The department's last days, today included: the same days as the report of the last 30 days. */
const fillFrom = sql`(select (today - make_interval(days => ${FILL_DAYS - 1}::int)) at time zone time_zone from spans)`

export const findAdminFigures = (): Sql => sql`
  with ${zone}, ${byWeek}
  select json_build_object(
    'fill', (select json_build_object(${fillTotals})
      from ${shiftFills(fillFrom, sql`now()`)} f),
    'weeks', (select json_agg(json_build_object('from', dates[i], 'worked_minutes', coalesce(c.worked, 0),
        'scheduled_minutes', coalesce(c.scheduled, 0)) order by i)
      from bounds, generate_series(1, ${WEEKS_SHOWN}::int) i left join cells c on c.n = i))::text as json`
