import { notify } from '#features/department/notifications/store.ts'
import { besidesFull } from '#features/shifts/eligibility/rules.main.ts'
import { listEligibility } from '#features/shifts/eligibility/store.ts'
import type { Db } from '#platform/server/db.ts'
import { durationWords, isoInstant } from '#platform/shared/time.ts'
import { type OrderRefusal, refuseCall } from './rules.ts'
import { findPlace, insertAsked, insertCall } from './store.calls.ts'

type Asked = { id: string; closes_at: Date; asked: number }
type NotAsked = OrderRefusal | 'already_asked' | 'not_found'

/**
 * Asks all eligible officers to volunteer for a post, at once and for the given time; each is notified. When time is up the job
 * decides: volunteers first, then the force list. Returns the reason if they cannot be asked.
 */
export const askVolunteers = async (
  db: Db,
  to: { assignment_id: string; post_id: string; minutes: number | 'usual'; by_person: boolean },
): Promise<Asked | NotAsked> => {
  const place = await findPlace(db, to)
  if (!place) return 'not_found'
  if (place.has_open) return 'already_asked'
  const minutes = to.minutes === 'usual' ? place.volunteer_minutes : to.minutes
  const refused = refuseCall(
    {
      published: place.published,
      before_award: place.before_award,
      starts_at: isoInstant(place.starts_at),
      required_count: place.required_count,
      held_count: place.required_count - place.missing,
    },
    minutes,
    isoInstant(place.now_at),
  )
  if (refused) return refused
  const call = await insertCall(db, { ...to, minutes })
  if (!call) return 'already_asked'
  const eligible = (await listEligibility(db, { ...to, officer_ids: 'all', purpose: 'fill' })).filter(
    (one) => besidesFull(one.reasons).length === 0,
  )
  await insertAsked(
    db,
    call.id,
    eligible.map((one) => one.officer_id),
  )
  await notify(
    db,
    eligible.map(({ officer_id }) => ({
      type: 'volunteers_asked' as const,
      title: `Volunteer? ${place.title}`,
      message: `${place.what}. Answer within ${durationWords(minutes)}. Without volunteers, an officer will be ordered in.`,
      officer_id,
      assignment_id: place.assignment_id,
    })),
  )
  return { ...call, asked: eligible.length }
}
