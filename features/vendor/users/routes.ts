import { lockedUntil, type TryKind, tryKinds } from '#features/people/accounts/rules.ts'
import { type Route, read, refuse } from '#platform/server/route.ts'
import { type Instant, isoInstant } from '#platform/shared/time.ts'
import { getUser, listSuperAdmins, listUsers, type User, type UserDetail } from './contract.ts'
import { routes as changes } from './routes.acts.ts'
import { routes as superAdmins } from './routes.super-admins.ts'
import { isWorthTelling, refuseUserAction, userActions } from './rules.ts'
import * as store from './store.ts'

/** The times of each counter. */
type Failures = Partial<Record<TryKind, Instant[][]>> | null

/** Of the locks an account can have, the one that ends last. */
const lockOf = (failures: Failures): User['locked'] => {
  const now = isoInstant(Date.now())
  const locks = tryKinds.flatMap((why) =>
    (failures?.[why] ?? []).flatMap((times) => {
      const until = lockedUntil(times, now)
      return until === null ? [] : [{ until, why }]
    }),
  )
  return locks.toSorted((a, b) => b.until.localeCompare(a.until))[0] ?? null
}

type UserRow = Omit<User, 'locked'> & { failures: Failures }
const shown = ({ failures, ...user }: UserRow): User => ({ ...user, locked: lockOf(failures) })

type DetailRow = Omit<UserDetail, 'locked' | 'may' | 'blocked'> & {
  failures: Failures
  own: boolean
  last_super_admin: boolean
}
const shownWhole = ({ failures, own, last_super_admin, ...user }: DetailRow): UserDetail => {
  const locked = lockOf(failures)
  const facts = {
    own,
    last_super_admin,
    disabled: user.disabled_at !== null,
    locked: locked !== null,
    factors: user.factors.length,
    sessions: user.sessions,
  }
  const asked = userActions.map((action) => ({ action, why: refuseUserAction(action, facts) }))
  return {
    ...user,
    locked,
    may: asked.filter(({ why }) => why === null).map(({ action }) => action),
    blocked: asked.flatMap(({ action, why }) =>
      why === 'own_account' || (why && isWorthTelling(why)) ? [{ action, why: why as 'own_account' }] : [],
    ),
  }
}

export const routes: readonly Route[] = [
  read(
    listUsers,
    ({ q, show, organization, after }) => store.listUsers({ q, show: show ?? 'all', organization, after }),
    (rows) => {
      const found = rows[0]?.found as { items: UserRow[]; next: string | null }
      return { items: found.items.map(shown), next: found.next }
    },
  ),
  read(
    getUser,
    ({ user_id }) => store.findUser(user_id),
    (rows) => (rows[0] ? shownWhole(rows[0].found as DetailRow) : refuse('not_found')),
  ),
  read(listSuperAdmins, ({ after }) => store.listSuperAdmins(after)),
  ...changes,
  ...superAdmins,
]
