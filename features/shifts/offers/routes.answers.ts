import { notify, updateReadAnswered } from '#features/department/notifications/store.ts'
import { besidesFull } from '#features/shifts/eligibility/rules.main.ts'
import { listEligibility } from '#features/shifts/eligibility/store.ts'
import { detailsOf } from '#features/shifts/signups/rules.refusals.ts'
import { actForDepartment, lockSignups, wakePassing } from '#features/shifts/signups/store.ts'
import type { Db } from '#platform/server/db.ts'
import { refuse } from '#platform/server/route.ts'
import { ms } from '#platform/shared/time.ts'
import * as store from './store.ts'

/**
 * The caller's offer with everything it depends on locked, including the sign-up whose spot it is. From here on the department
 * acts.
 */
const lockOffer = async (db: Db, id: string): Promise<store.Offer | null> => {
  const asked = await store.findOwnOffer(db, id)
  if (!asked) return null
  await actForDepartment(db)
  await lockSignups(db, [id, ...(asked.replaces_id === null ? [] : [asked.replaces_id])])
  return store.findOwnOffer(db, id)
}

/** Whether the spot is gone: the offer is over, or the officer it would replace has decided to stay. */
const isOver = (offer: store.Offer): boolean => !offer.open || offer.replaced?.status === 'confirmed'

/** What the officer saw when answering; null for an answer that names its offer otherwise. */
export type Seen = { starts_at: string; ends_at: string; expires_at: string | null } | null

/** Whether the officer answered another offer of this sign-up, or one for other times. Instants are compared to the millisecond. */
const isAnother = (offer: store.Offer, seen: Seen): boolean => {
  if (seen === null) return false
  const at = (when: string | null) => (when === null ? null : ms(when))
  return (
    offer.starts_at.getTime() !== at(seen.starts_at) ||
    offer.ends_at.getTime() !== at(seen.ends_at) ||
    (offer.expires_at?.getTime() ?? null) !== at(seen.expires_at)
  )
}

const settle = async (db: Db, offer: store.Offer): Promise<void> => {
  const seat = offer.replaced?.status === 'calloff_requested' ? offer.replaced : null
  if (seat) await store.updateReplaced(db, seat.id, offer.id)
  await store.updateAccepted(db, offer.id)
  const losers = await store.returnLosers(db, offer.post_id, seat?.id ?? null)
  const about = { assignment_id: offer.assignment_id }
  await notify(db, [
    {
      ...about,
      type: 'offer_taken',
      officer_id: null,
      title: `${offer.officer_name} accepted an offered spot`,
      message: offer.what,
    },
    ...(seat
      ? [
          {
            ...about,
            type: 'signup_replaced' as const,
            officer_id: seat.officer_id,
            title: "You've been replaced",
            message: `${offer.what}: ${offer.officer_name} has the shift.`,
          },
        ]
      : []),
    ...losers.map(({ officer_id }) => ({
      ...about,
      type: 'place_lost' as const,
      officer_id,
      title: 'This spot has been filled',
      message: `${offer.what}. You keep your position on the waitlist.`,
    })),
  ])
}

/** Takes the offered spot for the caller; every check is made again. */
export const accept = async (db: Db, id: string, seen: Seen = null) => {
  const offer = await lockOffer(db, id)
  if (!offer) return refuse('not_found')
  if (offer.status === 'offer_expired') return refuse('offer_over')
  if (offer.status !== 'offered') return refuse('wrong_state', { status: offer.status })
  if (isOver(offer)) return refuse('offer_over')
  if (isAnother(offer, seen)) return refuse('offer_changed')
  const { starts_at, ends_at, assignment_id, post_id } = offer
  const officer_ids = [offer.officer_id]
  const [mine] = await listEligibility(db, {
    assignment_id,
    post_id,
    officer_ids,
    purpose: 'fill',
    starts_at,
    ends_at,
  })
  // The offer itself holds the spot; if it is offered to several, the database counts.
  const [reason] = besidesFull(mine?.reasons ?? [])
  if (reason) return refuse(reason.code, detailsOf(reason))
  await settle(db, offer)
  await updateReadAnswered(db, ['place_offered', 'place_offered_now'], offer.assignment_id)
  return offer
}

/** Declines the offered spot for the caller; it goes to the next officer on the waitlist. */
export const decline = async (db: Db, id: string, reason: string | null, seen: Seen = null) => {
  const offer = await lockOffer(db, id)
  if (!offer) return refuse('not_found')
  if (offer.status !== 'offered') return refuse('wrong_state', { status: offer.status })
  if (!offer.open) return refuse('offer_over')
  if (isAnother(offer, seen)) return refuse('offer_changed')
  await store.updateDeclined(db, offer.id, reason)
  await updateReadAnswered(db, ['place_offered', 'place_offered_now'], offer.assignment_id)
  await wakePassing(db)
  return offer
}
