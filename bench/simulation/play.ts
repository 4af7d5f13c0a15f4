import type { OpportunityKind } from '#features/shifts/award-rules/rules.opportunities.ts'
import { type Applicant, type Draw, rank } from '#features/shifts/award-rules/rules.rank.ts'
import { type AwardRule, isAwarded } from '#features/shifts/award-rules/rules.ts'
import { isShortNotice, windowOf } from '#features/shifts/award-rules/rules.window.ts'
import { type WorkRules, workBook } from '#features/shifts/eligibility/rules.ts'
import { chooseOrdered, forceOrder, type PastOrder } from '#features/shifts/order-ins/rules.ts'
import { isoInstant, ms } from '#platform/shared/time.ts'
import { type Demand, type Duty, diceOf, HOUR, MINUTE, type Year, ZONE } from './year.ts'

/** What is compared: a rule with the department's limits, and when volunteers are asked before an officer is ordered in. */
export type Policy = {
  name: string
  rule: AwardRule
  limits: WorkRules
  ask_minutes_before: number
  ask_minutes: number
}

export type Held = { officer: number; at: number; forced: boolean }
export type Played = {
  demand: Demand
  /** The officers who had a spot at the start. */
  held: Held[]
  /** When the last spot was first filled. */
  filled_at: number | null
}
export type Result = { jobs: Played[]; orders: { officer: number; at: number }[]; nobody: number }

type Entry = { kind: OpportunityKind; at: number; minutes: number }
type Event = { at: number; order: number; run: () => void }

/** A queue ordered by time; events due at the same moment run in the order they were added. */
const makeQueue = () => {
  const heap: Event[] = []
  let order = 0
  const before = (a: Event, b: Event) => a.at < b.at || (a.at === b.at && a.order < b.order)
  const swap = (i: number, j: number) => {
    const [a, b] = [heap[i], heap[j]]
    if (a && b) [heap[i], heap[j]] = [b, a]
  }
  const less = (i: number, j: number) => {
    const [a, b] = [heap[i], heap[j]]
    return a !== undefined && b !== undefined && before(a, b)
  }
  return {
    add(at: number, run: () => void) {
      heap.push({ at, order: order++, run })
      for (let i = heap.length - 1; i > 0 && less(i, (i - 1) >> 1); i = (i - 1) >> 1) swap(i, (i - 1) >> 1)
    },
    next(): Event | undefined {
      swap(0, heap.length - 1)
      const top = heap.pop()
      for (let i = 0; ; ) {
        const [l, r] = [2 * i + 1, 2 * i + 2]
        const least = less(r, l) ? r : l
        if (!less(least, i)) return top
        swap(least, i)
        i = least
      }
    },
  }
}

const nightEnds = (at: number): number => {
  const hour = (at / HOUR - 6 + 24) % 24
  return hour >= 22 ? at + (24 - hour + 7) * HOUR : hour < 7 ? at + (7 - hour) * HOUR : at
}

/** What a simulated year has so far. */
type World = {
  year: Year
  policy: Policy
  queue: ReturnType<typeof makeQueue>
  /** Per officer: the shifts taken on top of the duties, and what counts when a rule ranks. */
  extra: Duty[][]
  entries: Entry[][]
  orders: Result['orders']
  /** Orders for which no officer was eligible. */
  nobody: number
  indexOf: ReadonlyMap<string, number>
}

const near = (list: readonly Duty[], job: Demand) =>
  list.filter((one) => one.end > job.start - 9 * 24 * HOUR && one.start < job.end + 9 * 24 * HOUR)

/** Applies the same hour rules as a sign-up. */
const mayWork = ({ year, policy, extra }: World, officer: number, job: Demand): boolean => {
  if (year.away[officer]?.some((one) => one.start < job.end && job.start < one.end)) return false
  const duties = [...near(year.duties[officer] ?? [], job), ...near(extra[officer] ?? [], job)]
  if (duties.some((one) => one.start < job.end && job.start < one.end)) return false
  const work = duties.map((one) => ({
    kind: one.kind,
    starts_at: isoInstant(one.start),
    ends_at: isoInstant(one.end),
  }))
  const asked = { kind: job.kind, starts_at: isoInstant(job.start), ends_at: isoInstant(job.end) }
  return workBook(work, policy.limits, ZONE).against(asked).length === 0
}

const note = ({ entries }: World, officer: number, kind: OpportunityKind, at: number, job: Demand) =>
  entries[officer]?.push({ kind, at, minutes: (job.end - job.start) / MINUTE })

const tired = ({ extra }: World, officer: number, job: Demand) =>
  (extra[officer] ?? []).filter((one) => Math.abs(one.start - job.start) < 4 * 24 * HOUR).length > 1

