import type { OpportunityKind } from '#features/shifts/award-rules/rules.opportunities.ts'
import { type Applicant, type Draw, type Roster, rank } from '#features/shifts/award-rules/rules.rank.ts'
import type { AwardRule } from '#features/shifts/award-rules/rules.ts'
import type { Outcome } from '#features/shifts/awards/rules.rounds.ts'

/** A ledger row; instants in whole microseconds, as in the database. */
export type LedgerRow = {
  id: string
  officer_id: string
  signup_id: string | null
  kind: OpportunityKind
  minutes: number
  /** Null: 1, or -1 if the minutes are negative. */
  times: number | null
  source: string
  at: number
  recorded_at: number
}
/** Hours approved before the award, and orders in effect then: what the ledger should contain. */
export type Approved = { officer_id: string; signup_id: string; minutes: number; at: number }
export type Stood = Approved

export type Counted = Pick<Applicant, 'minutes' | 'times' | 'last'>
export type Books = { rows: readonly LedgerRow[]; approved: readonly Approved[]; ordered: readonly Stood[] }

/** An award could not see what a transaction wrote that began just before it and ended after it. */
const UNSEEN_MICROSECONDS = 60_000_000

const timesOf = (row: LedgerRow): number => row.times ?? Math.sign(row.minutes)
const keyOf = (row: LedgerRow): string =>
  `${row.kind} ${row.signup_id ?? (row.source === 'import' ? `import ${row.officer_id} ${row.at}` : row.id)}`

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0)

/** Rows that approved hours and orders imply but the ledger lacks or contradicts, per officer's sign-up and kind. */
const heldAgainst = (rows: readonly LedgerRow[], { approved, ordered }: Books): LedgerRow[] => {
  const more: LedgerRow[] = []
  const say = (one: Approved, kind: OpportunityKind, minutes: number, times: number, at: number) =>
    more.push({
      ...one,
      id: `${kind} of ${one.signup_id}`,
      kind,
      minutes,
      times,
      at,
      source: 'assignment',
      recorded_at: one.at,
    })
  const own = (one: Approved, kind: OpportunityKind) =>
    rows.filter((row) => row.kind === kind && row.signup_id === one.signup_id)
  for (const one of approved) {
    const found = own(one, 'worked')
    const is = sum(found.map((row) => row.minutes))
    const at = Math.max(...found.filter((row) => row.minutes >= 0).map((row) => row.at))
    if (is === one.minutes) continue
    say(one, 'worked', one.minutes - is, Math.sign(one.minutes) - Math.sign(is), Number.isFinite(at) ? at : one.at)
  }
  // An order that was handed over belongs to the officer who took it; only a completely missing one can be detected here.
  for (const one of ordered) if (own(one, 'ordered').length === 0) say(one, 'ordered', one.minutes, 1, one.at)
  return more
}

/**
 * What a ranking should have counted for an officer from `since` on: computed from the rows, independently of the ranking's own
 * statement.
 */
export const countedFrom = (books: Books, since: number): Counted => {
  const found: Counted = { minutes: {}, times: {}, last: {} }
  const signups = new Map<string, LedgerRow[]>()
  for (const row of [...books.rows, ...heldAgainst(books.rows, books)])
    signups.set(keyOf(row), [...(signups.get(keyOf(row)) ?? []), row])
  const last: Partial<Record<OpportunityKind, number>> = {}
  for (const rows of signups.values()) {
    const kind = (rows[0] as LedgerRow).kind
    const inside = rows.filter((row) => row.at >= since)
    found.minutes[kind] = (found.minutes[kind] ?? 0) + sum(inside.map((row) => row.minutes))
    found.times[kind] = (found.times[kind] ?? 0) + Math.max(0, sum(inside.map(timesOf)))
    if (sum(rows.map(timesOf)) <= 0) continue
    const latest = rows.filter((row) => row.minutes >= 0).map((row) => row.at)
    if (latest.length > 0) last[kind] = Math.max(last[kind] ?? Number.NEGATIVE_INFINITY, ...latest)
  }
  const kept = (of: Partial<Record<OpportunityKind, number>>, keeps: (n: number) => boolean) =>
    Object.fromEntries(Object.entries(of).filter(([, n]) => keeps(n)))
  return {
    minutes: kept(found.minutes, (n) => n !== 0),
    times: kept(found.times, (n) => n > 0),
    last: Object.fromEntries(
      Object.entries(last).map(([kind, at]) => [kind, new Date(Math.floor(at / 1000)).toISOString()]),
    ),
  }
}

type Part = { minutes: number; times: number; last: string | null }
export type Difference = { officer_id: string; kind: OpportunityKind; used: Part; right: Part }

const partOf = (of: Counted, kind: OpportunityKind): Part => ({
  minutes: of.minutes[kind] ?? 0,
  times: of.times[kind] ?? 0,
  last: of.last[kind] ?? null,
})
const same = (a: Part, b: Part): boolean => a.minutes === b.minutes && a.times === b.times && a.last === b.last

/** What an award counted for an officer and what it should have, by kind; ignores rows that may have come too late for it. */
export const differencesIn = (
  officer_id: string,
  used: Counted,
  books: Books,
  at: { since: number; award: number },
): Difference[] => {
  const early = at.award - UNSEEN_MICROSECONDS
  const right = countedFrom(books, at.since)
  const before = countedFrom(
    {
      rows: books.rows.filter((row) => row.recorded_at <= early),
      approved: books.approved.filter((one) => one.at <= early),
      ordered: books.ordered.filter((one) => one.at <= early),
    },
    at.since,
  )
  const kinds = [used, right].flatMap((of) => [of.minutes, of.times, of.last].flatMap((one) => Object.keys(one)))
  return ([...new Set(kinds)].sort() as OpportunityKind[])
    .map((kind) => ({ officer_id, kind, used: partOf(used, kind), right: partOf(right, kind) }))
    .filter((one) => !same(one.used, one.right) && !same(one.used, partOf(before, one.kind)))
}

export type Judged = {
  rule: AwardRule
  applicants: readonly Applicant[]
  roster: Roster
  draw: Draw | null
  outcomes: ReadonlyMap<string, Outcome>
}

/** Officers who should have had a spot with the right inputs, each paired with the officer who got it, in list order. */
export const wronged = (
  round: Judged,
  right: ReadonlyMap<string, Counted>,
): { officer_id: string; instead_id: string }[] => {
  const has = (id: string) => ['awarded', 'offered'].includes(round.outcomes.get(id) ?? '')
  const could = (id: string) => !['ineligible', 'withdrawn'].includes(round.outcomes.get(id) ?? 'ineligible')
  const order = (applicants: readonly Applicant[]) =>
    rank(round.rule, applicants, round.draw, round.roster)
      .map((one) => one.officer_id)
      .filter(could)
  const places = [...round.outcomes.keys()].filter(has).length
  const was = order(round.applicants).slice(0, places)
  // Officers chosen outside the list are covered by the other check.
  if (was.some((id) => !has(id))) return []
  const should = order(round.applicants.map((one) => ({ ...one, ...right.get(one.officer_id) }))).slice(0, places)
  const lost = was.filter((id) => !should.includes(id))
  return should.filter((id) => !was.includes(id)).map((officer_id, i) => ({ officer_id, instead_id: lost[i] ?? '' }))
}
