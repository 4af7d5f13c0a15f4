import { within } from '#features/people/accounts/store.within.ts'
import { type Route, read, refuse, write } from '#platform/server/route.ts'
import * as contract from './contract.invitations.ts'
import * as store from './store.invitations.ts'

const answer = (withdrawn: boolean | null) =>
  withdrawn === null ? refuse('not_found') : withdrawn ? { done: true } : refuse('invitation_over')

export const routes: readonly Route[] = [
  read(contract.listInvitations, store.listInvitations, undefined, { primary: true }),
  write(contract.withdrawInvitation, async ({ db, input }) => answer(await store.updateWithdrawn(db, input.id, null))),
  // Department invitations to its roster are the department's own business.
  write(contract.withdrawAdminInvitation, async ({ db, input }) =>
    answer(await within(db, input.organization_id, () => store.updateWithdrawn(db, input.id, 'admin_setup'))),
  ),
]
