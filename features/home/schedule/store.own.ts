import { tourFacts } from '#features/roster/tours/store.ts'
import { postsOf } from '#features/shifts/assignments/store.phase.ts'
import { waitsForLeave } from '#features/shifts/leave-requests/store.ts'
import { isOut } from '#platform/server/public-shift.ts'
import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { aheadStatuses, currentStatuses, postedStatuses, undecidedStatuses } from '#platform/shared/statuses.ts'
import { NAMED_DAYS, SHARED_NAMES } from './rules.crews.ts'
import { bounds, groupParts, members, tourParts } from './store.tours.ts'
import { ordered } from './store.ts'

const mine = sql`${ours('s')} and s.officer_id = (select app.officer_id())`
const notIn = sql`not exists (select from attendance t where t.organization_id = s.organization_id and t.signup_id = s.id)`

/** Confirmed, not over, and not checked in to: the first by start is the dashboard's next shift. */
const isAhead = sql`(${mine} and s.status in ${oneOf(aheadStatuses)} and s.ends_at > now()
  and s.starts_at > now() - interval '7 days' and ${notIn})`

/** Upcoming confirmed shifts except the next one: the dashboard's number and the list behind it. Alias `s`. */
export const isLater = sql`(${mine} and s.status in ${oneOf(aheadStatuses)} and s.starts_at > now() and ${notIn}
  and s.id is distinct from (select f.id from (select s.id from officer_assignments s where ${isAhead}
    order by s.starts_at, s.id limit 1) f))`

/** Undecided sign-ups: the dashboard's number and the list behind it. Alias `s`. */
export const isWaiting = sql`(${mine} and s.ends_at > now() and s.starts_at > now() - interval '7 days'
  and s.status in ${oneOf(undecidedStatuses)})`

const shift = sql`'signup_id', s.id, 'assignment_id', a.id, 'title', a.title, 'location_name', a.location_name,
  'starts_at', s.starts_at, 'ends_at', s.ends_at, 'status', s.status, 'ordered', ${ordered}`
const joined = sql`officer_assignments s join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id`

export const findOwnList = ({ list }: { list: 'later' | 'waiting' }): Sql => sql`
  select json_build_object('items', coalesce(json_agg(json_build_object(${shift}) order by s.starts_at, s.id), '[]'))::text as json
  from ${joined} where ${list === 'later' ? isLater : isWaiting}`

/** One row for the calling officer; none for a caller who is not on the roster. */
export const findOwnSchedule = ({ from, days }: { from: string; days: number }): Sql => sql`
  with ${bounds({ from, days })}
  select json_build_object('now', now(), 'zone', b.zone, 'shared', (select app.shares_schedule()), 'today', b.today, 'start_at', b.start_at, 'stop_at', b.stop_at,
    'asked', coalesce((select json_agg(json_build_object('starts_at', l.starts_at, 'ends_at', l.ends_at)) from leave_requests l
      where ${ours('l')} and l.officer_id = o.id and ${waitsForLeave(sql`l`)} and l.starts_at < b.stop_at and l.ends_at > b.start_at), '[]'),
    'tours', ${tourFacts(sql`b.start_at`, sql`b.stop_at`)},
    'signups', coalesce((select json_agg(json_build_object(${shift}, 'shift_kind', a.kind, 'expires_at', s.offer_expires_at,
        'attendance', (select t.state from attendance t where t.organization_id = s.organization_id and t.signup_id = s.id))
        order by s.starts_at)
      from ${joined} where ${mine} and s.starts_at >= b.start_at - interval '8 days' and s.starts_at < b.stop_at
        and s.ends_at > b.start_at and s.status in ${oneOf(currentStatuses)} and (s.status <> 'offered' or s.offer_expires_at > now())), '[]')) as facts
  from b join officers o on ${ours('o')} and o.id = (select app.officer_id())`

/** Whether the department shares its schedule with officers: the condition for reading colleagues' tours. */
export const shares = sql`(select app.shares_schedule())`

/** No row where the department does not share it. Of leave only whose days it covers is read, not the kind or the note. */
export const findShared = ({ from, days }: { from: string; days: number }): Sql => sql`
  with ${bounds({ from, days })}, ${members}
  select json_build_object('zone', b.zone, 'today', b.today, 'days', b.stop - b.first, 'start_at', b.start_at,
    'stop_at', b.stop_at, 'items', coalesce((
      select json_agg(json_build_object('assignment_id', a.id, 'title', a.title, 'location_name', a.location_name,
        'starts_at', a.starts_at, 'ends_at', a.ends_at, 'open', greatest(0, p.required - p.confirmed),
        'names', coalesce((select json_agg(n.name order by n.name) from shared_places n
          where n.organization_id = a.organization_id and n.assignment_id = a.id), '[]')) order by a.starts_at, a.id)
      from assignments a ${postsOf(sql`null::jsonb`)}
      where ${ours('a')} and a.starts_at >= b.start_at - interval '8 days'
        and a.starts_at < b.stop_at and a.ends_at > b.start_at and a.status in ${oneOf(postedStatuses)}
        and ${isOut}), '[]'),
    ${groupParts({ byUnit: false, names: days <= NAMED_DAYS ? 'all' : SHARED_NAMES })}, ${tourParts('all')}) as facts
  from b where ${shares}`
