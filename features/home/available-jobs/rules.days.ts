import { runsOf } from '#platform/shared/runs.ts'
import { wallAt } from '#platform/shared/zone.ts'

type Row = { starts_at: string }

/** Days in the strip: about two weeks. Each is one stop of the Tab key. */
const STRIP_DAYS = 14
/** Fewer rows than this need no strip: they are a few swipes long. */
const STRIP_ROWS = 12

const dateOf = ({ starts_at }: Row, zone: string): string => wallAt(Date.parse(starts_at), zone).date

export type ShiftDay<R> = { key: string; date: string; starts_at: string; rows: R[] }

/** Runs of a day, in the order of the rows: held rows may come back to a day. */
export const byDay = <R extends Row>(rows: readonly R[], zone: string): ShiftDay<R>[] =>
  runsOf(rows, (row) => dateOf(row, zone)).map(({ name, first, ...run }) => ({
    ...run,
    date: name,
    starts_at: first.starts_at,
  }))

/** How many of the rows that count begin on each day, by local date. */
export const countDays = <R extends Row>(
  rows: readonly R[],
  counts: (row: R) => boolean,
  zone: string,
): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  for (const row of rows.filter(counts)) {
    const date = dateOf(row, zone)
    found.set(date, (found.get(date) ?? 0) + 1)
  }
  return found
}

/**
 * The days to jump to: the first ones with something to take. None where the list is short. `rows` of the list, also those that no
 * longer count: the strip must not leave while its officer signs up.
 */
export const stripDays = (rows: readonly Row[], counts: ReadonlyMap<string, number>, zone: string): string[] => {
  const dates = [...new Set(rows.map((row) => dateOf(row, zone)))]
  if (rows.length < STRIP_ROWS || dates.length < 2) return []
  return dates
    .filter((date) => counts.has(date))
    .toSorted()
    .slice(0, STRIP_DAYS)
}

/** `4 you can take`; nothing once the last one is taken. */
export const takeWords = (count: number | undefined): string | null => (count ? `${count} you can take` : null)