const applicantOf = ({ year, policy, entries }: World, officer: number, at: number): Applicant => {
  const { window_days } = policy.rule.counts
  const who = year.officers[officer]
  const days = typeof window_days === 'number' ? window_days : 365
  const minutes: Applicant['minutes'] = {}
  const times: Applicant['times'] = {}
  const last: Applicant['last'] = {}
  for (const entry of entries[officer] ?? []) {
    last[entry.kind] = isoInstant(entry.at)
    if (entry.at < at - days * 24 * HOUR) continue
    minutes[entry.kind] = (minutes[entry.kind] ?? 0) + entry.minutes
    times[entry.kind] = (times[entry.kind] ?? 0) + 1
  }
  return {
    officer_id: who?.id ?? '',
    hired_on: who?.hired_on ?? null,
    badge_number: who?.badge ?? null,
    unit: null,
    rank: null,
    applied_at: null,
    minutes,
    times,
    last,
    // Everyone is employed from the first day of the year.
    joined_on: '2000-01-01',
    absent: 0,
    unit_match: false,
    owed: false,
  }
}

const rankedOf = (world: World, officers: readonly number[], at: number, seed: number): number[] => {
  const draws = diceOf(seed)
  const draw: Draw = {
    numbers: Object.fromEntries(
      world.year.officers.map((one) => [
        one.id,
        Math.floor(draws() * 2 ** 32)
          .toString(16)
          .padStart(8, '0'),
      ]),
    ),
  }
  const all = officers.map((officer) => applicantOf(world, officer, at))
  return rank(world.policy.rule, all, draw).flatMap((one) => world.indexOf.get(one.officer_id) ?? [])
}

const forceList = ({ year, orders }: World, at: number) => {
  const members = year.officers.map((one) => ({
    officer_id: one.id,
    badge_number: one.badge,
    hired_on: one.hired_on,
    joined_on: one.hired_on,
    left_on: null,
    exempt: null,
  }))
  const past = orders.map(({ officer, at: when }): PastOrder => {
    const iso = isoInstant(when)
    return { officer_id: year.officers[officer]?.id ?? '', at: iso, on: iso.slice(0, 10) }
  })
  const settings = { counted: 'year', year_starts: '01-01', newcomers: 'bottom' } as const
  return forceOrder(members, past, settings, isoInstant(at).slice(0, 10))
}

/** One shift in that year, with how each officer would treat it: the same for every policy. */
type Job = {
  world: World
  demand: Demand
  number: number
  played: Played
  /** Who would want it, also when asked again, and how fast they answer. */
  wants: { chance: boolean; again: boolean; quick: number }[]
  /** Who calls off, and how long before the start. */
  fate: { off: boolean; notice: number }[]
  waiting: number[]
}

const isOpen = ({ played, demand }: Job) => played.held.length < demand.places

const take = (job: Job, officer: number, at: number, forced = false) => {
  const { world, played, demand } = job
  played.held.push({ officer, at, forced })
  world.extra[officer]?.push({ start: demand.start, end: demand.end, kind: demand.kind })
  note(world, officer, forced ? 'ordered' : 'accepted', at, demand)
  if (!isOpen(job) && played.filled_at === null) played.filled_at = at
  const { off, notice } = job.fate[officer] ?? { off: false, notice: 0 }
  const when = demand.start - notice
  if (off && !forced && when > at) world.queue.add(when, () => callOff(job, officer, when))
}

const callOff = (job: Job, officer: number, at: number) => {
  const { world, played, demand } = job
  played.held = played.held.filter((one) => one.officer !== officer)
  const mine = world.extra[officer] ?? []
  const gone = mine.findIndex((one) => one.start === demand.start && one.end === demand.end)
  if (gone >= 0) mine.splice(gone, 1)
  note(world, officer, 'called_off', at, demand)
  offer(job, at, job.number + 1)
}

/** A freed spot goes down the waitlist by the same rule; an offer is open until it is answered or expires. */
const offer = (job: Job, at: number, seed: number) => {
  const { world, demand, waiting, wants } = job
  const next = rankedOf(world, waiting, at, seed).find((one) => mayWork(world, one, demand))
  if (next === undefined || !isOpen(job)) return answers(job, at, 0.5)
  waiting.splice(waiting.indexOf(next), 1)
  const still = wants[next]?.again === true || (wants[next]?.quick ?? 0) < 0.7
  const answered = Math.min(at + world.policy.rule.offer_minutes * MINUTE, demand.start)
  world.queue.add(answered, () => {
    if (still && isOpen(job) && mayWork(world, next, demand)) return take(job, next, answered)
    note(world, next, still ? 'no_answer' : 'refused', answered, demand)
    if (isOpen(job) && answered < demand.start) offer(job, answered, seed + 1)
  })
}

const answersAt = ({ world, wants }: Job, officer: number, from: number) =>
  nightEnds(from) + (wants[officer]?.quick ?? 0) * (world.year.officers[officer]?.answers ?? 60) * MINUTE

