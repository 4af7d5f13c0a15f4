import { sendLetter } from '#features/department/notifications/store.ts'
import { emailKey } from '#features/people/accounts/rules.ts'
import type { Db } from '#platform/server/db.ts'
import { type Refusal, type Route, read, refuse, refuseField, write } from '#platform/server/route.ts'
import * as contract from './contract.ts'
import { rejectionLetter } from './mail.ts'
import { blockedOf, mayOf, othersPlusOne } from './rules.may.ts'
import {
  INVITED_AT_ONCE,
  isFullHouse,
  type OfficerAction,
  type OfficerRefusal,
  parseRate,
  refuseOfficerAction,
  standingOf,
} from './rules.ts'
import { sendInvitation, tellApproved } from './store.letters.ts'
import { listClaiming } from './store.matches.ts'
import * as store from './store.ts'

const held = { officers_badge: 'badge_taken', officers_email: 'email_taken' } as const

type ProfileInput = {
  name: string
  badge_number: string
  email: string
  rank: string
  unit: string
  hired_on: string
  phone: string
  hourly_rate: string
}

/** Empty text becomes null; returns null for an email that accounts would not accept. */
const profileOf = (input: ProfileInput): store.Profile | null => {
  const key = input.email === '' ? null : emailKey(input.email)
  if (input.email !== '' && key === null) return null
  return {
    name: input.name,
    badge_number: input.badge_number || null,
    email: input.email || null,
    email_key: key,
    rank: input.rank || null,
    unit: input.unit || null,
    hired_on: input.hired_on || null,
    phone: input.phone || null,
    hourly_rate: input.hourly_rate === '' ? null : parseRate(input.hourly_rate),
  }
}
const badEmail = () => refuseField('email', 'Enter an email address.')

type Decided = { officer: store.OfficerLocked; standing: string; version: number }

/**
 * Locks the department and the row, checks the rule, and applies the action. Locks the department first, so that concurrent
 * admins count each other's changes.
 */
const decide = async (
  db: Db,
  id: string,
  action: OfficerAction,
  reason: string | null = null,
): Promise<Decided | OfficerRefusal | 'not_found'> => {
  const house = await store.findHouseLocked(db)
  const [officer] = await store.listOfficersLocked(db, [id])
  if (!officer) return 'not_found'
  const refusal = refuseOfficerAction(action, officer, {
    ...house,
    active_admin_count: othersPlusOne(house, {
      ...officer,
      standing: standingOf(officer),
      has_account: officer.user_id !== null,
    }),
    reason,
  })
  if (refusal !== null) return refusal
  const [row] = await store.updateStanding(db, [id], action, reason)
  if (!row) throw new Error('the locked officer is gone')
  return { officer, ...row }
}

/** Emails the reason to a person who has an address. */
const tellRejected = async (db: Db, { email: to, name }: store.OfficerLocked, origin: string, reason: string) => {
  if (to === null) return
  const facts = { of: await store.findOrganization(db), origin, to, name, reason }
  await sendLetter(db, 'officer_rejected', rejectionLetter(facts))
}

const standingAnswer = ({ standing, version }: Decided) => contract.Standing.parse({ standing, version })
type Answered = ReturnType<typeof standingAnswer>
/** Refusals that the endpoint does not declare cannot occur: its transition table rules them out. */
const answered = <const E extends string>(
  decided: Decided | OfficerRefusal | 'not_found',
  codes: readonly E[],
): Answered | Refusal<E> => {
  if (typeof decided !== 'string') return standingAnswer(decided)
  const code = codes.find((known) => known === decided)
  if (code === undefined) throw new Error(`no word for ${decided}`)
  return refuse(code)
}
const common = ['not_found', 'wrong_state', 'own_row'] as const

