import { modeNow } from '#features/shifts/assignments/rules.ts'
import type { AwardMethod } from '#features/shifts/award-rules/rules.methods.ts'
import { clock, day, nearDay, shortMoment } from '#platform/web/time.ts'
import type { Offer } from './rules.offer.ts'

type Given = Pick<Offer, 'signup_mode' | 'signup_closes_at' | 'starts_at'> & {
  awarded_at: string | null
  keeps_waitlist: boolean
  award_method: AwardMethod | null
}
/** What ranks the applicants, in a list and where there is little room. */
const ranked: Readonly<Record<AwardMethod, readonly [words: string, short: string]>> = {
  least_hours: ['fewest hours first', 'fewest hours'],
  rotation: ['by rotation', 'rotation'],
  pick_list: ['by pick list', 'pick list'],
  seniority: ['most senior first', 'seniority'],
  reverse_seniority: ['least senior first', 'least senior'],
  weighted: ['most points first', 'points'],
  lottery: ['by lottery', 'lottery'],
  first_come: ['in order of sign-up', 'sign-up order'],
  approval: ['by approval', 'approval'],
}
/** Nobody says which rule. */
const unnamed = ['by rule', 'by rule'] as const
const rankedBy = ({ award_method }: Given) => (award_method ? ranked[award_method] : unnamed)

/** An award is decided when sign-up closes, at the start at the latest. */
const awardAt = (job: Given): string => job.signup_closes_at ?? job.starts_at

/** How a spot that the award left over, or that opens after it, is given out; null before an award. */
const afterAward = ({ signup_mode, awarded_at, keeps_waitlist }: Given): 'waitlist' | 'first_come' | null => {
  if (signup_mode !== 'award' || awarded_at === null) return null
  return keeps_waitlist ? 'waitlist' : 'first_come'
}

/** How a shift is given out: `First come, first served`, `Award Fri, Dec 5, 18:00 · fewest hours first`. */
export const givenWords = (job: Given, zone: string, now: number): string => {
  const mode = modeNow(job)
  if (mode === 'award') {
    const at = awardAt(job)
    return `Award ${day(at, zone, now)}, ${clock(at, zone)} · ${rankedBy(job)[0]}`
  }
  const after = afterAward(job)
  if (after)
    return `Awarded; open spots ${after === 'waitlist' ? 'go to the waitlist first' : 'are first come, first served'}`
  return mode === 'first_come' ? 'First come, first served' : 'Needs approval'
}

/** A deadline in a row of a list: `today 18:00`, `Fri, Dec 5 18:00`. */
export const rowMoment = (when: string, zone: string, now: number): string =>
  `${nearDay(when, zone, now) === 'Today' ? 'today' : day(when, zone, now)} ${clock(when, zone)}`

/** When an award is decided, for a row that also says how: the time of day only in the coming week. */
const awardMoment = (when: string, zone: string, now: number): string => {
  if (nearDay(when, zone, now) === 'Today') return rowMoment(when, zone, now)
  return shortMoment(when, zone, now).replace(/^\w+, /, '')
}

/** The same in a row of a list: `First come`, `By approval`, `Award Thu 18:00, seniority`. */
export const shortGivenWords = (job: Given, zone: string, now: number): string => {
  const mode = modeNow(job)
  if (mode === 'award') return `Award ${awardMoment(awardAt(job), zone, now)}, ${rankedBy(job)[1]}`
  const after = afterAward(job)
  if (after) return after === 'waitlist' ? 'Awarded, waitlist first' : 'Awarded, first come'
  return mode === 'first_come' ? 'First come' : 'By approval'
}
