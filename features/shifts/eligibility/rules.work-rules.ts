import { type Instant, plusMinutes, type Range } from '#platform/shared/time.ts'
import { partsOf } from './rules.limits.ts'
import { type Work, type WorkKind, type WorkRules, workBook } from './rules.ts'

export type HeldPlaces = {
  officer_id: string
  name: string
  work: readonly (Work & { signup_id?: string })[]
  /** The officer's spots that the rules are tested on; they are part of the work. */
  held: readonly (Range & { signup_id: string; kind: WorkKind; title: string })[]
}
export type Tried = {
  rule: string
  refused: number
  officers: number
  example: { name: string; title: string; starts_at: Instant; zone: string } | null
}

/** Which held spots each rule alone would have refused. */
export const tryRules = (people: readonly HeldPlaces[], rules: WorkRules, zone: string): Tried[] =>
  partsOf(rules).map(({ rule, rules: alone }) => {
    const hit = people.flatMap(({ officer_id, name, work, held }) =>
      held
        .filter((job) => {
          const others = work.filter((one) => one.signup_id !== job.signup_id)
          return workBook(others, alone, zone)
            .against(job, plusMinutes(job.starts_at, -1))
            .some(({ code }) => code !== 'overlaps')
        })
        .map((job) => ({ officer_id, name, job })),
    )
    const [first] = hit
    const example = first ? { name: first.name, title: first.job.title, starts_at: first.job.starts_at, zone } : null
    return { rule, refused: hit.length, officers: new Set(hit.map((one) => one.officer_id)).size, example }
  })
