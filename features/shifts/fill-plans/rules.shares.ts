import { MINUTE } from '#platform/shared/time.ts'

type Line = {
  officer_id: string
  officer_name: string
  starts_at: string
  ends_at: string
  minutes_after: number
}

/** What a plan gives one officer: shifts, their minutes, and all extra minutes that count with them. */
export type Share = { officer_id: string; name: string; shifts: number; minutes: number; minutes_after: number }

const minutesOf = ({ starts_at, ends_at }: Line): number => (Date.parse(ends_at) - Date.parse(starts_at)) / MINUTE

/** An officer's minutes before and after each line of the plan, its earlier lines included; earliest shift first. */
export const runningOf = <L extends Line & { id: string; minutes_before: number }>(
  lines: readonly L[],
): ReadonlyMap<string, { before: number; after: number }> => {
  const totals = new Map<string, number>()
  return new Map(
    lines.map((line) => {
      const before = totals.get(line.officer_id) ?? line.minutes_before
      const after = before + minutesOf(line)
      totals.set(line.officer_id, after)
      return [line.id, { before, after }]
    }),
  )
}

/** Who works how many hours in a plan, those with the most first. */
export const sharesOf = (lines: readonly Line[]): Share[] => {
  const shares = new Map<string, Share>()
  for (const line of lines) {
    const had = shares.get(line.officer_id)
    shares.set(line.officer_id, {
      officer_id: line.officer_id,
      name: line.officer_name,
      shifts: (had?.shifts ?? 0) + 1,
      minutes: (had?.minutes ?? 0) + minutesOf(line),
      minutes_after: Math.max(had?.minutes_after ?? 0, line.minutes_after),
    })
  }
  return [...shares.values()].toSorted((a, b) => b.minutes - a.minutes || (a.name < b.name ? -1 : 1))
}
