import { durationWords, type Instant, minutesBetween } from '#platform/shared/time.ts'
import { BUNDLE_COUNTED, type bundledTypes } from './rules.lines.ts'
import { opensReceipt } from './rules.ts'

/** `in 24 hours`, `in 2 hours`, `in 1 h 40 min`, `now`: the time until a start; a few minutes over a full hour are rounded down. */
export const countdownWords = (starts_at: Instant, now: Instant): string => {
  const minutes = minutesBetween(now, starts_at)
  if (minutes <= 0) return 'now'
  const hours = Math.round(minutes / 60)
  if (hours >= 1 && Math.abs(minutes - hours * 60) <= 5) return `in ${hours} ${hours === 1 ? 'hour' : 'hours'}`
  return `in ${durationWords(minutes)}`
}

const bundleWords: Readonly<Record<(typeof bundledTypes)[number], string>> = {
  assignment_posted: 'new shifts',
  officers_needed: 'shifts still need officers',
}
const isBundled = (type: string): type is keyof typeof bundleWords => type in bundleWords

/** The text of a line. Unread notifications of some types form one line, which names the newest. */
export const lineWords = (one: {
  type: string
  title: string
  message: string
  more: number
}): { title: string; message: string } => {
  if (one.more === 0 || !isBundled(one.type)) return { title: one.title, message: one.message }
  const count = one.more + 1 >= BUNDLE_COUNTED ? `${BUNDLE_COUNTED} or more` : `${one.more + 1}`
  const latest = one.title.replace(/^(New|Still open): /, '')
  return { title: `${count} ${bundleWords[one.type]}`, message: `Latest: ${latest}, ${one.message}` }
}

/** The link to what a notification is about, in words. */
export const linkWords = (type: string): string => (opensReceipt(type) ? 'Award receipt' : 'Open')
