import { type Pattern, toursIn } from '#features/roster/tours/rules.ts'
import type { Db } from '#platform/server/db.ts'
import { join, sql } from '#platform/server/sql.ts'
import { ms, plusDays, type WallDate, weekdayOf } from '#platform/shared/time.ts'
import { startOfDayIn } from '#platform/shared/zone.ts'

type Crew = { organization_id: string; admin_id: string; officer_ids: readonly string[]; today: WallDate }

const platoons: readonly { name: string; unit: string; pattern: Pattern; shift: number }[] = [
  { name: 'A watch', unit: 'Patrol North', pattern: { kind: 'pitman', start: '06:00', minutes: 720 }, shift: 0 },
  { name: 'B watch', unit: 'Patrol South', pattern: { kind: 'four_two', start: '15:00', minutes: 600 }, shift: 2 },
]

/** A Sunday far enough back that the rotation covers every day shown. */
const sinceOf = (today: WallDate) => plusDays(today, -weekdayOf(today) - 56)
const isMember = (at: number, officer: number) => officer >= 2 + at * 9 && officer < 11 + at * 9
/** By the officer's place on the roster, in days from today. */
const swapped = { officer: 2, off: 5, on: 6, start: '06:00', minutes: 720 } as const
const leaves = [
  { officer: 3, kind: 'vacation', first: 4, last: 10 },
  { officer: 4, kind: 'sick', first: -1, last: 1 },
] as const

/**
 * The demo's one conflict, on purpose: this officer had signed up for a shift tomorrow before calling in sick. The schedule marks
 * both. Nobody else works during leave or a tour.
 */
export const lateLeave = { officer: leaves[1].officer, day: leaves[1].last }

/** When an officer has no time for a shift: tours and leave. */
export const takenBy = (officer: number, span: { from: number; to: number }, today: WallDate, zone: string) => {
  const dayAt = (day: number) => startOfDayIn(zone, plusDays(today, day))
  const leavesOf = leaves
    .filter((one) => one.officer === officer)
    .map((one) => ({ starts_at: dayAt(one.first), ends_at: dayAt(one.last + 1) }))
  const since = sinceOf(today)
  const memberships = platoons
    .filter((_, at) => isMember(at, officer))
    .map(({ name, pattern, shift }) => ({
      ...{ platoon: name, starts_on: since, ends_on: null, ended_on: null },
      schedules: [{ starts_on: since, anchor_on: plusDays(since, shift), keeps: 'length' as const, pattern }],
    }))
  const { off, on, start, minutes } = swapped
  const swap = {
    ...{ kind: 'swap' as const, on_day: plusDays(today, off), works_on: plusDays(today, on) },
    ...{ start_time: start, minutes },
  }
  const exceptions = officer === swapped.officer ? [swap] : []
  const range = { starts_at: dayAt(span.from), ends_at: dayAt(span.to + 2) }
  const tours = toursIn({ memberships, exceptions, imported: [], leaves: leavesOf }, range, zone)
  return [...tours, ...leavesOf].map((one): [number, number] => [ms(one.starts_at), ms(one.ends_at)])
}

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
  const since = sinceOf(today)
  for (const [at, { name, unit, pattern, shift }] of platoons.entries()) {
    const anchor = plusDays(since, shift)
    await db.run(sql`
      with made as (insert into platoons (organization_id, name, unit)
        values (${organization_id}::uuid, ${name}, ${unit}) returning id),
      planned as (insert into platoon_schedules (organization_id, platoon_id, starts_on, anchor_on, pattern)
        select ${organization_id}::uuid, id, ${since}::date, ${anchor}::date, ${JSON.stringify(pattern)}::jsonb from made)
      insert into platoon_members (organization_id, platoon_id, officer_id, starts_on)
      select ${organization_id}::uuid, made.id, o.id, ${since}::date
      from made, unnest(${officer_ids.filter((_, officer) => isMember(at, officer))}::uuid[]) as o (id)`)
  }
  await db.run(sql`insert into tour_exceptions (organization_id, officer_id, kind, on_day, works_on, start_time, minutes, note, created_by)
    values (${organization_id}::uuid, ${officer_ids[swapped.officer]}::uuid, 'swap', ${plusDays(today, swapped.off)}::date,
      ${plusDays(today, swapped.on)}::date, ${swapped.start}, ${swapped.minutes}::int, 'Agreed with the watch commander', ${admin_id}::uuid)`)
  await db.run(sql`insert into leaves (organization_id, officer_id, kind, starts_at, ends_at, whole_days, entered_by)
    select ${organization_id}::uuid, v.officer_id, v.kind, v.first::timestamp at time zone g.time_zone,
      (v.last + 1)::timestamp at time zone g.time_zone, true, ${admin_id}::uuid
    from (values ${join(
      leaves.map(
        ({ officer, kind, first, last }) =>
          sql`(${officer_ids[officer]}::uuid, ${kind}, ${plusDays(today, first)}::date, ${plusDays(today, last)}::date)`,
      ),
      sql`, `,
    )}) as v (officer_id, kind, first, last), organizations g where g.id = ${organization_id}::uuid`)
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
