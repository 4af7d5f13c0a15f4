import type { WallDate } from '#platform/shared/time.ts'
import type { Conflict, OtherSide } from './client.conflicts.ts'
import type { Crew } from './contract.ts'
import type { Column } from './rules.ts'

/** A tour's officers: how many, the first by name, and which tour to ask for all of them. */
export type ShownCrew = Pick<Crew, 'platoon' | 'platoon_id' | 'day' | 'starts_at' | 'ends_at' | 'count' | 'people'>

export const namesOf = ({ people }: Pick<Crew, 'people'>): string[] => people.map(({ name }) => name)

type CrewEntry = {
  key: string
  look: 'tour' | 'leave'
  text: string
  starts_at: null
  mark: null
  tail: number
  since: WallDate | null
  opens: { platoon: string } | null
  act: null
  conflicts: readonly Conflict[]
  crew?: ShownCrew
  short?: true
  before: string
  state: string
}

/** A crew in a cell: how many and the first of them, then those on leave. */
export const crewEntries = (crew: Crew, at: Column, others: OtherSide, whole = false): CrewEntry[] => {
  const title = crew.platoon ?? 'Tour'
  const base = {
    starts_at: null,
    mark: null,
    tail: at.tail,
    since: at.since,
    opens: null,
    act: null,
    before: title,
    state: '',
  } as const
  const first = crew.people[0]?.name
  const on: CrewEntry[] = first
    ? [
        {
          ...base,
          key: `${title} ${crew.unit} ${crew.starts_at}`,
          look: 'tour',
          text: first,
          crew,
          state: 'on duty',
          conflicts: others.onTour(crew),
        },
      ]
    : []
  const counted = crew.away.length > 2 && !whole
  const away = counted ? [`${crew.away.length} on leave`] : crew.away
  return [
    ...on,
    ...away.map(
      (text, n): CrewEntry => ({
        ...base,
        tail: 0,
        opens: crew.platoon_id ? { platoon: crew.platoon_id } : null,
        key: `${crew.starts_at} away ${n}`,
        look: 'leave',
        text,
        ...(counted ? {} : { short: true }),
        state: counted ? '' : 'on leave',
        conflicts: counted
          ? crew.away.flatMap((name) => others.onLeave(name, crew.day))
          : others.onLeave(text, crew.day).map((one) => ({ ...one, who: null })),
      }),
    ),
  ]
}

/** Crews of one platoon with the same hours are merged, whatever their unit. */
export const joined = (crews: readonly Crew[]): Crew[] =>
  [...Map.groupBy(crews, (one) => `${one.platoon} ${one.starts_at} ${one.ends_at}`).values()].flatMap((same) => {
    const [first] = same
    if (!first) return []
    const people = same.flatMap((one) => one.people).toSorted((a, b) => a.name.localeCompare(b.name))
    return [
      {
        ...first,
        unit: null,
        people,
        away: same.flatMap((one) => one.away),
        count: same.reduce((n, one) => n + one.count, 0),
      },
    ]
  })
