import { type Instant, isoInstant, MINUTE, ms, type Range } from '#platform/shared/time.ts'

/** A stretch of a post's time over which the number of taken spots is constant. */
export type Stretch = Range & { held: number }

/** The range cut at every point where a hold begins or ends; empty for an empty range. Holds are half-open. */
export function stretchesOf(range: Range, holds: readonly Range[]): Stretch[] {
  const [from, to] = [ms(range.starts_at), ms(range.ends_at)]
  const cuts = [...new Set([from, to, ...holds.flatMap((hold) => [ms(hold.starts_at), ms(hold.ends_at)])])]
    .filter((at) => at >= from && at <= to)
    .sort((a, b) => a - b)
  return cuts.slice(0, -1).map((at, i) => ({
    starts_at: isoInstant(at),
    ends_at: isoInstant(cuts[i + 1] ?? to),
    held: holds.filter((hold) => ms(hold.starts_at) <= at && ms(hold.ends_at) > at).length,
  }))
}

/** Taken spots at the fullest moment of the range. */
export const heldAtMost = (range: Range, holds: readonly Range[]): number =>
  Math.max(0, ...stretchesOf(range, holds).map(({ held }) => held))

/** Spots that are covered from the first moment of the range to the last. */
export const heldThroughout = (range: Range, holds: readonly Range[]): number =>
  Math.min(...stretchesOf(range, holds).map(({ held }) => held))

type SplitPost = Range & { split_minutes: number | null }

/** Whether an officer can take this range of a post: all of it, or whole increments; the last increment may be shorter. */
export function isPart(post: SplitPost, part: Range): boolean {
  const [from, to] = [ms(part.starts_at), ms(part.ends_at)]
  const [first, last] = [ms(post.starts_at), ms(post.ends_at)]
  if (from === first && to === last) return true
  if (post.split_minutes === null || from < first || to > last || from >= to) return false
  const piece = post.split_minutes * MINUTE
  return (from - first) % piece === 0 && (to === last || (to - first) % piece === 0)
}

/** The possible ends of a part: the start, every increment, the end. */
export function edgesOf(post: SplitPost): Instant[] {
  const [first, last] = [ms(post.starts_at), ms(post.ends_at)]
  if (post.split_minutes === null) return [isoInstant(first), isoInstant(last)]
  const edges: Instant[] = []
  for (let at = first; at < last; at += post.split_minutes * MINUTE) edges.push(isoInstant(at))
  return [...edges, isoInstant(last)]
}

/** The first longest run of increments with a spot left throughout; null if there is none. */
export function longestFree(post: SplitPost & { required_count: number }, holds: readonly Range[]): Range | null {
  const edges = edgesOf(post)
  let best: Range | null = null
  let run: Range | null = null
  for (let i = 0; i + 1 < edges.length; i++) {
    const piece = { starts_at: edges[i] as Instant, ends_at: edges[i + 1] as Instant }
    const free = heldAtMost(piece, holds) < post.required_count
    const begun: Range = run ?? piece
    run = free ? { starts_at: begun.starts_at, ends_at: piece.ends_at } : null
    if (run && lengthOf(run) > lengthOf(best)) best = run
  }
  return best
}
const lengthOf = (range: Range | null) => (range ? ms(range.ends_at) - ms(range.starts_at) : 0)

/** The stretches of a post's time with a spot left, adjoining ones as one. */
export const openStretches = (post: Range & { required_count: number }, holds: readonly Range[]): Range[] => {
  const open: Range[] = []
  for (const { starts_at, ends_at, held } of stretchesOf(post, holds)) {
    if (held >= post.required_count) continue
    const last = open.at(-1)
    if (last?.ends_at === starts_at) open[open.length - 1] = { starts_at: last.starts_at, ends_at }
    else open.push({ starts_at, ends_at })
  }
  return open
}

/** Whether every minute of the range has a spot left. */
export const isFreeIn = (post: { required_count: number }, range: Range, holds: readonly Range[]): boolean =>
  heldAtMost(range, holds) < post.required_count
