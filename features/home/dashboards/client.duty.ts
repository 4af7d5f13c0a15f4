import { namesOf } from '#features/home/schedule/client.crews.ts'
import { isDead, openSpots } from '#features/home/schedule/client.rows.ts'
import type { readSchedule } from '#features/home/schedule/contract.ts'
import { tonightOf } from '#features/home/schedule/rules.ts'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { atStartStatuses } from '#platform/shared/statuses.ts'
import { ms, type Range } from '#platform/shared/time.ts'

/** A crew on its tour, or a shift; `open`: spots nobody has. */
export type Duty = Range & {
  key: string
  /** Null for a tour. */
  assignment_id: string | null
  title: string
  names: readonly string[]
  count: number
  open: number
  on_leave: number
}

/** The day of the schedule with everyone who is on duty now: at night, the night's. */
export const dutyPage = (now: number, zone: string): string =>
  paths.adminSchedule({ view: ms(tonightOf(now, zone).starts_at) <= now ? 'tonight' : 'day' })

const working: readonly string[] = atStartStatuses

/** Who is on duty now and who comes before the end of the night, each by start. */
export const dutyOf = (
  { shifts, crews, time_zone }: Pick<OutputOf<typeof readSchedule>, 'shifts' | 'crews' | 'time_zone'>,
  now: number,
): { on: Duty[]; later: Duty[]; until: string } => {
  const tours = crews.map(
    (one): Duty => ({
      key: `${one.platoon_id} ${one.starts_at} ${one.ends_at}`,
      assignment_id: null,
      title: one.platoon ?? 'Other tours',
      names: namesOf(one),
      count: one.count,
      open: 0,
      on_leave: one.away.length,
      starts_at: one.starts_at,
      ends_at: one.ends_at,
    }),
  )
  const extra = shifts
    .filter((one) => !isDead(one))
    .map((one): Duty => {
      const names = one.people.filter(({ status }) => working.includes(status)).map(({ name }) => name)
      return {
        key: one.id,
        assignment_id: one.id,
        title: one.title,
        names,
        count: names.length,
        open: openSpots(one),
        on_leave: 0,
        starts_at: one.starts_at,
        ends_at: one.ends_at,
      }
    })
  const all = [...tours, ...extra].toSorted(
    (a, b) => ms(a.starts_at) - ms(b.starts_at) || a.title.localeCompare(b.title),
  )
  const until = tonightOf(now, time_zone).ends_at
  return {
    on: all.filter((one) => ms(one.starts_at) <= now && now < ms(one.ends_at)),
    later: all.filter((one) => ms(one.starts_at) > now && ms(one.starts_at) < ms(until)),
    until,
  }
}
