import type { Pattern } from '#features/roster/tours/rules.ts'
import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { plusDays, type WallDate, weekdayOf } from '#platform/shared/time.ts'

type Crew = { organization_id: string; admin_id: string; officer_ids: readonly string[]; today: WallDate }

const platoons: readonly { name: string; unit: string; pattern: Pattern; shift: number }[] = [
  { name: 'A watch', unit: 'Patrol North', pattern: { kind: 'pitman', start: '06:00', minutes: 720 }, shift: 0 },
  { name: 'B watch', unit: 'Patrol South', pattern: { kind: 'four_two', start: '15:00', minutes: 600 }, shift: 2 },
]

/** The demo's minimums: one that the tours meet, and one that falls short during an absence, which opens a shift two days ahead. */
const minimums = [
  {
    name: 'Evening, B watch',
    watch: 'B watch',
    least: 5,
    from: '15:00',
    to: '01:00',
    in_days: 0,
    ahead: 14,
    title: 'Evening relief',
  },
  {
    name: 'Days, A watch',
    watch: 'A watch',
    least: 9,
    from: '06:00',
    to: '18:00',
    in_days: 2,
    ahead: 2,
    title: 'Day relief',
  },
] as const

/** Two demo platoons with their members, a swapped day, two officers on leave, and the minimums to be on duty. */
export const seedTours = async (db: Db, { organization_id, admin_id, officer_ids, today }: Crew): Promise<void> => {
  // A Sunday far enough back that the rotation covers every day shown.
  const since = plusDays(today, -weekdayOf(today) - 56)
  for (const [at, { name, unit, pattern, shift }] of platoons.entries()) {
    const anchor = plusDays(since, shift)
    await db.run(sql`
      with made as (insert into platoons (organization_id, name, unit)
        values (${organization_id}::uuid, ${name}, ${unit}) returning id),
      planned as (insert into platoon_schedules (organization_id, platoon_id, starts_on, anchor_on, pattern)
        select ${organization_id}::uuid, id, ${since}::date, ${anchor}::date, ${JSON.stringify(pattern)}::jsonb from made)
      insert into platoon_members (organization_id, platoon_id, officer_id, starts_on)
      select ${organization_id}::uuid, made.id, o.id, ${since}::date
      from made, unnest(${officer_ids.slice(2 + at * 9, 11 + at * 9)}::uuid[]) as o (id)`)
  }
  const [, , first, second, third] = officer_ids
  await db.run(sql`insert into tour_exceptions (organization_id, officer_id, kind, on_day, works_on, start_time, minutes, note, created_by)
    values (${organization_id}::uuid, ${first}::uuid, 'swap', ${plusDays(today, 5)}::date, ${plusDays(today, 6)}::date, '06:00',
      720, 'Agreed with the watch commander', ${admin_id}::uuid)`)
  await db.run(sql`insert into leaves (organization_id, officer_id, kind, starts_at, ends_at, whole_days, entered_by)
    select ${organization_id}::uuid, v.officer_id, v.kind, v.first::timestamp at time zone g.time_zone,
      (v.last + 1)::timestamp at time zone g.time_zone, true, ${admin_id}::uuid
    from (values (${second}::uuid, 'vacation', ${plusDays(today, 4)}::date, ${plusDays(today, 10)}::date),
      (${third}::uuid, 'sick', ${plusDays(today, -1)}::date, ${plusDays(today, 1)}::date)) as v (officer_id, kind, first, last),
      organizations g where g.id = ${organization_id}::uuid`)
  // Requests that wait: one leaves the day watch short, one overlaps another officer's leave, one is reported after the fact.
  const [, , , , , fourth, fifth, sixth] = officer_ids
  await db.run(sql`insert into leave_requests (organization_id, officer_id, kind, starts_at, ends_at, whole_days, note, created_at)
    select ${organization_id}::uuid, v.officer_id, v.kind, v.first::timestamp at time zone g.time_zone,
      (v.last + 1)::timestamp at time zone g.time_zone, true, v.note, now() - v.ago
    from (values
      (${fourth}::uuid, 'vacation', ${plusDays(today, 3)}::date, ${plusDays(today, 5)}::date, 'Family trip', interval '2 days'),
      (${fifth}::uuid, 'training', ${plusDays(today, 8)}::date, ${plusDays(today, 9)}::date, 'Instructor course', interval '20 hours'),
      (${sixth}::uuid, 'sick', ${plusDays(today, -2)}::date, ${plusDays(today, -1)}::date, null, interval '3 hours')
    ) as v (officer_id, kind, first, last, note, ago), organizations g where g.id = ${organization_id}::uuid`)
  for (const one of minimums)
    await db.run(sql`insert into staffing_minimums (organization_id, name, platoon_id, least, weekdays, start_time, end_time,
        starts_on, days_ahead, latest_minutes, title, kind, location_name, signup_mode, created_by)
      select ${organization_id}::uuid, ${one.name}, p.id, ${one.least}::int, '{0,1,2,3,4,5,6}', ${one.from}, ${one.to},
        ${plusDays(today, one.in_days)}::date, ${one.ahead}::int, 240, ${one.title}, 'overtime', 'Headquarters', 'approval',
        ${admin_id}::uuid
      from platoons p where p.organization_id = ${organization_id}::uuid and p.name = ${one.watch}`)
}
