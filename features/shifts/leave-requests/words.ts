import type { DenyReason } from './rules.ts'

export const denyReasonWords: Readonly<Record<DenyReason, string>> = {
  coverage: 'Not enough officers on duty',
  others_away: 'Too many officers already away',
  blackout: 'No leave is granted on these days',
  balance: 'Not enough leave time left',
  notice: 'Requested too late',
  other: 'Other',
}

/** `Not enough officers on duty. Try the week after.`; for `other` only what the admin wrote. */
export const denialWords = (reason: DenyReason, answer: string | null): string => {
  if (reason === 'other') return answer ?? denyReasonWords.other
  return [`${denyReasonWords[reason]}.`, answer].filter(Boolean).join(' ')
}

type Titled = readonly { title: string }[]
const NAMED = 3

/** `Parade, Gate duty and 2 more`. */
const titlesOf = (shifts: Titled): string => {
  const named = shifts.slice(0, NAMED).map((one) => one.title)
  return shifts.length > NAMED ? `${named.join(', ')} and ${shifts.length - NAMED} more` : named.join(', ')
}

/** For the officer whose leave was approved; empty without shifts. */
export const stillConfirmedWords = (shifts: Titled): string =>
  shifts.length === 0 ? '' : `You're still confirmed for ${titlesOf(shifts)}. Call off or give away these shifts.`

/** For the admins who decide; empty without shifts. */
export const confirmedWords = (shifts: Titled): string =>
  shifts.length === 0 ? '' : `Confirmed for ${titlesOf(shifts)} at that time.`
