import { type Sender, writeLetter } from '#platform/server/letter.ts'
import type { Letter } from '#platform/server/mailer.ts'
import { paths } from '#platform/shared/paths.ts'
import { placeOf } from './rules.place.ts'
import { type EventName, eventOf } from './rules.ts'

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
}

/** What the bell says, as a mail that leads to the same place. */
export const eventLetter = (about: About): Letter => {
  const { of, origin, to, name, event, title, message } = about
  const place = placeOf({ type: event, officer_id: about.officer_id, assignment_id: about.assignment_id })
  return writeLetter(of, {
    to,
    subject: title,
    paragraphs: [`Hello ${name},`, title, message],
    ...(place ? { action: { label: 'Open', url: origin + place } } : {}),
    why: `You get this mail for: ${eventOf(event).words}. Choose what you are mailed, and when, on your own page: ${origin}${paths.officerProfile('notifications')}`,
  })
}
