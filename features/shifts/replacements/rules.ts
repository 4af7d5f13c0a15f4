import { byTurn, type Choosable } from '#features/shifts/awards/rules.by-hand.ts'
import { besidesFull } from '#features/shifts/eligibility/rules.main.ts'
import { DAY, HOUR, type Instant, ms, SHEET_DAYS, UNDO_SECONDS } from '#platform/shared/time.ts'

/** Officers whose eligibility is asked where no award rule ranks them, those with the fewest hours first; and how many are listed. */
export const ASKED = 80
export const LISTED = 25

/**
 * Whether open spots are looked for in so short a span: a sheet of the schedule, one of whose days may have 25 hours. Also true of bounds
 * that are no instants: those are refused by name.
 */
export const isOpenSpan = ({ from, to }: { from: string; to: string }): boolean =>
  !(Date.parse(to) - Date.parse(from) > SHEET_DAYS * DAY + HOUR)

export const ways = ['assign', 'offer'] as const
export type Way = (typeof ways)[number]

type Reasoned = { reasons: readonly { overridable: boolean }[]; own?: boolean }

/** A shift that is going on: the spot was held until now, so its start is no reason against the one who takes over. */
export const isUnderWay = (one: { starts_at: Instant; ends_at: Instant }, now: Instant): boolean =>
  ms(one.starts_at) <= ms(now) && ms(now) < ms(one.ends_at)

/** Reasons against taking over a spot, which itself counts as free. */
export const againstTaking = <R extends { code: string }>(reasons: readonly R[], underWay: boolean): R[] =>
  besidesFull(reasons).filter(({ code }) => !(underWay && code === 'started'))

/** 0: can be assigned at once; 1: with a reason; 2: cannot, as nobody assigns themselves. */
export const standingOf = ({ reasons, own = false }: Reasoned): 0 | 1 | 2 =>
  own ? 2 : reasons.length === 0 ? 0 : reasons.every((one) => one.overridable) ? 1 : 2

/** Eligible officers first, then those who need a reason; each in the order of the award rule, or by hours. */
export const byFit = (a: Reasoned & Choosable, b: Reasoned & Choosable): number =>
  standingOf(a) - standingOf(b) || byTurn(a, b)

/** The post of an assignment that fits an officer best: first without a reason, then with reasons that may be overridden. */
export const bestPost = <P extends Reasoned>(posts: readonly P[]): P | null =>
  posts.toSorted((a, b) => standingOf(a) - standingOf(b))[0] ?? null

export type Change = {
  made_by: string | null
  made_at: Instant
  undone_at: Instant | null
  /** The current status of the two sign-ups. */
  status: string
  next_status: string | null
  /** As which the second was made. */
  next_as: string | null
  /** The replacement has checked in. */
  checked_in: boolean
}

/** Why the admin `by` cannot undo the change at `now`, or null. Only its author may, within a minute. */
export const refuseUndoChange = (one: Change, by: string | null, now: Instant): 'wrong_state' | 'undo_over' | null => {
  if (one.undone_at !== null || one.made_by !== by || one.status !== 'released') return 'wrong_state'
  if (one.next_status !== one.next_as) return 'wrong_state'
  return one.checked_in || ms(now) - ms(one.made_at) >= UNDO_SECONDS * 1000 ? 'undo_over' : null
}
