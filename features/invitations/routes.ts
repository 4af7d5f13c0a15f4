import { within } from '#features/vendor-organizations/store.within.ts'
import { type Route, read, refuse, write } from '#platform/server/route.ts'
import * as contract from './contract.ts'
import * as store from './store.ts'

const answer = (withdrawn: boolean | null) =>
  withdrawn === null ? refuse('not_found') : withdrawn ? { done: true } : refuse('invitation_over')

export const routes: readonly Route[] = [
  read(contract.listInvitations, store.listInvitations),
  write(contract.withdrawInvitation, async ({ db, input }) => answer(await store.updateWithdrawn(db, input.id, null))),
  // Whom a department invites to its roster is its own.
  write(contract.withdrawAdminInvitation, async ({ db, input }) =>
    answer(await within(db, input.organization_id, () => store.updateWithdrawn(db, input.id, 'admin_setup'))),
  ),
]
