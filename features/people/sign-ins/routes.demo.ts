import { setScope } from '#features/people/accounts/store.scope.ts'
import { findAccount } from '#features/people/accounts/store.ts'
import { insertSession, updateSessionReplaced } from '#features/people/sessions/store.ts'
import { type Route, refuse, write } from '#platform/server/route.ts'
import { type DemoRole, exploreDemo } from './contract.demo.ts'

/** The demo department and the address of the sample person of each role. */
export type Demo = { organization_id: string; addresses: Readonly<Partial<Record<DemoRole, string>>> }

/**
 * The demo's sign-in without a password. Mount it only on a server that nobody outside this machine can reach.
 */
export const demoRoutes = (demo: Demo): readonly Route[] => [
  write(exploreDemo, async ({ db, input, request, reply }) => {
    const address = demo.addresses[input.as]
    if (address === undefined) return refuse('not_found')
    await setScope(db, { address })
    const account = await findAccount(db)
    if (!account || account.disabled_at) return refuse('not_found')
    if (request.token) await updateSessionReplaced(db, request.token)
    const vendor = input.as === 'super_admin'
    const secret = await insertSession(
      db,
      {
        user_id: account.id,
        organization_id: vendor ? null : demo.organization_id,
        kind: vendor ? 'super_admin' : 'department',
        second_factor_at: input.as === 'officer' ? null : new Date(),
      },
      request,
    )
    reply.setSession(secret)
    return { done: true }
  }),
]
