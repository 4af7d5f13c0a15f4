import { findTimeFormat } from '#features/department/settings/store.ts'
import type { Db } from '#platform/server/db.ts'
import type { Sweep } from '#platform/server/jobs.ts'
import { dropMails, isOneAddress, queueMails } from '#platform/server/mailer.ts'
import { isoInstant, type TimeFormat } from '#platform/shared/time.ts'
import { whenWords } from '#platform/shared/when.ts'
import { eventLetter } from './mail.ts'
import { hoursOf, quietFor, quietUntil, worthUntil } from './rules.quiet.ts'
import { eventOf } from './rules.ts'
import { AT_ONCE, type Plan, type Telling, takeTellings } from './store.letters.ts'
import { type Due, deleteOldReminders, listOvertaken, takeDue } from './store.reminders.ts'
import { deleteOld, findHouse, type House, notify } from './store.ts'
import { countdownWords } from './words.ts'

/** One email per recipient, held during the recipient's quiet hours, and dropped at the shift's start, or its end, if the event says so. */
const lettersOf = (house: House, origin: string, telling: Telling) => {
  const event = eventOf(telling.event)
  const now = isoInstant(house.now_at)
  const houseHours = hoursOf(house.quiet_from, house.quiet_to)
  return telling.recipients
    .filter((one) => isOneAddress(one.email))
    .map((one) => ({
      letter: eventLetter({
        ...telling,
        of: house,
        origin,
        to: one.email,
        name: one.name,
        officer_id: telling.audience === 'admins' ? null : one.officer_id,
      }),
      not_before: event.quiet === 'holds' ? quietUntil(now, quietFor(one, houseHours), house.time_zone) : null,
      expires_at: worthUntil(event, telling.told_at, telling.times),
      about: telling.about,
    }))
}

/** Turns pending notifications into emails. Dequeuing and queuing commit together: each is emailed exactly once. */
const writeLetters = async (db: Db, origin: string, plan: Plan): Promise<void> => {
  const house = await findHouse(db)
  if (!house) return
  for (;;) {
    const taken = await takeTellings(db)
    await queueMails(
      db,
      taken.flatMap((telling) => lettersOf(house, origin, telling)),
    )
    await plan(db, house, taken)
    if (taken.length < AT_ONCE) return
  }
}

const wordsFor = (due: Due, format: TimeFormat) => {
  const range = { starts_at: isoInstant(due.starts_at), ends_at: isoInstant(due.ends_at) }
  const when = whenWords(range, due.time_zone, format)
  const place = due.location_name ? `, ${due.location_name}` : ''
  const left = countdownWords(range.starts_at, isoInstant(new Date()))
  if (due.officer_id !== null) return { title: `Your shift starts ${left}: ${due.title}`, message: `${when}${place}.` }
  const missing = due.min_required - due.confirmed
  return {
    title: `Unfilled, starts ${left}: ${due.title}`,
    message: `${when}${place}. ${due.confirmed} of ${due.required} spots are filled; at least ${missing} more ${missing === 1 ? 'is' : 'are'} needed.`,
  }
}

/** Sends one reminder per shift and kind; drops unsent emails about shifts since moved, canceled or filled. */
const remind = async (db: Db): Promise<void> => {
  await dropMails(db, await listOvertaken(db))
  const due = await takeDue(db)
  if (due.length === 0) return
  const format = await findTimeFormat(db)
  await notify(
    db,
    due.map((one) => ({
      type: one.officer_id === null ? ('assignment_unfilled' as const) : ('shift_reminder' as const),
      officer_id: one.officer_id,
      assignment_id: one.assignment_id,
      about: one.id,
      ...wordsFor(one, format),
    })),
  )
}

/** `origin` is the address people type: links in emails start with it. */
export const sweepsOf = (origin: string, plan: Plan = async () => undefined): readonly Sweep[] => [
  {
    name: 'clear_old_notifications',
    // Specification section 9: read notifications are kept for 7 days.
    everySeconds: 3600,
    run: async (db) => {
      await deleteOld(db)
      await deleteOldReminders(db)
    },
  },
  { name: 'remind', everySeconds: 30, run: remind },
  { name: 'write_letters', everySeconds: 30, wakes: 'telling', run: (db) => writeLetters(db, origin, plan) },
]
