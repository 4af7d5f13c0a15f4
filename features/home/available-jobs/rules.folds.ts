import { counted } from '#platform/shared/text.ts'
import { wallAt } from '#platform/shared/zone.ts'

type Row = {
  key: string
  starts_at: string
  post: { starts_at: string; ends_at: string }
  standing: {
    job: { id: string; title: string; kind: string; location_name: string | null; location_address: string | null }
  }
}

/** A line of the list: one row, or several that are alike, folded into one until it is opened. */
export type Entry<R> = { key: string; starts_at: string; rows: [R, ...R[]] }

const wallOf = (at: string, zone: string) => wallAt(Date.parse(at), zone)

/** What alike rows have in common, apart from the post and, where they are grouped, the date. */
const commonOf = ({ post, standing: { job } }: Row, zone: string, grouped: boolean): string => {
  const [from, to] = [wallOf(post.starts_at, zone), wallOf(post.ends_at, zone)]
  const place = [job.location_name, job.location_address]
  return JSON.stringify([job.kind, job.title, ...place, from.time, to.time, grouped ? null : from.date])
}

/**
 * Alike rows as one line, in the place of their first one: those that begin on one day, or, where they are `grouped`, on any day. The
 * order of the rows decides the order of the lines, so that held rows stay where they are.
 */
export const foldRows = <R extends Row>(rows: readonly R[], zone: string, grouped: boolean): Entry<R>[] => {
  const lines = new Map<string, Entry<R>>()
  for (const row of rows) {
    const common = commonOf(row, zone, grouped)
    const line = lines.get(common)
    if (line) line.rows.push(row)
    else lines.set(common, { key: row.key, starts_at: row.starts_at, rows: [row] })
  }
  return [...lines.values()]
}

/** Each row as a line of its own. */
export const unfolded = <R extends Row>(rows: readonly R[]): Entry<R>[] =>
  rows.map((row) => ({ key: row.key, starts_at: row.starts_at, rows: [row] }))

const datesOf = (rows: readonly Row[], zone: string): number =>
  new Set(rows.map(({ starts_at }) => wallOf(starts_at, zone).date)).size

/** Whether the rows of a line are told apart by their dates; by their posts otherwise. */
export const isDated = (rows: readonly Row[], zone: string): boolean => datesOf(rows, zone) > 1

/** `5 dates`, `3 posts` of one shift or `2 shifts`; `left`: the rows of the line that can still be taken. */
export const foldWords = (rows: readonly Row[], left: readonly Row[], zone: string): string => {
  if (left.length === 0) return 'None left'
  const dated = isDated(rows, zone)
  const noun = dated ? 'date' : new Set(rows.map(({ standing }) => standing.job.id)).size > 1 ? 'shift' : 'post'
  const n = dated ? datesOf(left, zone) : left.length
  return counted(n, noun)
}
