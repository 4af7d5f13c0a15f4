import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { instant } from './store.ts'

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
  now_at: string
}

/** Open ones whose check-out is no longer taken. Those that another process or a late press holds are left to it. */
export const lockForgotten = (db: Db) =>
  db.rows<Forgotten>(sql`
    select t.id, t.assignment_id, t.officer_id, f.name as officer_name, a.title,
      to_char(s.starts_at at time zone g.time_zone, 'Dy, Mon FMDD') as day, ${instant(sql`s.starts_at`)} as starts_at,
      ${instant(sql`s.ends_at`)} as ends_at, ${instant(sql`t.checked_in_at`)} as checked_in_at,
      null as checked_out_at, ${instant(sql`now()`)} as now_at
    from attendance t
    join organizations g on g.id = t.organization_id
    join officer_assignments s on s.organization_id = t.organization_id and s.id = t.signup_id
    join assignments a on a.organization_id = t.organization_id and a.id = t.assignment_id
    join officers f on f.organization_id = t.organization_id and f.id = t.officer_id
    where t.organization_id = (select app.organization_id()) and t.state = 'open' and t.checked_in_at is not null
      and t.scheduled_ends_at < now() - interval '24 hours' and s.ends_at < now() - interval '24 hours'
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
    where t.organization_id = (select app.organization_id()) and t.id = c.id and t.state = 'open'`)
