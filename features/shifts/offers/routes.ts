import { besidesFull } from '#features/shifts/eligibility/rules.main.ts'
import { listEligibility } from '#features/shifts/eligibility/store.ts'
import { detailsOf, heldByDatabase } from '#features/shifts/signups/rules.refusals.ts'
import { lockPlace } from '#features/shifts/signups/store.ts'
import { Refusal, type Route, read, refuse, write } from '#platform/server/route.ts'
import { acceptOffer, declineOffer, joinWaitlist, listMyOffers } from './contract.ts'
import { accept, decline } from './routes.answers.ts'
import * as store from './store.ts'

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
      const [reason] = besidesFull(mine?.reasons ?? [])
      if (reason) return refuse(reason.code, detailsOf(reason))
      if (found.held < found.required) return refuse('place_free')
      return store.insertWaiting(db, input, found)
    },
    { constraints: heldByDatabase },
  ),

  write(
    acceptOffer,
    async ({ db, input }) => {
      const offer = await accept(db, input.id, input.seen)
      return offer instanceof Refusal ? offer : store.findOwn(db, offer.id)
    },
    { constraints: heldByDatabase },
  ),

  write(declineOffer, async ({ db, input }) => {
    const offer = await decline(db, input.id, input.reason ?? null, input.seen)
    return offer instanceof Refusal ? offer : store.findOwn(db, offer.id)
  }),
]
