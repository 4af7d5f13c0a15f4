import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import type { Gap } from './rules.intervals.ts'
import { gapsOf, instant, isCheckOutOver } from './store.ts'

type Forgotten = {
  id: string
  assignment_id: string
  officer_id: string
  officer_name: string
  title: string
  day: string
  starts_at: string
  ends_at: string
  checked_in_at: string
  checked_out_at: null
  gaps: Gap[]
  now_at: string
}

/** Open records whose check-out window has passed. Skips rows locked by another process or a late press. */
export const lockForgotten = (db: Db) =>
  db.rows<Forgotten>(sql`
    select t.id, t.assignment_id, t.officer_id, f.name as officer_name, a.title,
      to_char(s.starts_at at time zone g.time_zone, 'Dy, Mon FMDD') as day, ${instant(sql`s.starts_at`)} as starts_at,
      ${instant(sql`s.ends_at`)} as ends_at, ${instant(sql`t.checked_in_at`)} as checked_in_at,
      null as checked_out_at, ${gapsOf} as gaps, ${instant(sql`now()`)} as now_at
    from attendance t
    join organizations g on g.id = t.organization_id
    join officer_assignments s on s.organization_id = t.organization_id and s.id = t.signup_id
    join assignments a on a.organization_id = t.organization_id and a.id = t.assignment_id
    join officers f on f.organization_id = t.organization_id and f.id = t.officer_id
    where ${ours('t')} and t.state = 'open' and t.checked_in_at is not null
      and ${isCheckOutOver(sql`t.scheduled_ends_at`)} and ${isCheckOutOver(sql`s.ends_at`)}
    order by t.scheduled_ends_at limit 200
    for no key update of t skip locked`)

export const updateForgotten = (
  db: Db,
  closed: readonly { id: string; checked_out_at: string; worked_minutes: number }[],
) =>
  db.run(sql`
    update attendance t set state = 'submitted', checked_out_at = c.checked_out_at, worked_minutes = c.worked_minutes,
      closed_by_system = true, updated_at = now(), version = version + 1
    from jsonb_to_recordset(${JSON.stringify(closed)}::jsonb)
      as c (id uuid, checked_out_at timestamptz, worked_minutes int)
    where ${ours('t')} and t.id = c.id and t.state = 'open'`)
