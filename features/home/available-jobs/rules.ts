import {
  type Asking,
  type Limits,
  type Mine,
  type Offer,
  type OfferedPost,
  reasonsForPost,
} from '#features/shifts/eligibility/rules.offer.ts'
import type { Reason } from '#features/shifts/eligibility/rules.ts'
import { heldThroughout, longestFree } from '#features/shifts/signups/rules.places.ts'
import { isLive, type NotToSignUpCode, type Requirements } from '#features/shifts/signups/rules.ts'
import type { Range } from '#platform/shared/time.ts'
import { wallAt } from '#platform/shared/zone.ts'

/** The parts of a post that the list needs. */
export type JobPost = Range & {
  required_count: number
  held_count: number
  requirements: Requirements
  split_minutes: number | null
  holds: readonly Range[]
}

/** Times of day by the local start of a shift, in minutes since midnight; the night runs over midnight. */
export const timesOfDay = {
  morning: [5 * 60, 12 * 60],
  afternoon: [12 * 60, 17 * 60],
  evening: [17 * 60, 22 * 60],
  night: [22 * 60, 5 * 60],
} as const satisfies Readonly<Record<string, readonly [number, number]>>
export type TimeOfDay = keyof typeof timesOfDay

export const weekdays = ['0', '1', '2', '3', '4', '5', '6', 'weekdays', 'weekends'] as const
export type Weekday = (typeof weekdays)[number]

/** What a list may be narrowed to; null narrows nothing. */
export type Wanted = { date: string | null; weekday: Weekday | null; time: TimeOfDay | null; unit: string | null }

const onWeekday = (day: number, wanted: Weekday): boolean => {
  if (wanted === 'weekends') return day === 0 || day === 6
  return wanted === 'weekdays' ? day > 0 && day < 6 : day === Number(wanted)
}

const atTime = (time: string, wanted: TimeOfDay): boolean => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const at = hours * 60 + minutes
  const [from, to] = timesOfDay[wanted]
  return from < to ? at >= from && at < to : at >= from || at < to
}

/** Whether a post is among those wanted: by its local start, and by the units that it is restricted to. */
export const isWanted = (post: Pick<JobPost, 'starts_at' | 'requirements'>, wanted: Wanted, zone: string): boolean => {
  const { date, weekday, time } = wallAt(Date.parse(post.starts_at), zone)
  return (
    (wanted.date === null || date === wanted.date) &&
    (wanted.weekday === null || onWeekday(weekday, wanted.weekday)) &&
    (wanted.time === null || atTime(time, wanted.time)) &&
    (wanted.unit === null || (post.requirements.units ?? []).includes(wanted.unit))
  )
}

/** Spots that nobody holds; of a post taken in parts, those with a part left. */
export const spotsLeft = (post: JobPost): number => {
  const held = post.split_minutes === null ? post.held_count : heldThroughout(post, post.holds)
  return Math.max(0, post.required_count - held)
}

/** `2 of 3 spots left`, `1 of 1 spot left` or `Full`. */
export const spotsLeftWords = (post: JobPost): string => {
  const [left, all] = [spotsLeft(post), post.required_count]
  return left === 0 ? 'Full' : `${left} of ${all} ${all === 1 ? 'spot' : 'spots'} left`
}

/** The same where there is little room: `2 left`. */
export const shortSpotsLeft = (post: JobPost): string => spotsLeftWords(post).replace(/ of .*/, ' left')

type Post = OfferedPost & { name: string }
type Own = Mine & { post_id: string }
/** A posted shift, the officer's own sign-up for it, and what decides whether the officer can take it. */
export type Seen<P extends Post, O extends Own> = {
  job: Offer & { posts: readonly P[] }
  own: O | null
  mine: readonly Mine[]
  me: Asking
  limits: Limits | null
  now: number
}
/** `own`: the live sign-up; `reasons`: why the post cannot be taken, empty where it can. */
export type PostRow<P, O> = { post: P; own: O | null; reasons: readonly Reason[] }

const reasonsOf = <P extends Post, O extends Own>({ job, mine, me, limits, now }: Seen<P, O>, post: P): Reason[] => {
  const part = post.split_minutes === null ? post : (longestFree(post, post.holds) ?? post)
  return reasonsForPost(job, post, { ...me, mine, limits }, new Date(now).toISOString(), part)
}

/** The rows of a shift in Available Jobs: the post that the officer has, or each that has not started. The dashboard counts the same. */
export const postRows = <P extends Post, O extends Own>(seen: Seen<P, O>): PostRow<P, O>[] => {
  const { job, own, now } = seen
  const live = own !== null && isLive(own, new Date(now).toISOString()) ? own : null
  return job.posts.flatMap((post) => {
    if (live ? live.post_id !== post.id : Date.parse(post.starts_at) <= now) return []
    return [{ post, own: live, reasons: live ? [] : reasonsOf(seen, post) }]
  })
}

/** Something to do about it now: it can be taken, or an offer waits for an answer. */
export const isOpenTo = (row: PostRow<unknown, { status: string }>): boolean =>
  row.own ? row.own.status === 'offered' : row.reasons.length === 0

/** `Harbor security`, with the post where the shift has several. */
export const postTitle = (job: { title: string; posts: readonly object[] }, post: { name: string }): string =>
  job.posts.length > 1 ? `${job.title}, ${post.name}` : job.title

/** How many rows have each first reason, the most frequent first. */
export const countReasons = (
  rows: readonly { reasons: readonly { code: NotToSignUpCode }[] }[],
): [NotToSignUpCode, number][] => {
  const counts = new Map<NotToSignUpCode, number>()
  for (const code of rows.flatMap(({ reasons }) => reasons[0]?.code ?? []))
    counts.set(code, (counts.get(code) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])
}
