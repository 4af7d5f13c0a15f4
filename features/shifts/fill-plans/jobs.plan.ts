import { toursIn } from '#features/roster/tours/rules.ts'
import { mergeSpans, minuteOf } from '#features/shifts/eligibility/rules.spans.ts'
import { codesAgainst, type Work, type WorkRules, workBook } from '#features/shifts/eligibility/rules.ts'
import type { NotToSignUpCode } from '#features/shifts/signups/rules.ts'
import { isoInstant, MINUTE, type Range } from '#platform/shared/time.ts'
import type { AskedHow, Outcome } from './contract.ts'
import { type Solved, solve } from './jobs.solve.ts'
import type { Allowed } from './rules.asked.ts'
import {
  minutesAfter,
  type OpenShift,
  type PlanLimits,
  type PlanOfficer,
  type Problem,
  type Span,
  spreadOf,
} from './rules.ts'
import { explain, gapsOf } from './rules.why.ts'
import type { Facts, PersonRow } from './store.facts.ts'
import type { NewLine } from './store.ts'

export type Asked = { facts: Facts; budgetMs: number }
export type Answer = { lines: NewLine[]; outcome: Outcome }

const instantsOf = ({ start, end }: Span): Range => ({
  starts_at: isoInstant(start * MINUTE),
  ends_at: isoInstant(end * MINUTE),
})

/** The department's rules that are sums over pairs or windows; the other rules are checked on the solution. */
const limitsOf = ({ rest_minutes, windows }: WorkRules): PlanLimits => ({
  rest_minutes: rest_minutes ?? 0,
  windows: windows.map(({ hours, max_minutes }) => ({ minutes: hours * 60, max_minutes })),
})

type Person = PlanOfficer & { works: readonly Work[] }
type Weighed = { problem: Problem; people: Person[]; against: Map<NotToSignUpCode, number>[] }

/** Who may take which shift, each looked at alone, by the same rules as a sign-up; and how often each reason applies to a post. */
const weigh = ({ posts, people, rules, zone, range, now }: Facts): Weighed => {
  const against = posts.map(() => new Map<NotToSignUpCode, number>())
  const personOf = (row: PersonRow): Person => {
    const works = [...row.work, ...toursIn(row.tours, range, zone)]
    const { certifications, hired_on, tours } = row
    const officer = { ...row.candidate, certifications, hired_on, leaves: tours.leaves }
    const book = workBook(works, rules, zone)
    const may = posts.flatMap(({ job }, at) => {
      const codes = codesAgainst(job, { officer, book, zone }, 'fill', now)
      for (const code of codes) against[at]?.set(code, (against[at]?.get(code) ?? 0) + 1)
      return codes.size === 0 ? [at] : []
    })
    const spans = mergeSpans(works.map((one) => [minuteOf(one.starts_at), minuteOf(one.ends_at)] as const))
    const work = spans.map(([start, end]) => ({ start, end }))
    return { id: row.id, minutes: row.minutes, work, may, works }
  }
  const all = people.map(personOf)
  const shifts = posts.map(
    ({ id, places, job }): OpenShift => ({ id, places, start: minuteOf(job.starts_at), end: minuteOf(job.ends_at) }),
  )
  return { problem: { shifts, officers: all, limits: limitsOf(rules) }, people: all, against }
}

/** The fewest of one officer's shifts that together break a rule, as far as removing them one by one finds them. */
const fewest = (shifts: readonly number[], broken: (some: readonly number[]) => boolean): readonly number[] | null => {
  if (!broken(shifts)) return null
  return shifts.reduce<readonly number[]>((kept, shift) => {
    const without = kept.filter((one) => one !== shift)
    return without.length > 0 && broken(without) ? without : kept
  }, shifts)
}

/** In hundredths of a percent; 0 if there is nothing to be uneven, null without a bound. */
const gapOf = ({ cost, cost_bound }: Solved): number | null =>
  cost_bound === null ? null : cost <= 0 ? 0 : Math.max(0, Math.round(((cost - cost_bound) / cost) * 10_000))

