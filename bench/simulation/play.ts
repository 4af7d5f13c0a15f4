import { type Applicant, type Draw, rank } from '#features/award-rules/rules.rank.ts'
import { type AwardRule, isAwarded } from '#features/award-rules/rules.ts'
import { isShortNotice, windowOf } from '#features/award-rules/rules.window.ts'
import type { OpportunityKind } from '#features/awards/rules.opportunities.ts'
import { type WorkRules, workBook } from '#features/eligibility/rules.ts'
import { chooseOrdered, forceOrder, type PastOrder } from '#features/order-ins/rules.ts'
import { isoInstant, ms } from '#platform/shared/time.ts'
import { type Demand, type Duty, diceOf, HOUR, MINUTE, type Year, ZONE } from './year.ts'

/** What is compared: a rule with the department's limits, and when volunteers are asked before somebody is ordered. */
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
  /** Who held a place at the start. */
  held: Held[]
  /** When the last place was taken for the first time. */
  filled_at: number | null
}
export type Result = { jobs: Played[]; orders: { officer: number; at: number }[]; nobody: number }

type Entry = { kind: OpportunityKind; at: number; minutes: number }
type Event = { at: number; order: number; run: () => void }

/** A queue by time; what is due at one moment runs in the order in which it was asked for. */
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

