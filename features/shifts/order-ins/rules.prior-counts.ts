import { isReckonable } from '#platform/shared/shapes.ts'
import { isDate, type WallDate } from '#platform/shared/time.ts'

/** What may have been counted before Watchbill. */
export const priorCountKinds = ['ordered', 'accepted', 'refused', 'no_answer', 'worked', 'volunteered'] as const
export type PriorCountKind = (typeof priorCountKinds)[number]

/** Maximum times and hours of one entry, and lines of one list. */
export const priorCountBounds = { times: 500, hours: 1600, lines: 500 } as const

export type Line = { line: number; badge: string; times: number; minutes: number; last_on: WallDate | null }
export type Wrong = { line: number; message: string }

const whole = (text: string): number | null => (/^\d{1,4}$/.test(text) ? Number(text) : null)
/** `7.5` or `7:30`. */
const minutesOf = (text: string): number | null => {
  const [, hours = '', minutes = ''] = /^(\d{1,4}):([0-5]\d)$/.exec(text) ?? []
  if (hours !== '') return Number(hours) * 60 + Number(minutes)
  return /^\d{1,4}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 60) : null
}
/**
 * A pasted list: `badge, times, hours, last day` on each line, separated by commas, semicolons or tabs; hours and day are
 * optional. A first line without any number is a heading. Every invalid line is reported.
 */
export const parsePriorCounts = (text: string): { lines: Line[]; wrong: Wrong[] } => {
  const lines: Line[] = []
  const wrong: Wrong[] = []
  const seen = new Map<string, number>()
  let first = true
  for (const [i, typed] of text.split(/\r?\n/).entries()) {
    if (typed.trim() === '') continue
    const line = i + 1
    const [badge = '', count = '', hours = '', day = ''] = typed.split(/[,;\t]/).map((cell) => cell.trim())
    const heads = first
    first = false
    if (heads && !/\d/.test(typed)) continue
    const say = (message: string) => wrong.push({ line, message })
    const [times, minutes] = [count === '' ? 0 : whole(count), hours === '' ? 0 : minutesOf(hours)]
    if (badge === '') say('no badge number')
    else if (seen.has(badge)) say(`badge ${badge} is already on line ${seen.get(badge)}`)
    else if (times === null || times > priorCountBounds.times)
      say(`the count must be a whole number up to ${priorCountBounds.times}`)
    else if (minutes === null) say('enter hours as 7.5 or 7:30')
    else if (minutes > priorCountBounds.hours * 60)
      say(`hours can't exceed ${priorCountBounds.hours.toLocaleString('en-US')}`)
    else if (times === 0 && minutes === 0) say('enter a count or hours')
    else if (day !== '' && !(isDate(day) && isReckonable(day))) say('enter the date as 2026-03-31')
    else lines.push({ line, badge, times, minutes, last_on: day === '' ? null : day })
    seen.set(badge, line)
  }
  return { lines, wrong }
}
