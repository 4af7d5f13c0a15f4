import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { EXPIRES_AFTER_DAYS, type ExtraTimeKind, REMINDED_AFTER_DAYS } from './rules.ts'

export type Waiting = {
  id: string
  officer_id: string
  officer_name: string
  kind: ExtraTimeKind
  minutes: number
  day: string
  submitted_at: string
  reminded_days: number
  now_at: string
}

/** Claims whose waiting time calls for a notification, oldest first, if the department has extra time. */
export const lockWaiting = async (db: Db): Promise<Waiting[]> =>
  (
    await db.rows<{ item: Waiting }>(sql`
      select jsonb_build_object('id', r.id, 'officer_id', r.officer_id, 'officer_name', f.name, 'kind', r.kind,
        'minutes', r.minutes, 'day', to_char(r.starts_at at time zone g.time_zone, 'Dy, Mon FMDD'),
        'submitted_at', r.submitted_at, 'reminded_days', r.reminded_days, 'now_at', now()) as item
      from overtime_requests r
      join organizations g on g.id = r.organization_id
      join officers f on f.organization_id = r.organization_id and f.id = r.officer_id
      where ${ours('r')} and r.status = 'pending'
        and app.has_feature(g.subscription_tier, g.features_enabled, 'overtime')
        and r.submitted_at <= now() - make_interval(days => ${REMINDED_AFTER_DAYS[0]}::int) and r.reminded_days < ${EXPIRES_AFTER_DAYS}::int
      order by r.submitted_at, r.id limit 500
      for no key update of r skip locked`)
  ).map((row) => row.item)

export const updateReminded = (db: Db, rows: readonly { id: string; days: number }[]) =>
  db.run(sql`update overtime_requests r set reminded_days = d.days
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (id uuid, days int)
    where ${ours('r')} and r.id = d.id and r.status = 'pending'`)