const outcomeOf = (facts: Facts, { problem, against }: Weighed, solved: Solved, milliseconds: number): Outcome => {
  const asked = problem.officers.flatMap(({ may }, i) => (may.length > 0 ? [i] : []))
  const of = (minutes: readonly number[]) => spreadOf(asked.map((i) => minutes[i] ?? 0))
  return {
    officers: asked.length,
    shifts: problem.shifts.length,
    places: problem.shifts.reduce((sum, { places }) => sum + places, 0),
    filled: solved.pairs.length,
    places_bound: solved.places_bound,
    gap: gapOf(solved),
    before: of(problem.officers.map(({ minutes }) => minutes)),
    after: of(minutesAfter(problem, solved)),
    milliseconds: Math.round(milliseconds),
    gaps: gapsOf(problem, solved).flatMap(({ shift, left, able }) => {
      const [post, span] = [facts.posts[shift], problem.shifts[shift]]
      if (!post || !span) return []
      const { assignment_id, id, title, post_name } = post
      const reasons = [...(against[shift] ?? [])].map(([code, officers]) => ({ code, officers }))
      reasons.sort((a, b) => b.officers - a.officers || a.code.localeCompare(b.code))
      return [{ assignment_id, post_id: id, title, post_name, ...instantsOf(span), left, able, reasons }]
    }),
  }
}

type Rule = { how: (officer: number, shift: number) => AskedHow | null; allowed: Allowed }

const linesOf = (facts: Facts, problem: Problem, solved: Solved, { how, allowed }: Rule): NewLine[] =>
  explain(problem, solved, { asked: (officer, at) => how(officer, at) !== null, allowed }).flatMap(
    ({ officer, shift, passed, ...why }) => {
      const [post, span, who] = [facts.posts[shift], problem.shifts[shift], problem.officers[officer]]
      if (!post || !span || !who) return []
      const named = passed.flatMap((one) => {
        const other = problem.officers[one.officer]
        const instead = one.instead === null ? null : (facts.posts[one.instead]?.title ?? null)
        const { minutes, why } = one
        return other ? [{ officer_id: other.id, minutes, why, instead, asked: how(one.officer, shift) }] : []
      })
      const { assignment_id, id } = post
      return [{ assignment_id, post_id: id, officer_id: who.id, ...instantsOf(span), why: { ...why, passed: named } }]
    },
  )

/**
 * The plan for the given facts, held to the same rules as a sign-up: each shift is checked with all the officer's other shifts as
 * work.
 */
export const planFor = async ({ facts, budgetMs }: Asked): Promise<Answer> => {
  const began = performance.now()
  const weighed = weigh(facts)
  const { problem, people } = weighed
  const refuse = (officer: number, shifts: readonly number[]) =>
    fewest(shifts, (some) => {
      const jobs = some.flatMap((shift): Work[] => {
        const job = facts.posts[shift]?.job
        return job ? [{ kind: job.kind, starts_at: job.starts_at, ends_at: job.ends_at }] : []
      })
      const works = people[officer]?.works ?? []
      return jobs.some((job) => {
        const others = jobs.filter((other) => other !== job)
        return workBook([...works, ...others], facts.rules, facts.zone).codes(job).length > 0
      })
    })
  const how = (officer: number, shift: number): AskedHow | null => {
    const [post, who] = [facts.posts[shift], facts.people[officer]]
    if (!post || !who) return null
    return who.requested.includes(post.id) ? 'requested' : post.volunteers.includes(who.id) ? 'volunteered' : null
  }
  const allowed: Allowed = (officer, shifts) => refuse(officer, shifts) === null
  const left = Math.max(1000, budgetMs - (performance.now() - began))
  const asked = (officer: number, shift: number) => how(officer, shift) !== null
  const solved = await solve(problem, { budgetMs: left, refuse, asked })
  return {
    lines: linesOf(facts, problem, solved, { how, allowed }),
    outcome: outcomeOf(facts, weighed, solved, performance.now() - began),
  }
}
