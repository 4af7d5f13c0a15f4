import { modeNow } from '#features/shifts/assignments/rules.ts'
import { clock, day, dayAndClock, nearDay } from '#platform/web/time.ts'
import type { Offer } from './rules.offer.ts'

type Given = Pick<Offer, 'signup_mode' | 'signup_closes_at' | 'starts_at'> & {
  awarded_at: string | null
  keeps_waitlist: boolean
}
/** An award is decided when sign-up closes, at the start at the latest. */
const awardAt = (job: Given): string => job.signup_closes_at ?? job.starts_at

/** How a spot that the award left over, or that opens after it, is given out; null before an award. */
const afterAward = ({ signup_mode, awarded_at, keeps_waitlist }: Given): 'waitlist' | 'first_come' | null => {
  if (signup_mode !== 'award' || awarded_at === null) return null
  return keeps_waitlist ? 'waitlist' : 'first_come'
}

/** How a shift is given out: `First come, first served`, `Needs approval`, `Award on Fri, Dec 5 · 18:00`. */
export const givenWords = (job: Given, zone: string, now: number): string => {
  const mode = modeNow(job)
  if (mode === 'award') return `Award on ${dayAndClock(awardAt(job), zone, now)}`
  const after = afterAward(job)
  if (after) return `Awarded; open spots ${after === 'waitlist' ? 'go to the waitlist first' : 'are first come'}`
  return mode === 'first_come' ? 'First come, first served' : 'Needs approval'
}

/** A deadline in a row of a list: `today 18:00`, `Fri, Dec 5 18:00`. */
export const rowMoment = (when: string, zone: string, now: number): string =>
  `${nearDay(when, zone, now) === 'Today' ? 'today' : day(when, zone, now)} ${clock(when, zone)}`

/** The same in a row of a list: `First come`, `By approval`, `Award Fri, Dec 5 18:00`. */
export const shortGivenWords = (job: Given, zone: string, now: number): string => {
  const mode = modeNow(job)
  if (mode === 'award') return `Award ${rowMoment(awardAt(job), zone, now)}`
  const after = afterAward(job)
  if (after) return after === 'waitlist' ? 'Awarded, waitlist first' : 'Awarded, first come'
  return mode === 'first_come' ? 'First come' : 'By approval'
}