export const routes: readonly Route[] = [
  read(contract.countOfficers, store.countOfficers),
  read(
    contract.listOfficers,
    (input) => store.listOfficers(input),
    ([row]) => {
      const { items, next, house } = contract.ListFound.parse(row)
      return {
        items: items.map((item) => ({ ...item, may: mayOf(item, house), blocked: blockedOf(item, house) })),
        next,
      }
    },
  ),
  read(contract.getMyProfile, store.findMyProfile),
  read(
    contract.getOfficer,
    (input) => store.findOfficer(input.officer_id),
    ([row]) => {
      if (!row) return refuse('not_found')
      const { item, house } = contract.DetailFound.parse(row)
      return { ...item, may: mayOf(item, house), blocked: blockedOf(item, house) }
    },
  ),

  write(
    contract.createOfficer,
    async ({ db, input }) => {
      const profile = profileOf(input)
      if (!profile) return badEmail()
      if (isFullHouse(await store.findHouseLocked(db))) return refuse('officers_full')
      const row = await store.insertOfficer(db, profile)
      if (!row) throw new Error('no row came back')
      return row
    },
    { constraints: held },
  ),
  write(
    contract.editOfficer,
    async ({ db, input }) => {
      const profile = profileOf(input)
      if (!profile) return badEmail()
      const [officer] = await store.listOfficersLocked(db, [input.officer_id])
      if (!officer) return refuse('not_found')
      if (officer.user_id !== null && officer.email_key !== profile.email_key) {
        return refuseField('email', 'The officer signs in with this email. Only the officer can change it.')
      }
      const saved = await store.updateOfficer(db, input.officer_id, input.version, profile)
      if (saved) return saved
      const changed = await store.listChangedSince(db, input.officer_id, input.version)
      return refuse('changed_meanwhile', { changed })
    },
    { constraints: held },
  ),

  write(
    contract.approveOfficer,
    async ({ db, input, request }) => {
      const decided = await decide(db, input.officer_id, 'approve')
      if (typeof decided !== 'string') await tellApproved(db, [decided.officer], request.origin)
      return answered(decided, [...common, 'officers_full'])
    },
    { constraints: { officers_email: 'email_taken' } },
  ),
  write(contract.approveOfficers, async ({ db, input, request }) => {
    const house = await store.findHouseLocked(db)
    const officers = await store.listOfficersLocked(db, input.officer_ids)
    // Unknown ids and other departments' officers get the same answer as rows that are no longer pending.
    const claiming = await listClaiming(db, input.officer_ids)
    const pending = officers.filter((o) => standingOf(o) === 'pending' && o.id !== house.by_officer_id)
    const waiting = pending.filter((o) => !claiming.includes(o.id))
    if (waiting.length > 0 && isFullHouse(house, waiting.length)) return refuse('officers_full')
    const ids = waiting.map((o) => o.id)
    await store.updateStanding(db, ids, 'approve', null)
    await tellApproved(db, waiting, request.origin)
    return {
      approved: ids.length,
      left_out: new Set(input.officer_ids).size - ids.length,
      claiming: pending.length - ids.length,
    }
  }),
  write(contract.rejectOfficer, async ({ db, input, request }) => {
    const decided = await decide(db, input.officer_id, 'reject', input.reason)
    if (typeof decided !== 'string') await tellRejected(db, decided.officer, request.origin, input.reason)
    return answered(decided, common)
  }),
  write(contract.suspendOfficer, async ({ db, input }) =>
    answered(await decide(db, input.officer_id, 'suspend', input.reason), [...common, 'last_admin']),
  ),
  write(contract.restoreOfficer, async ({ db, input }) =>
    answered(await decide(db, input.officer_id, 'restore'), common),
  ),
  write(contract.leaveOfficer, async ({ db, input }) =>
    answered(await decide(db, input.officer_id, 'leave'), [...common, 'last_admin']),
  ),
  write(contract.rejoinOfficer, async ({ db, input }) =>
    answered(await decide(db, input.officer_id, 'rejoin'), [...common, 'officers_full']),
  ),
  write(contract.makeAdmin, async ({ db, input }) =>
    answered(await decide(db, input.officer_id, 'make_admin'), [...common, 'already_admin']),
  ),
  write(contract.unmakeAdmin, async ({ db, input }) =>
    answered(await decide(db, input.officer_id, 'unmake_admin'), [...common, 'not_admin', 'last_admin']),
  ),

  write(
    contract.inviteOfficer,
    async ({ db, input, request }) => {
      const [officer] = await store.listOfficersLocked(db, [input.officer_id])
      if (!officer) return refuse('not_found')
      if (standingOf(officer) !== 'approved') return refuse('wrong_state')
      if (officer.user_id !== null) return refuse('has_account')
      const email = input.email || officer.email
      if (!email) return refuseField('email', 'Enter an email for the invitation.')
      const key = emailKey(email)
      if (key === null) return badEmail()
      const of = await store.findOrganization(db)
      await sendInvitation(db, of, { id: officer.id, name: officer.name, email, email_key: key }, request.origin)
      return { email }
    },
    { constraints: { officers_email: 'email_taken' } },
  ),
  write(contract.inviteOfficers, async ({ db, request }) => {
    // The house first, as a bulk edit does: both lock many officers, each in another order.
    await store.findHouseLocked(db)
    const of = await store.findOrganization(db)
    const officers = await store.listInvitableLocked(db, INVITED_AT_ONCE)
    for (const officer of officers) await sendInvitation(db, of, officer, request.origin)
    return { invited: officers.length, left: await store.countInvitable(db) }
  }),

  write(contract.updateMyProfile, async ({ db, input }) => {
    await store.updateMyPhone(db, input.phone || null)
    return { done: true }
  }),
]
