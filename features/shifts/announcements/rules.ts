import { type Instant, MINUTE, ms } from '#platform/shared/time.ts'

export const audiences = ['everyone', 'unit', 'rank', 'shift'] as const
export type Audience = (typeof audiences)[number]

export const TITLE_MOST = 120
export const BODY_MOST = 4000
export const REPLY_MOST = 1000
/** By one admin, and by one officer. */
export const SENT_PER_HOUR = 20
export const REPLIES_PER_HOUR = 10
/** Between sending and the first reminder, and between two reminders. */
const REMIND_MINUTES = 60

/** The beginning of a text on one line, for the bell and email. */
export const excerptOf = (body: string, most = 160): string => {
  const line = body.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= most) return line
  const cut = line.slice(0, most)
  const space = cut.lastIndexOf(' ')
  return `${(space > most / 2 ? cut.slice(0, space) : cut).trimEnd().replace(/[\ud800-\udbff]$/, '')}…`
}

type Sent = { sent_at: Instant; reminded_at: Instant | null; people: number; read: number }

/** Why nobody can be reminded now, or null. */
export const refuseReminder = (
  { sent_at, reminded_at, people, read }: Sent,
  now: Instant,
): 'all_have_read' | 'reminder_too_soon' | null => {
  if (read >= people) return 'all_have_read'
  return ms(now) - ms(reminded_at ?? sent_at) < REMIND_MINUTES * MINUTE ? 'reminder_too_soon' : null
}
