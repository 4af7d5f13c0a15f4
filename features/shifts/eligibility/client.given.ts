import { clock, day, dayAndClock, nearDay } from '#platform/web/time.ts'
import { modeNow, type Offer } from './rules.offer.ts'

type Given = Pick<Offer, 'signup_mode' | 'signup_closes_at' | 'starts_at'> & { awarded_at: string | null }
/** An award is decided when sign-up closes, at the start at the latest. */
const awardAt = (job: Given): string => job.signup_closes_at ?? job.starts_at

/** Those who had a spot got it by the award, whatever goes for what is left. */
const isAwardedNow = (job: Given): boolean => job.signup_mode === 'award' && job.awarded_at !== null

/** How a shift is given out: `First come, first served`, `Needs approval`, `Award on Fri, Dec 5 · 18:00`. */
export const givenWords = (job: Given, zone: string, now: number): string => {
  const mode = modeNow(job)
  if (mode === 'award') return `Award on ${dayAndClock(awardAt(job), zone, now)}`
  if (isAwardedNow(job)) return 'Award is over; open spots are first come'
  return mode === 'first_come' ? 'First come, first served' : 'Needs approval'
}

/** A deadline in a row of a list: `today 18:00`, `Fri, Dec 5 18:00`. */
export const rowMoment = (when: string, zone: string, now: number): string =>
  `${nearDay(when, zone, now) === 'Today' ? 'today' : day(when, zone, now)} ${clock(when, zone)}`

/** The same in a row of a list: `First come`, `By approval`, `Award Fri, Dec 5 18:00`. */
export const shortGivenWords = (job: Given, zone: string, now: number): string => {
  const mode = modeNow(job)
  if (mode === 'award') return `Award ${rowMoment(awardAt(job), zone, now)}`
  if (isAwardedNow(job)) return 'Award over, first come'
  return mode === 'first_come' ? 'First come' : 'By approval'
}
