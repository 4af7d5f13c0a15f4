import { onRoster } from '#platform/server/active-officer.ts'
import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import type { ImportedTour, Plan } from './rules.imports.ts'

export type Found = { zone: string; officers: { id: string; badge_number: string }[]; imported: ImportedTour[] }

/** Facts an import is planned against: active officers by badge, and tours already imported for the days in the file. */
export const findKnown = async (db: Db, days: { from: string; to: string } | null): Promise<Found> => {
  const [officers, imported, house] = await Promise.all([
    db.rows<{ id: string; badge_number: string }>(sql`select id, badge_number from officers
      where ${ours()} and badge_number is not null and ${onRoster(sql`officers`)}`),
    db.rows<{ one: ImportedTour }>(sql`select jsonb_build_object('officer_id', officer_id, 'on_day', on_day,
        'starts_at', starts_at, 'ends_at', ends_at) as one
      from imported_tours where ${ours()}
        and on_day between ${days?.from ?? null}::date and ${days?.to ?? null}::date`),
    db.row<{ zone: string }>(
      sql`select time_zone as zone from organizations where id = (select app.organization_id())`,
    ),
  ])
  if (!house) throw new Error('no organization is entered')
  return { zone: house.zone, officers, imported: imported.map((row) => row.one) }
}

const chunkOf = 500
const chunks = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / chunkOf) }, (_, i) => rows.slice(i * chunkOf, (i + 1) * chunkOf))

/** Serializes imports; otherwise two would each plan without seeing what the other has not written yet. */
export const lockImports = (db: Db) =>
  db.rows(
    sql`select pg_advisory_xact_lock(hashtextextended('tour_imports' || (select app.organization_id())::text, 0))`,
  )

/** Replaces the days' tours with the plan's; leaves existing matches alone. Returns how many were removed and created. */
export const replaceTours = async (db: Db, { days, tours }: Plan): Promise<{ removed: number; created: number }> => {
  let [removed, created] = [0, 0]
  const wanted = Map.groupBy(tours, (tour) => `${tour.officer_id} ${tour.on_day}`)
  for (const some of chunks(days)) {
    const of = some.flatMap((day) => wanted.get(`${day.officer_id} ${day.on_day}`) ?? [])
    removed += await db.run(sql`
      delete from imported_tours t
      using jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as d (officer_id uuid, on_day date)
      where ${ours('t')} and t.officer_id = d.officer_id and t.on_day = d.on_day
        and not exists (select from jsonb_to_recordset(${JSON.stringify(of)}::jsonb)
            as w (officer_id uuid, starts_at timestamptz, ends_at timestamptz)
          where w.officer_id = t.officer_id and w.starts_at = t.starts_at and w.ends_at = t.ends_at)`)
    created += await db.run(sql`
      insert into imported_tours (organization_id, officer_id, on_day, starts_at, ends_at)
      select (select app.organization_id()), w.officer_id, w.on_day, w.starts_at, w.ends_at
      from jsonb_to_recordset(${JSON.stringify(of)}::jsonb)
        as w (officer_id uuid, on_day date, starts_at timestamptz, ends_at timestamptz)
      on conflict (organization_id, officer_id, starts_at) do nothing`)
  }
  return { removed, created }
}
