import { hoursOn, type Pattern, toursIn } from '#features/roster/tours/rules.ts'
import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { plusDays, type WallDate, weekdayOf } from '#platform/shared/time.ts'
import { startOfDayIn } from '#platform/shared/wall.ts'

type Crew = { organization_id: string; admin_id: string; officer_ids: readonly string[]; today: WallDate }

const pitman = (start: string): Pattern => ({ kind: 'pitman', start, minutes: 720 })
/** Three weekdays in a row, from the day after tomorrow: the other days are free for the stories of the demo's officer. */
const threeDays = (today: WallDate): Pattern => {
  const weekdays = [2, 3, 4].map((day) => weekdayOf(plusDays(today, day)))
  return { kind: 'weekdays', weekdays, start: '06:00', minutes: 720 }
}
/** A platoon's members are the officers at these places on the roster. */
type Platoon = { name: string; unit: string; patternAt: (today: WallDate) => Pattern; shift: number; members: number[] }
const sevenFrom = (first: number) => Array.from({ length: 7 }, (_, at) => first + at)
/** Days and nights by two platoons each: while one of them is off, the other works. So somebody is on duty at every hour. */
const platoons: readonly Platoon[] = [
  { name: 'A watch', unit: 'Patrol North', patternAt: () => pitman('06:00'), shift: 0, members: sevenFrom(2) },
  { name: 'B watch', unit: 'Patrol North', patternAt: () => pitman('18:00'), shift: 0, members: sevenFrom(9) },
  { name: 'C watch', unit: 'Patrol South', patternAt: () => pitman('06:00'), shift: 7, members: sevenFrom(16) },
  { name: 'D watch', unit: 'Patrol South', patternAt: () => pitman('18:00'), shift: 7, members: sevenFrom(23) },
  { name: 'Traffic days', unit: 'Traffic', patternAt: threeDays, shift: 0, members: [0, 31, 32, 35] },
]

/** A Sunday far enough back that the rotation covers every day shown, and the first day of a cycle of two weeks. */
const sinceOf = (today: WallDate) => plusDays(today, -weekdayOf(today) - 98)

const scheduleOf = ({ patternAt, shift }: Platoon, today: WallDate) => {
  const since = sinceOf(today)
  return { starts_on: since, anchor_on: plusDays(since, shift), keeps: 'length' as const, pattern: patternAt(today) }
}
/** The first day, from `from` on, on which A watch works or is off. */
const dayOfA = (today: WallDate, from: number, works: boolean): number => {
  const schedule = scheduleOf(platoons[0] as Platoon, today)
  let day = from
  while ((hoursOn(schedule, plusDays(today, day)) !== null) !== works) day++
  return day
}

/** By the officer's place on the roster. */
const swapper = 2
const sick = { officer: 4, first: -1, last: 1 } as const
const planOf = (today: WallDate) => {
  const off = dayOfA(today, 12, true)
  const short = dayOfA(today, 5, true)
  return {
    swapped: { off, on: dayOfA(today, off, false), start: '06:00', minutes: 720 },
    leaves: [
      { officer: 0, kind: 'training', first: 4, last: 4 },
      { officer: 0, kind: 'vacation', first: 16, last: 18 },
      { officer: 3, kind: 'vacation', first: 4, last: 10 },
      { officer: sick.officer, kind: 'sick', first: sick.first, last: sick.last },
      // The day on which A watch is one officer short: one is on vacation, one in training.
      { officer: 8, kind: 'training', first: short, last: short },
    ],
    // Pending: one would leave the day watch short, one overlaps another officer's leave, one is reported after the fact.
    requests: [
      { officer: 5, kind: 'vacation', first: short, last: short + 2, note: 'Family trip', hours: 48 },
      { officer: 6, kind: 'training', first: 8, last: 9, note: 'Instructor course', hours: 20 },
      { officer: 7, kind: 'sick', first: -2, last: -1, note: null, hours: 3 },
    ],
  }
}
/** Nobody of them takes another shift in the coming weeks: their leave is still to be decided, or was given for a reason. */
export const absentees: readonly number[] = [3, 4, 5, 6, 7, 8]

/**
 * The demo's one conflict, on purpose: this officer had signed up for a shift tomorrow before calling in sick. The schedule marks
 * both. Nobody else works during leave or a tour.
 */
export const lateLeave = { officer: sick.officer, day: sick.last }

/** When an officer has no time for a shift: tours, and leave, also if it is only requested. */
export const takenBy = (officer: number, span: { from: number; to: number }, today: WallDate, zone: string) => {
  const dayAt = (day: number) => startOfDayIn(zone, plusDays(today, day))
  const { swapped, leaves, requests } = planOf(today)
  const rangesOf = (all: readonly { officer: number; first: number; last: number }[]) =>
    all
      .filter((one) => one.officer === officer)
      .map((one) => ({ starts_at: dayAt(one.first), ends_at: dayAt(one.last + 1) }))
  const memberships = platoons
    .filter(({ members }) => members.includes(officer))
    .map((platoon) => ({
      ...{ platoon: platoon.name, starts_on: sinceOf(today), ends_on: null, ended_on: null },
      schedules: [scheduleOf(platoon, today)],
    }))
  const swap = {
    ...{ kind: 'swap' as const, on_day: plusDays(today, swapped.off), works_on: plusDays(today, swapped.on) },
    ...{ start_time: swapped.start, minutes: swapped.minutes },
  }
  const exceptions = officer === swapper ? [swap] : []
  const range = { starts_at: dayAt(span.from), ends_at: dayAt(span.to + 2) }
  const away = rangesOf(leaves)
  return {
    tours: toursIn({ memberships, exceptions, imported: [], leaves: away }, range, zone),
    leaves: [...away, ...rangesOf(requests)],
  }
}

