import { SPREAD_STEPS, spreadWidths } from './rules.ts'

export type LedgerEntry = {
  signup_id: string | null
  officer_id: string
  kind: string
  minutes: number
}
type Signup = { id: string; assignment_id: string; starts_at: Date; ends_at: Date }

/** Entries of these kinds that no other entry takes back: each negative one strikes out one that came before. */
const left = (entries: readonly LedgerEntry[], ...kinds: string[]): number => {
  const standing: LedgerEntry[] = []
  const some = entries.filter(({ kind }) => kinds.includes(kind))
  for (const entry of some.toSorted((a, b) => b.minutes - a.minutes)) {
    if (entry.minutes > 0) standing.push(entry)
    else if (entry.minutes < 0) standing.pop()
  }
  return standing.length
}

/** What the equalization report counts of a sign-up's entries, for one officer, without SQL. */
const valuesOf = (signup: Signup, entries: readonly LedgerEntry[]) => {
  const kept = left(entries, 'accepted', 'volunteered', 'ordered') > left(entries, 'called_off')
  return {
    assigned: kept ? (signup.ends_at.getTime() - signup.starts_at.getTime()) / 60_000 : 0,
    shifts: kept ? 1 : 0,
    offered: left(entries, 'offered'),
    declined: left(entries, 'refused', 'no_answer'),
    ordered: left(entries, 'ordered'),
    called_off: left(entries, 'called_off'),
  }
}

/** One record per sign-up and officer in the ledger, if anything of it stands. */
export const countSlowly = (signups: readonly Signup[], ledger: readonly LedgerEntry[]) =>
  signups.flatMap((signup) => {
    const own = ledger.filter((entry) => entry.signup_id === signup.id)
    return [...Map.groupBy(own, (entry) => entry.officer_id)]
      .map(([officer, entries]) => ({
        officer,
        assignment_id: signup.assignment_id,
        at: signup.starts_at,
        values: valuesOf(signup, entries),
      }))
      .filter(({ values }) => Object.values(values).some((value) => value > 0))
  })

/** The value at a share of the sorted ones, as `percentile_disc` takes it. */
const at = (sorted: readonly number[], share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]

const stepsSlowly = (sorted: readonly number[]) => {
  const most = sorted.at(-1) ?? 0
  const width = spreadWidths.find((one) => most < one * SPREAD_STEPS) ?? 60_000
  const counts = Array.from({ length: Math.floor(most / width) + 1 }, () => 0)
  for (const value of sorted) counts[Math.floor(value / width)] = (counts[Math.floor(value / width)] ?? 0) + 1
  return { width, counts }
}

/** The `spread` of the officers' values. */
export const spreadSlowly = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b)
  if (sorted.length < 4) return null
  return {
    officers: sorted.length,
    least: sorted[0],
    low: at(sorted, 0.25),
    median: at(sorted, 0.5),
    high: at(sorted, 0.75),
    most: sorted.at(-1),
    mean: Math.round(sorted.reduce((sum, value) => sum + value, 0) / sorted.length),
    none: sorted.filter((value) => value === 0).length,
    ...stepsSlowly(sorted),
  }
}
