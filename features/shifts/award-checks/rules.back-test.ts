import type { OpportunityKind } from '#features/shifts/award-rules/rules.opportunities.ts'
import { type Applicant, chargedOf, type Draw, rank, turnsOf } from '#features/shifts/award-rules/rules.rank.ts'
import type { AwardRule } from '#features/shifts/award-rules/rules.ts'
import { DAY, MINUTE } from '#platform/shared/time.ts'
import { startOfDayIn } from '#platform/shared/wall.ts'
import { wallAt } from '#platform/shared/zone.ts'

/** Maximum number of posts in one comparison; the latest ones are used. */
export const MOST_POSTS = 10_000

/** A past post: who applied for it and who held it. Times in milliseconds. */
export type PastPost = {
  id: string
  /** When it was decided on. */
  at: number
  starts_at: number
  ends_at: number
  applicants: readonly { officer_id: string; applied_at: string; unit_match: boolean }[]
  /** The officers who finally held it; the back-test awards the same number of spots. */
  held: readonly string[]
}
export type PastOfficer = {
  officer_id: string
  hired_on: string | null
  badge_number: string | null
  unit: string | null
  rank: string | null
  joined_at: number
}
/** What else was recorded besides those posts, in chronological order. */
export type PastRow = {
  officer_id: string
  at: number
  kind: OpportunityKind
  minutes: number
  /** How many times it counts; defaults to once. */
  times?: number
}

export type Change = { officer_id: string; was: number; would: number }
export type Spread = { most: number; least: number; gini: number }
export type BackTest = {
  posts: number
  places: number
  /** Spots that would have gone to another officer. */
  changed: number
  officers: Change[]
  was: Spread
  would: Spread
}

/** From 0 (all equal) to 1 (one has everything). */
export const giniOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const sum = sorted.reduce((all, one) => all + one, 0)
  if (sum <= 0) return 0
  const weighted = sorted.reduce((all, one, i) => all + (i + 1) * one, 0)
  return (2 * weighted) / (sorted.length * sum) - (sorted.length + 1) / sorted.length
}

const spreadOf = (values: readonly number[]): Spread => ({
  most: Math.max(0, ...values),
  least: values.length === 0 ? 0 : Math.min(...values),
  gini: giniOf(values),
})

type Tally = {
  rows: PastRow[]
  from: number
  minutes: Map<OpportunityKind, number>
  times: Map<OpportunityKind, number>
  last: Map<OpportunityKind, string>
}

/** One officer's totals within a sliding window: rows enter at its end and leave at its start. */
const tallyOf = (): Tally => ({ rows: [], from: 0, minutes: new Map(), times: new Map(), last: new Map() })
const add = (to: Map<OpportunityKind, number>, kind: OpportunityKind, by: number) =>
  to.set(kind, (to.get(kind) ?? 0) + by)
const timesOf = (row: PastRow): number => row.times ?? Math.sign(row.minutes)
const take = (tally: Tally, row: PastRow) => {
  tally.rows.push(row)
  add(tally.minutes, row.kind, row.minutes)
  const times = timesOf(row)
  add(tally.times, row.kind, times)
  if (times > 0) tally.last.set(row.kind, new Date(row.at).toISOString())
}
const forget = (tally: Tally, since: number) => {
  for (let row = tally.rows[tally.from]; row && row.at < since; row = tally.rows[tally.from]) {
    tally.from += 1
    add(tally.minutes, row.kind, -row.minutes)
    add(tally.times, row.kind, -timesOf(row))
  }
}

/** Start of the window at a given time; a fiscal year starts with the first minute of its day in the department's zone. */
export const sinceOf = (rule: AwardRule, at: number, zone: string): number => {
  const { window_days } = rule.counts
  if (rule.method === 'pick_list' || window_days === 'ever') return Number.NEGATIVE_INFINITY
  if (window_days !== 'fiscal_year') return at - window_days * DAY
  const [here = 0, month = 0] = wallAt(at, zone).date.split('-').map(Number)
  const year = month >= rule.fiscal_month ? here : here - 1
  return Date.parse(startOfDayIn(zone, `${year}-${String(rule.fiscal_month).padStart(2, '0')}-01`))
}

type Known = Omit<PastOfficer, 'joined_at'> & { joined_at: number; joined_on: string }
const known = (one: PastOfficer): Known => ({
  ...one,
  joined_on: new Date(one.joined_at).toISOString().slice(0, 10),
})

type Seen = {
  people: ReadonlyMap<string, Known>
  tallies: ReadonlyMap<string, Tally>
  since: number
  start: number
}

