import { type Route, read, refuse, write } from '#platform/server/route.ts'
import * as own from './contract.own.ts'
import { extendSession, getSession, signOut, switchOrganization } from './contract.ts'
import { findOwnSessions, updateOwnSessionsEnded } from './store.own.ts'
import {
  findMembership,
  findProof,
  findSession,
  holdAccount,
  insertSession,
  updateSessionEnded,
  updateSessionSeen,
} from './store.ts'

/** The account's active sessions: for department members, and for vendor staff. */
const ownSessions = (
  list: typeof own.listOwnSessions,
  end: typeof own.endOwnSession,
  endOthers: typeof own.endOtherSessions,
): readonly Route[] => [
  read(list, ({ after }) => findOwnSessions(after), undefined, { primary: true }),
  write(end, async ({ db, input }) => {
    const ended = await updateOwnSessionsEnded(db, { id: input.id }, 'ended_by_person')
    return ended === 1 ? { ended } : refuse('not_found')
  }),
  write(endOthers, async ({ db }) => ({ ended: await updateOwnSessionsEnded(db, 'others', 'ended_by_person') })),
]

export const routes: readonly Route[] = [
  read(getSession, findSession, undefined, { primary: true }),
  ...ownSessions(own.listOwnSessions, own.endOwnSession, own.endOtherSessions),
  ...ownSessions(own.listVendorSessions, own.endVendorSession, own.endOtherVendorSessions),
  write(extendSession, async ({ db }) => {
    const ends = await updateSessionSeen(db)
    if (!ends) return refuse('not_signed_in')
    return {
      now_at: ends.now_at.toISOString(),
      idle_ends_at: ends.idle_ends_at.toISOString(),
      ends_at: ends.ends_at.toISOString(),
    }
  }),
  write(switchOrganization, async ({ db, input, request, reply, me }) => {
    const membership = await findMembership(db, input.organization_id)
    if (!membership || !['approved', 'pending'].includes(membership.standing)) return refuse('not_found')
    const { user_id } = await me()
    await holdAccount(db)
    const proof = await findProof(db)
    if ((await updateSessionEnded(db, 'switched')) === 0) return refuse('not_signed_in')
    reply.setSession(
      await insertSession(
        db,
        { user_id, organization_id: membership.organization_id, kind: 'department', ...proof },
        request,
      ),
    )
    return { done: true }
  }),
  write(signOut, async ({ db, reply }) => {
    await updateSessionEnded(db, 'signed_out')
    reply.setSession(null)
    return { done: true }
  }),
]
