import type { WallDate } from '#platform/shared/time.ts'
import type { NewcomerPlace } from './rules.ts'

const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** `Jul 1, 2026`: a day as the department's calendar has it. */
export const dayWords = (date: WallDate): string => dates.format(new Date(`${date}T12:00:00Z`))

/** `July 1`, of `07-01`. */
export const yearStartWords = (start: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`2028-${start}T12:00:00Z`),
  )

export const newcomerWords: Readonly<Record<NewcomerPlace, { label: string; hint: string }>> = {
  top: { label: 'On top', hint: 'They start with no order and are ordered first.' },
  average: { label: 'In the middle', hint: 'They start with as many orders as the others have on average that day.' },
  bottom: { label: 'At the bottom', hint: 'They start with as many orders as whoever has most that day.' },
}
