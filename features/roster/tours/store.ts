import { leaveFacts } from '#features/roster/leaves/store.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import type { Range } from '#platform/shared/time.ts'
import { type Tour, type TourFacts, toursIn } from './rules.ts'

/**
 * The inputs for an officer's tours between two instants, as one JSON value; alias `o` is the row of `officers`. The bounds are
 * values or expressions of the statement (`p.starts_at - interval '7 days'`). Contains only what touches the range, however many
 * years are stored: days are in UTC, with margins for any time zone.
 */
export const tourFacts = (from: Date | Sql, to: Date | Sql): Sql => {
  const [start, end] = [sql`(${from})::timestamptz`, sql`(${to})::timestamptz`]
  const first = sql`((${start} at time zone 'UTC')::date - 4)`
  const last = sql`((${end} at time zone 'UTC')::date + 1)`
  return sql`jsonb_build_object(
  'memberships', coalesce((select jsonb_agg(jsonb_build_object('starts_on', tm.starts_on, 'ends_on', tm.ends_on,
      'platoon', tp.name, 'ended_on', tp.ended_on, 'schedules', coalesce((
        select jsonb_agg(jsonb_build_object('starts_on', ts.starts_on, 'anchor_on', ts.anchor_on, 'keeps', ts.keeps,
          'pattern', ts.pattern)) from platoon_schedules ts
        where ${ours('ts')} and ts.platoon_id = tm.platoon_id and ts.starts_on <= ${last}
          and ts.starts_on >= coalesce((select max(tb.starts_on) from platoon_schedules tb
            where ${ours('tb')} and tb.platoon_id = tm.platoon_id
              and tb.starts_on <= ${first}), ${first})), '[]')))
    from platoon_members tm join platoons tp on tp.organization_id = tm.organization_id and tp.id = tm.platoon_id
    where ${ours('tm')} and tm.officer_id = o.id and tm.starts_on <= ${last}
      and (tm.ends_on is null or tm.ends_on > ${first})), '[]'),
  'exceptions', coalesce((select jsonb_agg(jsonb_build_object('kind', te.kind, 'on_day', te.on_day, 'works_on', te.works_on,
      'start_time', te.start_time, 'minutes', te.minutes))
    from tour_exceptions te where ${ours('te')} and te.officer_id = o.id
      and (te.on_day between ${first} and ${last} or te.works_on between ${first} and ${last})), '[]'),
  'imported', coalesce((select jsonb_agg(jsonb_build_object('starts_at', ti.starts_at, 'ends_at', ti.ends_at))
    from imported_tours ti where ${ours('ti')} and ti.officer_id = o.id
      and ti.starts_at > ${start} - interval '4 days' and ti.starts_at < ${end} + interval '1 day'), '[]'),
  'leaves', ${leaveFacts(start, end)})`
}

/** The officer's tours that touch the range, whole, in order, minus leave. */
export const toursOf = (facts: TourFacts, range: Range, zone: string): Tour[] => toursIn(facts, range, zone)