/** A post's applicants, with the window's figures at that time. */
const applicantsOf = (post: PastPost, { people, tallies, since, start }: Seen): Applicant[] =>
  post.applicants.flatMap((one) => {
    const who = people.get(one.officer_id)
    const tally = tallies.get(one.officer_id)
    if (!who || !tally) return []
    forget(tally, since)
    const before = who.joined_at > start && post.at > start ? (who.joined_at - start) / (post.at - start) : 0
    return [
      {
        ...who,
        ...one,
        absent: Math.min(1000, Math.floor(1000 * before)),
        minutes: Object.fromEntries(tally.minutes),
        times: Object.fromEntries(tally.times),
        last: Object.fromEntries(tally.last),
        owed: false,
      },
    ]
  })

/** All affected officers, largest gain first. */
const changesOf = (
  posts: readonly PastPost[],
  was: ReadonlyMap<string, number>,
  would: ReadonlyMap<string, number>,
): Change[] =>
  [...new Set(posts.flatMap((post) => [...post.held, ...post.applicants.map((one) => one.officer_id)]))]
    .map((officer_id) => ({ officer_id, was: was.get(officer_id) ?? 0, would: would.get(officer_id) ?? 0 }))
    .sort((a, b) => b.would - b.was - (a.would - a.was) || (a.officer_id < b.officer_id ? -1 : 1))

/**
 * Awards past posts again under another rule, one after the other: each award counts toward the next. Ranks only those who
 * applied then, and nobody gets two posts at the same time. Does not re-check rest, hour limits, leave or certifications, because
 * their past state is not stored, as the screen explains.
 */
export const backTest = (
  rule: AwardRule,
  past: { posts: readonly PastPost[]; officers: readonly PastOfficer[]; rows: readonly PastRow[]; zone: string },
  drawFor: (post: PastPost) => Draw,
): BackTest => {
  const people = new Map(past.officers.map((one) => [one.officer_id, known(one)]))
  const tallies = new Map(past.officers.map((one) => [one.officer_id, tallyOf()]))
  const busy = new Map<string, [number, number][]>()
  const was = new Map<string, number>()
  const would = new Map<string, number>()
  const rows = past.rows.toSorted((a, b) => a.at - b.at)
  const begun = Math.min(rows[0]?.at ?? Infinity, past.posts[0]?.at ?? Infinity)
  let [next, places, changed] = [0, 0, 0]
  let roster = { day: Number.NaN, of: { average: 0, most: 0, most_turns: 0 } }
  const plus = (to: Map<string, number>, id: string, by: number) => to.set(id, (to.get(id) ?? 0) + by)
  for (const post of past.posts.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))) {
    for (let row = rows[next]; row && row.at < post.at; row = rows[++next]) {
      const tally = tallies.get(row.officer_id)
      if (tally) take(tally, row)
    }
    const since = sinceOf(rule, post.at, past.zone)
    const start = Math.max(since, begun)
    const applicants = applicantsOf(post, { people, tallies, since, start })
    // The newcomers' baseline changes slowly: computing it once per day is accurate enough for a comparison.
    const today = Math.floor(post.at / DAY)
    if (today !== roster.day && applicants.some((one) => one.absent > 0))
      roster = { day: today, of: rosterOf(rule, tallies, since) }
    const minutes = Math.round((post.ends_at - post.starts_at) / MINUTE)
    const given: string[] = []
    for (const one of rank(rule, applicants, drawFor(post), roster.of)) {
      if (given.length >= post.held.length) break
      const own = busy.get(one.officer_id) ?? []
      if (own.some(([from, to]) => from < post.ends_at && post.starts_at < to)) continue
      own.push([post.starts_at, post.ends_at])
      busy.set(one.officer_id, own)
      given.push(one.officer_id)
      const tally = tallies.get(one.officer_id)
      for (const kind of ['accepted', 'worked'] as const)
        if (tally) take(tally, { officer_id: one.officer_id, at: post.at, kind, minutes })
    }
    places += post.held.length
    changed += post.held.filter((id) => !given.includes(id)).length
    for (const id of post.held) plus(was, id, minutes)
    for (const id of given) plus(would, id, minutes)
  }
  const officers = changesOf(past.posts, was, would)
  return {
    posts: past.posts.length,
    places,
    changed,
    officers,
    was: spreadOf(officers.map((one) => one.was)),
    would: spreadOf(officers.map((one) => one.would)),
  }
}

const rosterOf = (rule: AwardRule, tallies: ReadonlyMap<string, Tally>, since: number) => {
  const all = [...tallies.values()].filter((tally) => {
    forget(tally, since)
    return tally.rows.length > tally.from
  })
  const charged = all.map((tally) => chargedOf(rule, Object.fromEntries(tally.minutes)))
  const sum = charged.reduce((total, one) => total + one, 0)
  return {
    average: charged.length === 0 ? 0 : Math.floor(sum / charged.length),
    most: Math.max(0, ...charged),
    most_turns: Math.max(0, ...all.map((tally) => turnsOf(rule, Object.fromEntries(tally.times)))),
  }
}