/** Everyone who wants it answers at their own pace, and the first eligible officer gets the spot. */
const answers = (job: Job, from: number, share: number) => {
  const { world, demand, played } = job
  for (const [officer, want] of job.wants.entries()) {
    const wanted = share === 1 ? want.chance : want.again
    if (!wanted || tired(world, officer, demand)) continue
    const at = answersAt(job, officer, from)
    if (at < demand.start)
      world.queue.add(at, () => {
        const has = played.held.some((one) => one.officer === officer)
        if (isOpen(job) && !has && mayWork(world, officer, demand)) take(job, officer, at)
        else if (!has && world.policy.rule.keeps_waitlist) job.waiting.push(officer)
      })
  }
}

const award = (job: Job, at: number, applied: readonly number[]) => {
  const { world, demand } = job
  for (const officer of rankedOf(world, applied, at, job.number)) {
    if (isOpen(job) && mayWork(world, officer, demand)) take(job, officer, at)
    else if (world.policy.rule.keeps_waitlist) job.waiting.push(officer)
  }
  if (isOpen(job)) answers(job, at, 0.5)
}

const post = (job: Job) => {
  const { world, demand, wants } = job
  const { rule } = world.policy
  const iso = isoInstant(demand.posted)
  if (!isAwarded(rule.method) || isShortNotice(rule, iso, isoInstant(demand.start)))
    return answers(job, demand.posted, 1)
  const { closes_at } = windowOf(rule, iso, isoInstant(demand.start))
  const closes = Math.min(ms(closes_at), demand.start - 1)
  const applied = wants.flatMap((want, officer) =>
    want.chance && answersAt(job, officer, demand.posted) < closes && !tired(world, officer, demand) ? [officer] : [],
  )
  world.queue.add(closes, () => award(job, closes, applied))
}

/** Ask for volunteers once more, then take the first eligible officer on the list. */
const orderIn = (job: Job, at: number) => {
  if (!isOpen(job)) return
  const { world, demand, played } = job
  const list = forceList(world, at)
  const reasons = new Map(world.year.officers.map((one, i) => [one.id, mayWork(world, i, demand) ? [] : ['hours']]))
  const { chosen } = chooseOrdered(list, reasons, demand.places - played.held.length)
  if (chosen.length === 0) world.nobody += 1
  for (const one of chosen) {
    const officer = world.indexOf.get(one.officer_id) ?? 0
    world.orders.push({ officer, at })
    take(job, officer, at, true)
  }
}

const jobOf = (world: World, demand: Demand, number: number): Job => {
  const dice = diceOf(number * 7919 + 17)
  const hour = new Date(demand.start).getUTCHours()
  const night = hour >= 22 || hour < 8
  // The dice are thrown in this order for every policy.
  const wants = world.year.officers.map((one) => ({
    chance: dice() < one.keen * (night ? 0.7 : 1),
    again: dice() < one.keen * 0.5,
    quick: -Math.log(1 - dice()),
  }))
  const fate = world.year.officers.map(() => ({ off: dice() < 0.03, notice: (2 + dice() * 94) * HOUR }))
  return { world, demand, number, played: { demand, held: [], filled_at: null }, wants, fate, waiting: [] }
}

/** Posts the shift and, if it must be filled, asks for volunteers and orders officers in before it starts. */
const schedule = (job: Job) => {
  const { demand, world } = job
  const { queue, policy } = world
  queue.add(demand.posted, () => post(job))
  if (!demand.must) return
  const ask = Math.max(demand.posted + 15 * MINUTE, demand.start - policy.ask_minutes_before * MINUTE)
  queue.add(ask, () => {
    if (isOpen(job)) answers(job, ask, 0.5)
  })
  const end = Math.min(ask + policy.ask_minutes * MINUTE, demand.start - 30 * MINUTE)
  queue.add(Math.max(end, demand.posted), () => orderIn(job, Math.max(end, demand.posted)))
  // A spot given up after the order-in is filled the same way once more.
  queue.add(demand.start - 20 * MINUTE, () => orderIn(job, demand.start - 20 * MINUTE))
}

/** Simulates a year under a policy. Officers volunteer, answer and call in sick exactly as in every other run of the same year. */
export const play = (year: Year, policy: Policy): Result => {
  const world: World = {
    year,
    policy,
    queue: makeQueue(),
    extra: year.officers.map(() => []),
    entries: year.officers.map(() => []),
    orders: [],
    nobody: 0,
    indexOf: new Map(year.officers.map((one, i) => [one.id, i])),
  }
  const jobs = year.demands.map((demand, number) => jobOf(world, demand, number))
  for (const job of jobs) schedule(job)
  for (let event = world.queue.next(); event !== undefined; event = world.queue.next()) event.run()
  return { jobs: jobs.map(({ played }) => played), orders: world.orders, nobody: world.nobody }
}
