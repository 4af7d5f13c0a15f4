import { modeNow } from '#features/shifts/assignments/rules.ts'
import type { AwardMethod } from '#features/shifts/award-rules/rules.methods.ts'
import { clock, day, dayAndClock, nearDay, shortMoment } from '#platform/web/time.ts'
import type { Offer } from './rules.offer.ts'

type Given = Pick<Offer, 'signup_mode' | 'signup_closes_at' | 'starts_at'> & {
  awarded_at: string | null
  keeps_waitlist: boolean
  award_method: AwardMethod | null
}
/** The methods whose names do not say it. */
const byWords: Partial<Readonly<Record<AwardMethod, string>>> = {
  least_hours: 'fewest hours',
  weighted: 'points',
  first_come: 'order of sign-up',
}
/** What ranks the applicants, where an award is to come: `by seniority`; `by rule` if nobody says which. */
const methodWords = ({ award_method }: Given): string =>
  `by ${award_method ? (byWords[award_method] ?? award_method.replace('_', ' ')) : 'rule'}`

/** An award is decided when sign-up closes, at the start at the latest. */
const awardAt = (job: Given): string => job.signup_closes_at ?? job.starts_at

/** How a spot that the award left over, or that opens after it, is given out; null before an award. */
const afterAward = ({ signup_mode, awarded_at, keeps_waitlist }: Given): 'waitlist' | 'first_come' | null => {
  if (signup_mode !== 'award' || awarded_at === null) return null
  return keeps_waitlist ? 'waitlist' : 'first_come'
}

/** How a shift is given out: `First come, first served`, `Needs approval`, `Award by seniority on Fri, Dec 5 · 18:00`. */
export const givenWords = (job: Given, zone: string, now: number): string => {
  const mode = modeNow(job)
  if (mode === 'award') return `Award ${methodWords(job)} on ${dayAndClock(awardAt(job), zone, now)}`
  const after = afterAward(job)
  if (after) return `Awarded; open spots ${after === 'waitlist' ? 'go to the waitlist first' : 'are first come'}`
  return mode === 'first_come' ? 'First come, first served' : 'Needs approval'
}

/** A deadline in a row of a list: `today 18:00`, `Fri, Dec 5 18:00`. */
export const rowMoment = (when: string, zone: string, now: number): string =>
  `${nearDay(when, zone, now) === 'Today' ? 'today' : day(when, zone, now)} ${clock(when, zone)}`

/** When an award is decided, for a row that also says how: the time of day only in the coming week. */
const awardMoment = (when: string, zone: string, now: number): string => {
  if (nearDay(when, zone, now) === 'Today') return rowMoment(when, zone, now)
  const moment = shortMoment(when, zone, now)
  return moment.includes(':') ? moment : `on ${moment.replace(/^\w+, /, '')}`
}

/** The same in a row of a list: `First come`, `By approval`, `By seniority Thu 18:00`, `By seniority on Dec 14`. */
export const shortGivenWords = (job: Given, zone: string, now: number): string => {
  const mode = modeNow(job)
  if (mode === 'award') return `B${methodWords(job).slice(1)} ${awardMoment(awardAt(job), zone, now)}`
  const after = afterAward(job)
  if (after) return after === 'waitlist' ? 'Awarded, waitlist first' : 'Awarded, first come'
  return mode === 'first_come' ? 'First come' : 'By approval'
}
