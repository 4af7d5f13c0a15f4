import { createHash, randomBytes } from 'node:crypto'
import type { Next } from '#features/people/accounts/contract.ts'
import { setScope } from '#features/people/accounts/store.scope.ts'
import { insertSession } from '#features/people/sessions/store.ts'
import type { Db } from '#platform/server/db.ts'
import type { RequestFacts } from '#platform/server/route.ts'
import { sql } from '#platform/server/sql.ts'
import { STEP_MINUTES } from './rules.second-step.ts'

type Place = { user_id: string; organization_id: string | null; kind: 'department' | 'super_admin' }

/** Whether the account in scope has a second factor, and whether it is required to have one. */
export const findDemand = async (db: Db): Promise<{ has: boolean; needs: boolean }> =>
  (await db.row<{ has: boolean; needs: boolean }>(sql`select app.needs_second_factor() as needs,
    exists (select from factors where account_id = (select app.user_id()) and confirmed_at is not null) as has`)) ?? {
    has: true,
    needs: true,
  }

/**
 * After the first proof of identity: opens a session, or, if a second factor has to be given or set up first, a half-finished
 * sign-in. Its secret goes into the same cookie but opens nothing, since no session has it.
 */
export const openSession = async (
  db: Db,
  place: Place,
  request: RequestFacts,
): Promise<{ secret: string; next: Next }> => {
  await setScope(db, { user_id: place.user_id })
  const { has, needs } = await findDemand(db)
  // Vendor staff always need one: even if the list changes at this moment, no session opens.
  if (!has && !needs && place.kind === 'department')
    return { secret: await insertSession(db, place, request), next: 'done' }
  const secret = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(secret).digest()
  await db.run(sql`insert into sign_in_steps (token_hash, account_id, organization_id, kind)
    values (${hash}, ${place.user_id}::uuid, ${place.organization_id}::uuid, ${place.kind})`)
  return { secret, next: has ? 'second_factor' : 'set_up' }
}

export type Person = { id: string; email: string; email_key: string; name: string; organization_id: string | null }
export type Step = Person & { kind: 'department' | 'super_admin'; ends_at: Date }

/**
 * The half-finished sign-in in the cookie, with its account in scope; null if there is none, it has ended or expired, the
 * password was changed, or the account was disabled.
 */
export const findStep = async (db: Db, token: Buffer | null): Promise<Step | null> => {
  if (!token) return null
  await setScope(db, { token: token.toString('hex') })
  const found = await db.row<{ account_id: string }>(
    sql`select account_id from sign_in_steps where token_hash = (select app.token()) and ended_at is null`,
  )
  if (!found) return null
  await setScope(db, { user_id: found.account_id })
  const step = await db.row<Step>(sql`select a.id, a.email, a.email_key, a.name, s.organization_id, s.kind,
      s.created_at + make_interval(mins => ${STEP_MINUTES}) as ends_at
    from sign_in_steps s join accounts a on a.id = s.account_id
    where s.token_hash = (select app.token()) and s.ended_at is null and a.disabled_at is null
      and s.created_at > clock_timestamp() - make_interval(mins => ${STEP_MINUTES})
      and (a.password_changed_at is null or a.password_changed_at <= s.created_at)
      and (s.kind = 'department' or exists (select from super_admin_users u where u.account_id = a.id and u.active))`)
  await setScope(db, step ? { organization_id: step.organization_id } : { user_id: '' })
  return step
}

/**
 * The same, only if the account has no factor yet: otherwise the person gives the existing one and sets up more later. Locks the
 * account, so that only one first factor is created.
 */
export const findBareStep = async (db: Db, token: Buffer | null): Promise<Step | null> => {
  const step = await findStep(db, token)
  if (step) await db.row(sql`select 1 from accounts where id = (select app.user_id()) for no key update`)
  return step && !(await findDemand(db)).has ? step : null
}

/** Ends the half-finished sign-in of `findStep`; false if another request was faster. */
export const updateStepEnded = async (db: Db): Promise<boolean> =>
  (await db.run(sql`update sign_in_steps set ended_at = clock_timestamp()
    where token_hash = (select app.token()) and ended_at is null`)) === 1

/** The session that completes the step, with its second factor given just now; null if another request was faster. */
export const finishStep = async (db: Db, step: Step, request: RequestFacts): Promise<string | null> => {
  if (!(await updateStepEnded(db))) return null
  return insertSession(
    db,
    { user_id: step.id, organization_id: step.organization_id, kind: step.kind, second_factor_at: new Date() },
    request,
  )
}

/** Half-finished sign-ins and challenges are useless after minutes; they are kept for a day to help investigate complaints. */
export const deleteOldSteps = async (db: Db): Promise<void> => {
  await db.run(sql`delete from sign_in_steps where created_at < now() - interval '1 day'`)
  await db.run(sql`delete from passkey_challenges where created_at < now() - interval '1 day'`)
}
