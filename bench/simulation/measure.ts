import { workBook } from '#features/shifts/eligibility/rules.ts'
import { spreadOf } from '#features/shifts/fill-plans/rules.ts'
import { isoInstant } from '#platform/shared/time.ts'
import type { Policy, Result } from './play.ts'
import { MINUTE, type Year, ZONE } from './year.ts'

export type Figures = {
  places: number
  /** Hundredths of a percent of spots that were filled at the start of the shift. */
  filled: number
  volunteered: number
  /** Minutes from posting until the last spot was filled, over the jobs that were ever full. */
  median_to_fill: number
  orders: number
  /** Spots to be ordered in for which no officer was left within the limits. */
  nobody: number
  /** Extra hours per officer, volunteered and ordered, over the year. */
  hours: { range_minutes: number; gini: number }
  forced: { most: number; fewest: number }
}

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

export const figuresOf = (year: Year, { jobs, orders, nobody }: Result): Figures => {
  const places = jobs.reduce((sum, { demand }) => sum + demand.places, 0)
  const held = jobs.reduce((sum, job) => sum + job.held.length, 0)
  const forced = jobs.reduce((sum, job) => sum + job.held.filter((one) => one.forced).length, 0)
  const minutes = year.officers.map(() => 0)
  for (const { demand, held: people } of jobs)
    for (const { officer } of people) minutes[officer] = (minutes[officer] ?? 0) + (demand.end - demand.start) / MINUTE
  const counts = year.officers.map((_, i) => orders.filter((one) => one.officer === i).length)
  const filledIn = jobs.flatMap(({ demand, filled_at }) =>
    filled_at === null ? [] : [(filled_at - demand.posted) / MINUTE],
  )
  return {
    places,
    filled: Math.round((held / places) * 10_000),
    volunteered: Math.round(((held - forced) / places) * 10_000),
    median_to_fill: Math.round(median(filledIn)),
    orders: orders.length,
    nobody,
    hours: spreadOf(minutes),
    forced: { most: Math.max(...counts), fewest: Math.min(...counts) },
  }
}

/** Faults that must never occur in a simulated year: too many officers on a shift, or an officer over the limits, counting all work. */
export const faultsOf = (year: Year, { jobs }: Result, { limits }: Policy): string[] => {
  const faults: string[] = []
  const extra = year.officers.map((): Result['jobs'] => [])
  for (const job of jobs) {
    if (job.held.length > job.demand.places) faults.push('more held than places')
    for (const { officer } of job.held) extra[officer]?.push(job)
  }
  for (const [i, own] of extra.entries()) {
    const duties = [...(year.duties[i] ?? []), ...own.map(({ demand }) => demand)].sort((a, b) => a.start - b.start)
    for (const [at, one] of duties.entries()) {
      const next = duties[at + 1]
      const both = own.some(({ demand }) => demand === one || demand === next)
      if (next && both && next.start < one.end) faults.push(`officer ${i} is in two places`)
    }
    for (const { demand } of own) {
      const work = duties
        .filter((one) => one !== demand && Math.abs(one.start - demand.start) < 10 * 24 * 60 * MINUTE)
        .map((one) => ({ kind: one.kind, starts_at: isoInstant(one.start), ends_at: isoInstant(one.end) }))
      const job = { kind: demand.kind, starts_at: isoInstant(demand.start), ends_at: isoInstant(demand.end) }
      for (const { code } of workBook(work, limits, ZONE).against(job)) faults.push(`officer ${i}: ${code}`)
    }
  }
  return faults
}
