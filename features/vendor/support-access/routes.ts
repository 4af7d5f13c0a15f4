import { notify } from '#features/department/notifications/store.ts'
import { setScope } from '#features/people/accounts/store.scope.ts'
import { isProved } from '#features/people/factors/store.ts'
import { type Route, read, refuse, write } from '#platform/server/route.ts'
import * as contract from './contract.ts'
import { writeVisitNotice } from './mail.ts'
import * as store from './store.ts'

export const routes: readonly Route[] = [
  write(
    contract.startSupport,
    async ({ db, input }) => {
      const visited = await store.findVisited(db, input.organization_id)
      if (!visited) return refuse('not_found')
      if (input.may_write && !(await isProved(db))) return refuse('not_fresh')
      await store.updateOwnEnded(db, 'replaced')
      await setScope(db, { organization_id: visited.id })
      const started = await store.insertAccess(db, input)
      if (!started) return refuse('not_signed_in')
      await notify(db, [writeVisitNotice({ ...input, ...started })])
      return { id: started.id, ends_at: started.ends_at.toISOString() }
    },
    { constraints: { support_one_a_person: 'support_open', support_one_a_session: 'support_open' } },
  ),
  write(contract.endSupport, async ({ db }) => ({ organization_id: await store.updateOwnEnded(db, 'by_vendor') })),

  read(contract.listVisits, ({ after }) => store.listVisits(after)),
  read(contract.listVisitsOf, ({ organization_id, after }) => store.listVisitsOf(organization_id, after)),
  read(contract.listChanges, ({ id, after }) => store.listChanges(id, after)),
  read(contract.listActs, ({ after }) => store.listActs(after)),
  write(contract.endVisit, async ({ db, input }) =>
    (await store.updateVisitEnded(db, input.id)) ? { done: true } : refuse('not_found'),
  ),
]