/** Plays a year under a policy. Everybody wants, answers and falls ill as in every other play of the same year. */
export const play = (year: Year, policy: Policy): Result => {
  const { rule, limits } = policy
  const queue = makeQueue()
  const extra = year.officers.map((): Duty[] => [])
  const entries = year.officers.map((): Entry[] => [])
  const orders: Result['orders'] = []
  let nobody = 0

  const near = (list: readonly Duty[], job: Demand) =>
    list.filter((one) => one.end > job.start - 9 * 24 * HOUR && one.start < job.end + 9 * 24 * HOUR)
  /** Held to the same hour rules as a sign-up. */
  const mayWork = (officer: number, job: Demand): boolean => {
    if (year.away[officer]?.some((one) => one.start < job.end && job.start < one.end)) return false
    const duties = [...near(year.duties[officer] ?? [], job), ...near(extra[officer] ?? [], job)]
    if (duties.some((one) => one.start < job.end && job.start < one.end)) return false
    const work = duties.map((one) => ({
      kind: one.kind,
      starts_at: isoInstant(one.start),
      ends_at: isoInstant(one.end),
    }))
    const asked = { kind: job.kind, starts_at: isoInstant(job.start), ends_at: isoInstant(job.end) }
    return workBook(work, limits, ZONE).against(asked).length === 0
  }
  const note = (officer: number, kind: OpportunityKind, at: number, job: Demand) =>
    entries[officer]?.push({ kind, at, minutes: (job.end - job.start) / MINUTE })
  const tired = (officer: number, job: Demand) =>
    (extra[officer] ?? []).filter((one) => Math.abs(one.start - job.start) < 4 * 24 * HOUR).length > 1

  const applicantOf = (officer: number, at: number): Applicant => {
    const who = year.officers[officer]
    const days = typeof rule.counts.window_days === 'number' ? rule.counts.window_days : 365
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
      // Everybody is there from the first day of the year.
      joined_on: '2000-01-01',
      absent: 0,
      unit_match: false,
      owed: false,
    }
  }
  const indexOf = new Map(year.officers.map((one, i) => [one.id, i]))
  const rankedOf = (officers: readonly number[], at: number, seed: number): number[] => {
    const draws = diceOf(seed)
    const draw: Draw = {
      numbers: Object.fromEntries(
        year.officers.map((one) => [
          one.id,
          Math.floor(draws() * 2 ** 32)
            .toString(16)
            .padStart(8, '0'),
        ]),
      ),
    }
    const all = officers.map((officer) => applicantOf(officer, at))
    return rank(rule, all, draw).flatMap((one) => indexOf.get(one.officer_id) ?? [])
  }

  const forceList = (at: number) => {
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

  const jobs = year.demands.map((demand, number): Played => {
    const played: Played = { demand, held: [], filled_at: null }
    const dice = diceOf(number * 7919 + 17)
    // The same for every policy: who would want it, how soon they answer, who calls off and when.
    const wants = year.officers.map((one) => {
      const night = new Date(demand.start).getUTCHours() >= 22 || new Date(demand.start).getUTCHours() < 8
      return {
        chance: dice() < one.keen * (night ? 0.7 : 1),
        again: dice() < one.keen * 0.5,
        quick: -Math.log(1 - dice()),
      }
    })
    const fate = year.officers.map(() => ({ off: dice() < 0.03, notice: (2 + dice() * 94) * HOUR }))
    const open = () => played.held.length < demand.places
    const take = (officer: number, at: number, forced = false) => {
      played.held.push({ officer, at, forced })
      extra[officer]?.push({ start: demand.start, end: demand.end, kind: demand.kind })
      note(officer, forced ? 'ordered' : 'accepted', at, demand)
      if (!open() && played.filled_at === null) played.filled_at = at
      const { off, notice } = fate[officer] ?? { off: false, notice: 0 }
      const when = demand.start - notice
      if (off && !forced && when > at) queue.add(when, () => callOff(officer, when))
    }
    const waiting: number[] = []
    const callOff = (officer: number, at: number) => {
      played.held = played.held.filter((one) => one.officer !== officer)
      const mine = extra[officer] ?? []
      const gone = mine.findIndex((one) => one.start === demand.start && one.end === demand.end)
      if (gone >= 0) mine.splice(gone, 1)
      note(officer, 'called_off', at, demand)
      offer(at, number + 1)
    }
    /** A freed place goes down the waitlist by the same rule; an offer is held until it is answered or over. */
    const offer = (at: number, seed: number) => {
      const next = rankedOf(waiting, at, seed).find((one) => mayWork(one, demand))
      if (next === undefined || !open()) return answers(at, 0.5)
      waiting.splice(waiting.indexOf(next), 1)
      const still = wants[next]?.again === true || (wants[next]?.quick ?? 0) < 0.7
      const answered = Math.min(at + rule.offer_minutes * MINUTE, demand.start)
      queue.add(answered, () => {
        if (still && open() && mayWork(next, demand)) return take(next, answered)
        note(next, still ? 'no_answer' : 'refused', answered, demand)
        if (open() && answered < demand.start) offer(answered, seed + 1)
      })
    }
    /** Everybody who wants it answers in their own time, and the first who may has the place. */
    const answers = (from: number, share: number) => {
      for (const [officer, want] of wants.entries()) {
        const wanted = share === 1 ? want.chance : want.again
        if (!wanted || tired(officer, demand)) continue
        const at = nightEnds(from) + want.quick * (year.officers[officer]?.answers ?? 60) * MINUTE
        if (at < demand.start)
          queue.add(at, () => {
            const has = played.held.some((one) => one.officer === officer)
            if (open() && !has && mayWork(officer, demand)) take(officer, at)
            else if (!has && rule.keeps_waitlist) waiting.push(officer)
          })
      }
    }
    const award = (at: number, applied: readonly number[]) => {
      for (const officer of rankedOf(applied, at, number)) {
        if (open() && mayWork(officer, demand)) take(officer, at)
        else if (rule.keeps_waitlist) waiting.push(officer)
      }
      if (open()) answers(at, 0.5)
    }
    const post = () => {
      const iso = isoInstant(demand.posted)
      if (!isAwarded(rule.method) || isShortNotice(rule, iso, isoInstant(demand.start)))
        return answers(demand.posted, 1)
      const { closes_at } = windowOf(rule, iso, isoInstant(demand.start))
      const closes = Math.min(ms(closes_at), demand.start - 1)
      const applied = wants.flatMap((want, officer) => {
        const at = nightEnds(demand.posted) + want.quick * (year.officers[officer]?.answers ?? 60) * MINUTE
        return want.chance && at < closes && !tired(officer, demand) ? [officer] : []
      })
      queue.add(closes, () => award(closes, applied))
    }
    /** Volunteers once more, then the first on the list who may. */
    const order = (at: number) => {
      if (!open()) return
      const list = forceList(at)
      const reasons = new Map(year.officers.map((one, i) => [one.id, mayWork(i, demand) ? [] : ['hours']]))
      const { chosen } = chooseOrdered(list, reasons, demand.places - played.held.length)
      if (chosen.length === 0) nobody += 1
      for (const one of chosen) {
        const officer = indexOf.get(one.officer_id) ?? 0
        orders.push({ officer, at })
        take(officer, at, true)
      }
    }
    queue.add(demand.posted, post)
    if (demand.must) {
      const ask = Math.max(demand.posted + 15 * MINUTE, demand.start - policy.ask_minutes_before * MINUTE)
      queue.add(ask, () => {
        if (open()) answers(ask, 0.5)
      })
      const end = Math.min(ask + policy.ask_minutes * MINUTE, demand.start - 30 * MINUTE)
      queue.add(Math.max(end, demand.posted), () => order(Math.max(end, demand.posted)))
      // A place that is given up after the order is asked for once more.
      queue.add(demand.start - 20 * MINUTE, () => order(demand.start - 20 * MINUTE))
    }
    return played
  })
  for (let event = queue.next(); event !== undefined; event = queue.next()) event.run()
  return { jobs, orders, nobody }
}
