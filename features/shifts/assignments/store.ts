import type { z } from 'zod'
import { columnsOf } from '#platform/server/columns.ts'
import { dayBegins } from '#platform/server/department-days.ts'
import { join, likeText, nothing, oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { readCursor } from '#platform/shared/cursor.ts'
import { aheadStatuses, askingStatuses, atStartStatuses, liveStatuses } from '#platform/shared/statuses.ts'
import { noteNames } from './contract.shapes.ts'
import type { listAssignments, readBoard, shiftFilters } from './contract.ts'
import { phaseOf, postsOf, unfilledOf, waitingOf } from './store.phase.ts'

const phase = phaseOf(sql`p.confirmed`, sql`p.required`)

const postFields = sql`'id', o.id, 'name', o.name, 'required_count', o.required_count,
  'confirmed_count', o.confirmed_count, 'starts_at', o.starts_at, 'ends_at', o.ends_at,
  'split_minutes', o.split_minutes`

/** An admin's notes on the work; the column names are the contract's. */
export const noted = columnsOf('assignments', noteNames)

const fields = sql`'id', a.id, 'organization_id', a.organization_id, 'title', a.title, 'kind', a.kind, ${noted.json('a')}, 'time_zone', a.time_zone, 'starts_at', a.starts_at, 'ends_at', a.ends_at,
  'minutes', (extract(epoch from a.ends_at - a.starts_at) / 60)::int,
  'clock_change_minutes', (extract(epoch from ((a.ends_at at time zone a.time_zone) - (a.starts_at at time zone a.time_zone))
    - (a.ends_at - a.starts_at)) / 60)::int,
  'status', a.status, 'phase', ${phase}, 'unfilled', ${unfilledOf(sql`p.confirmed`)}, 'signup_mode', a.signup_mode,
  'signup_opens_at', a.signup_opens_at, 'signup_closes_at', a.signup_closes_at, 'publish_at', a.publish_at,
  'required_count', p.required, 'min_required', a.min_required, 'confirmed_count', p.confirmed,
  'pending_count', w.pending, 'calloff_count', w.calloffs, 'waiting_count', w.waiting, 'series_id', a.series_id,
  'clock_note', a.clock_note, 'version', a.version`

type ListInput = z.output<(typeof listAssignments)['input']>

/** Assignments with something for an admin to decide. */
const withPending = sql`a.id in (
  select s.assignment_id from officer_assignments s
    where ${ours('s')} and s.status = 'pending_approval'
  union select s.assignment_id from officer_assignments s
    where ${ours('s')} and s.status = 'calloff_requested')`

/** Shifts that require a unit or rank, and shifts with an officer of it. */
const concerns = (list: 'units' | 'ranks', column: Sql, value: string): Sql => sql`(
  exists (select from posts q where ${ours('q')} and q.assignment_id = a.id
    and q.requirements -> ${list} ? ${value})
  or exists (select from officer_assignments s
    join officers f on f.organization_id = s.organization_id and f.id = s.officer_id and ${column} = ${value}
    where ${ours('s')} and s.assignment_id = a.id
      and s.status in ${oneOf(atStartStatuses)}))`

export type ShiftFilters = Pick<ListInput, keyof typeof shiftFilters>

/** Conditions on an assignment `a` with `postsOf`; none without filters. */
const filtered = (input: ShiftFilters): Sql[] => {
  const found: Sql[] = []
  if (input.kind) found.push(sql`a.kind = ${input.kind}`)
  if (input.unit) found.push(concerns('units', sql`f.unit`, input.unit))
  if (input.rank) found.push(concerns('ranks', sql`f.rank`, input.rank))
  if (input.search)
    found.push(sql`(a.title ilike ${likeText(input.search)} or a.location_name ilike ${likeText(input.search)}
    or a.client ilike ${likeText(input.search)})`)
  // No assignment is longer than seven days, which bounds the index.
  if (input.when === 'upcoming') found.push(sql`a.starts_at > now() - interval '8 days' and a.ends_at > now()`)
  if (input.when === 'past') found.push(sql`a.starts_at < now() and a.ends_at <= now()`)
  // Includes shifts that run past midnight into the first day: no assignment is longer than seven days.
  if (input.from) {
    found.push(sql`a.starts_at >= ${dayBegins(input.from, -8)}`)
    found.push(sql`a.ends_at > ${dayBegins(input.from)}`)
  }
  if (input.to) found.push(sql`a.starts_at < ${dayBegins(input.to, 1)}`)
  if (input.phase) found.push(sql`${phase} = ${input.phase}`)
  if (input.unfilled) found.push(sql`p.confirmed < p.required and a.status = 'published'`)
  return found
}

/** Whether the filters leave the assignment with this id in; null without filters. */
export const isAmong = (id: Sql, filters: ShiftFilters): Sql | null => {
  const conditions = filtered(filters)
  if (conditions.length === 0) return null
  return sql`exists (select from assignments a ${postsOf(sql`null::jsonb`)}
    where ${join([sql`${ours('a')}`, sql`a.id = ${id}`, ...conditions], sql` and `)})`
}

const conditionsOf = (input: ListInput): Sql[] => {
  // Without a valid cursor, the list starts from the beginning.
  const at = readCursor(input.after)
  const down = input.sort === '-starts_at'
  const found = [sql`${ours('a')}`]
  if (at && down) found.push(sql`(a.starts_at, a.id) < (${at.at}::timestamptz, ${at.id}::uuid)`)
  if (at && !down) found.push(sql`(a.starts_at, a.id) > (${at.at}::timestamptz, ${at.id}::uuid)`)
  if (input.filter === 'pending') found.push(withPending)
  if (input.series) found.push(sql`a.series_id = ${input.series}::uuid`)
  return [...found, ...filtered(input)]
}

/** One page of the list, by start. */
export const listAssignmentRows = (input: ListInput): Sql => {
  const limit = input.limit ?? 50
  const order = input.sort === '-starts_at' ? sql`a.starts_at desc, a.id desc` : sql`a.starts_at, a.id`
  return sql`
    with found as (
      select a.starts_at, a.id, jsonb_build_object(${fields}, 'posts', p.posts) as item,
        row_number() over (order by ${order}) as n
      from assignments a ${postsOf(sql`jsonb_build_object(${postFields})`)} ${waitingOf}
      where ${join(conditionsOf(input), sql` and `)}
      order by ${order} limit ${limit + 1})
    select jsonb_build_object(
      'items', coalesce(jsonb_agg(item order by n) filter (where n <= ${limit}), '[]'),
      'next', case when count(*) > ${limit} then
        (select (to_jsonb(f.starts_at) #>> '{}') || '_' || f.id from found f where f.n = ${limit}) end)::text as json
    from found`
}

const boardLimit = 1500

/** Every post in the seven days from `first`, in the department's time zone. */
export const findBoard = (input: z.output<(typeof readBoard)['input']>): Sql => sql`
  with g as (select time_zone as zone, ${input.first}::date as first,
      ${input.first}::date::timestamp at time zone time_zone as from_at,
      (${input.first}::date + 7)::timestamp at time zone time_zone as to_at
    from organizations where id = (select app.organization_id())),
  found as (
    select a.starts_at, jsonb_build_object('assignment_id', a.id, 'title', a.title, 'kind', a.kind, 'phase', ${phase},
        'unfilled', ${unfilledOf(sql`p.confirmed`)},
        'day', greatest((o.starts_at at time zone g.zone)::date, g.first), 'post_id', o.id, 'post_name', o.name,
        'time_zone', a.time_zone, 'starts_at', o.starts_at, 'ends_at', o.ends_at, 'required_count', o.required_count,
        'confirmed_count', o.confirmed_count, 'pending_count', (select count(*) from officer_assignments s
          where ${ours('s')} and s.assignment_id = a.id and s.post_id = o.id
            and s.status in ${oneOf(askingStatuses)})::int) as cell,
      row_number() over (order by a.starts_at, a.id, o.position, o.id) as n
    from g join assignments a on ${ours('a')}
      and a.starts_at >= g.from_at - interval '8 days' and a.starts_at < g.to_at and a.ends_at > g.from_at
    ${postsOf(sql`null::jsonb`)}
    join posts o on ${ours('o')} and o.assignment_id = a.id
      and o.starts_at < g.to_at and o.ends_at > g.from_at
    ${input.kind ? sql`where a.kind = ${input.kind}` : nothing}
    order by a.starts_at, a.id, o.position, o.id limit ${boardLimit + 1})
  select jsonb_build_object('first', g.first, 'time_zone', g.zone,
    'days', (select jsonb_agg(g.first + n order by n) from generate_series(0, 6) n),
    'cells', coalesce((select jsonb_agg(cell order by n) from found where n <= ${boardLimit}), '[]'),
    'more', (select count(*) from found) > ${boardLimit})::text as json
  from g`

const seenPost = sql`jsonb_build_object(${postFields}, 'requirements', o.requirements,
  'pending_count', (select count(*) from officer_assignments s where ${ours('s')}
    and s.assignment_id = a.id and s.post_id = o.id and s.status = 'pending_approval')::int,
  'held_count', app.places_held(o, o.starts_at, o.ends_at, false, null),
  'has_parts', exists (select from officer_assignments s where ${ours('s')}
    and s.assignment_id = a.id and s.post_id = o.id and (s.starts_at, s.ends_at) <> (o.starts_at, o.ends_at)
    and not s.took_over and s.status in ${oneOf(liveStatuses)}),
  'has_takeovers', exists (select from officer_assignments s where ${ours('s')}
    and s.assignment_id = a.id and s.post_id = o.id and s.took_over and s.status in ${oneOf(liveStatuses)}),
  'has_signups', exists (select from officer_assignments s where ${ours('s')}
    and s.assignment_id = a.id and s.post_id = o.id))`

const nameOf = (id: Sql) => sql`(select f.name from officers f
  where ${ours('f')} and f.id = ${id})`
const countSignups = (condition: Sql) => sql`(select count(*) from officer_assignments s
  where ${ours('s')} and s.assignment_id = a.id and ${condition})::int`

/** All data of one assignment; `now_at` is the clock used for its phase. */
export const findAssignment = (id: string): Sql => sql`
  select now() as now_at, jsonb_build_object(${fields}) || jsonb_build_object('posts', p.posts, 'description', a.description,
    'location_lat', a.location_lat, 'location_lng', a.location_lng, 'location_radius_m', a.location_radius_m,
    'min_pay_minutes', a.min_pay_minutes, 'published_at', a.published_at,
    'announced_at', a.announced_at, 'backdate_reason', a.backdate_reason, 'terms_changed_at', a.terms_changed_at,
    'created_by', a.created_by, 'created_by_name', ${nameOf(sql`a.created_by`)}, 'created_at', a.created_at, 'updated_at', a.updated_at,
    'cancelled_at', a.cancelled_at, 'cancelled_by', a.cancelled_by, 'cancelled_by_name', ${nameOf(sql`a.cancelled_by`)},
    'cancelled_party', a.cancelled_party, 'cancel_reason', a.cancel_reason, 'closed_at', a.closed_at,
    'reopened_reason', a.reopened_reason, 'award_rule_id', a.award_rule_id,
    'draw_commitment', a.draw_commitment, 'awarded_at', a.awarded_at,
    'series', case when a.series_id is not null then (select jsonb_build_object('count', count(*),
        'following_count', count(*) filter (where r.starts_at >= a.starts_at and r.status <> 'cancelled'))
      from assignments r where ${ours('r')} and r.series_id = a.series_id) end,
    'unsettled_count', ${countSignups(sql`s.status in ${oneOf(aheadStatuses)}`)},
    'signup_count', ${countSignups(sql`true`)},
    'live_count', ${countSignups(sql`s.status in ${oneOf(liveStatuses)}`)}
    ) as json
  from assignments a ${postsOf(seenPost)} ${waitingOf}
  where ${ours('a')} and a.id = ${id}::uuid`
