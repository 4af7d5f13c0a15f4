import { type Sender, writeLetter } from '#platform/server/letter.ts'
import type { Letter } from '#platform/server/mailer.ts'
import { paths } from '#platform/shared/paths.ts'
import { type EventName, eventOf, placeOf } from './rules.ts'
import { linkWords, type ShiftTold, titleWords } from './words.ts'

type About = {
  of: Sender
  origin: string
  to: string
  name: string
  event: EventName
  title: string
  message: string
  officer_id: string | null
  assignment_id: string | null
  shift: ShiftTold | null
  announcement_id?: string | null | undefined
}

/** The bell's notification as an email that links to the same page. */
export const eventLetter = (about: About): Letter => {
  const { of, origin, to, name, event, title, message } = about
  const place = placeOf({ ...about, type: event })
  return writeLetter(of, {
    to,
    subject: titleWords({ ...about, type: event }),
    paragraphs: [`Hello ${name},`, title, message],
    ...(place ? { action: { label: linkWords(event), url: origin + place } } : {}),
    why: `You're receiving this email because of this event: ${eventOf(event).words}. Choose which emails you get, and when, in your profile: ${origin}${paths.officerProfile('notifications')}`,
  })
}
