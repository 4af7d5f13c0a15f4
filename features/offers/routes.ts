import { listEligibility } from '#features/eligibility/store.ts'
import { notify } from '#features/notifications/store.ts'
import { detailsOf, heldByDatabase } from '#features/signups/rules.refusals.ts'
import { actForDepartment, lockPlace, lockSignups, wakePassing } from '#features/signups/store.ts'
import type { Db } from '#platform/server/db.ts'
import { type Route, read, refuse, write } from '#platform/server/route.ts'
import { acceptOffer, declineOffer, joinWaitlist, listMyOffers } from './contract.ts'
import * as store from './store.ts'

/** The own offer with everything it depends on locked, and in it the signup whose place it is. From here on the department acts. */
const lockOffer = async (db: Db, id: string): Promise<store.Offer | null> => {
  const asked = await store.findOwnOffer(db, id)
  if (!asked) return null
  await actForDepartment(db)
  await lockSignups(db, [id, ...(asked.replaces_id === null ? [] : [asked.replaces_id])])
  return store.findOwnOffer(db, id)
}

/** Whether the place is still to be had: the offer runs, and whom it would replace has not decided to stay. */
const isOver = (offer: store.Offer): boolean => !offer.open || offer.replaced?.status === 'confirmed'

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
      title: `${offer.officer_name} took the offered place`,
      message: offer.what,
    },
    ...(seat
      ? [
          {
            ...about,
            type: 'signup_replaced' as const,
            officer_id: seat.officer_id,
            title: 'You are replaced',
            message: `${offer.what}: ${offer.officer_name} has the shift.`,
          },
        ]
      : []),
    ...losers.map(({ officer_id }) => ({
      ...about,
      type: 'place_lost' as const,
      officer_id,
      title: 'The place is taken',
      message: `${offer.what}. You wait on in your place.`,
    })),
  ])
}

export const routes: readonly Route[] = [
  read(listMyOffers, store.listMyOffers),

  write(
    joinWaitlist,
    async ({ db, input, me }) => {
      await lockPlace(db, { officer_id: null, ...input })
      const found = await store.findListFacts(db, input)
      if (!found) return refuse('not_found')
      if (!found.part) return refuse('not_a_part')
      if (found.to_award) return refuse('no_waitlist')
      if (!found.keeps) return refuse('no_waitlist_kept')
      const { starts_at, ends_at } = found
      const officer_ids = [String((await me()).officer_id)]
      const [mine] = await listEligibility(db, { ...input, officer_ids, purpose: 'sign_up', starts_at, ends_at })
      const reason = mine?.reasons.find(({ code }) => code !== 'full')
      if (reason) return refuse(reason.code, detailsOf(reason))
      if (found.held < found.required) return refuse('place_free')
      return store.insertWaiting(db, input, found)
    },
    { constraints: heldByDatabase },
  ),

  write(
    acceptOffer,
    async ({ db, input }) => {
      const offer = await lockOffer(db, input.id)
      if (!offer) return refuse('not_found')
      if (offer.status === 'offer_expired') return refuse('offer_over')
      if (offer.status !== 'offered') return refuse('wrong_state', { status: offer.status })
      if (isOver(offer)) return refuse('offer_over')
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
      // The place is held by the offer itself, and counted by the database where it is offered to several.
      const reason = mine?.reasons.find(({ code }) => code !== 'full')
      if (reason) return refuse(reason.code, detailsOf(reason))
      await settle(db, offer)
      return store.findOwn(db, offer.id)
    },
    { constraints: heldByDatabase },
  ),

  write(declineOffer, async ({ db, input }) => {
    const offer = await lockOffer(db, input.id)
    if (!offer) return refuse('not_found')
    if (offer.status !== 'offered') return refuse('wrong_state', { status: offer.status })
    if (!offer.open) return refuse('offer_over')
    await store.updateDeclined(db, offer.id, input.reason ?? null)
    await wakePassing(db)
    return store.findOwn(db, offer.id)
  }),
]