/** One for each watch. Only the day watch is short, on one day. What is missing opens a shift. */
const minimums = [
  { name: 'Days, A watch', watch: 'A watch', least: 6, from: '06:00', to: '18:00', title: 'Day relief' },
  { name: 'Days, C watch', watch: 'C watch', least: 6, from: '06:00', to: '18:00', title: 'Day relief' },
  { name: 'Nights, B watch', watch: 'B watch', least: 6, from: '18:00', to: '06:00', title: 'Night relief' },
  { name: 'Nights, D watch', watch: 'D watch', least: 6, from: '18:00', to: '06:00', title: 'Night relief' },
] as const

const seedPlatoons = async (db: Db, { organization_id, officer_ids, today }: Crew) => {
  for (const platoon of platoons) {
    const { starts_on, anchor_on, pattern } = scheduleOf(platoon, today)
    await db.run(sql`
      with made as (insert into platoons (organization_id, name, unit)
        values (${organization_id}::uuid, ${platoon.name}, ${platoon.unit}) returning id),
      planned as (insert into platoon_schedules (organization_id, platoon_id, starts_on, anchor_on, pattern)
        select ${organization_id}::uuid, id, ${starts_on}::date, ${anchor_on}::date, ${JSON.stringify(pattern)}::jsonb from made)
      insert into platoon_members (organization_id, platoon_id, officer_id, starts_on)
      select ${organization_id}::uuid, made.id, o.id, ${starts_on}::date
      from made, unnest(${platoon.members.map((at) => officer_ids[at])}::uuid[]) as o (id)`)
  }
}

type Away = { officer: number; kind: string; first: number; last: number }
/** Whole days as rows for a table of leave. */
const daysOf = (all: readonly Away[], { officer_ids, today }: Crew) =>
  JSON.stringify(
    all.map(({ officer, first, last, ...rest }) => ({
      ...{ ...rest, officer_id: officer_ids[officer] },
      ...{ first: plusDays(today, first), after: plusDays(today, last + 1) },
    })),
  )

/** The demo's platoons with their members, a swapped day, leave, leave requests, and the minimums to be on duty. */
export const seedTours = async (db: Db, crew: Crew): Promise<void> => {
  const { organization_id, admin_id, officer_ids, today } = crew
  const { swapped, leaves, requests } = planOf(today)
  await seedPlatoons(db, crew)
  await db.run(sql`insert into tour_exceptions (organization_id, officer_id, kind, on_day, works_on, start_time, minutes, note, created_by)
    values (${organization_id}::uuid, ${officer_ids[swapper]}::uuid, 'swap', ${plusDays(today, swapped.off)}::date,
      ${plusDays(today, swapped.on)}::date, ${swapped.start}, ${swapped.minutes}::int, 'Approved by the watch commander', ${admin_id}::uuid)`)
  await db.run(sql`insert into leaves (organization_id, officer_id, kind, starts_at, ends_at, whole_days, entered_by)
    select g.id, v.officer_id, v.kind, v.first::timestamp at time zone g.time_zone, v.after::timestamp at time zone g.time_zone,
      true, ${admin_id}::uuid
    from jsonb_to_recordset(${daysOf(leaves, crew)}::jsonb) as v (officer_id uuid, kind text, first date, after date),
      organizations g where g.id = ${organization_id}::uuid`)
  await db.run(sql`insert into leave_requests (organization_id, officer_id, kind, starts_at, ends_at, whole_days, note, created_at)
    select g.id, v.officer_id, v.kind, v.first::timestamp at time zone g.time_zone, v.after::timestamp at time zone g.time_zone,
      true, v.note, now() - make_interval(hours => v.hours)
    from jsonb_to_recordset(${daysOf(requests, crew)}::jsonb) as v (officer_id uuid, kind text, first date, after date, note text,
      hours int), organizations g where g.id = ${organization_id}::uuid`)
  for (const one of minimums)
    await db.run(sql`insert into staffing_minimums (organization_id, name, platoon_id, least, weekdays, start_time, end_time,
        starts_on, days_ahead, latest_minutes, title, kind, location_name, signup_mode, created_by)
      select ${organization_id}::uuid, ${one.name}, p.id, ${one.least}::int, '{0,1,2,3,4,5,6}', ${one.from}, ${one.to},
        ${today}::date, 14, 240, ${one.title}, 'overtime', 'Central station', 'award', ${admin_id}::uuid
      from platoons p where p.organization_id = ${organization_id}::uuid and p.name = ${one.watch}`)
}
