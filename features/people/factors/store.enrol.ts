import { Secret, TOTP } from 'otpauth'
import { sendLetter } from '#features/department/notifications/store.ts'
import { senderOf } from '#features/people/accounts/store.passwords.ts'
import type { Db } from '#platform/server/db.ts'
import { type RequestFacts, refuse } from '#platform/server/route.ts'
import type { Enrolled, NewApp } from './contract.ts'
import { writeAdded } from './mail.ts'
import { CODE_DIGITS, CODE_SECONDS, FACTORS_MOST, readCode, showRecoveryCode } from './rules.ts'
import { factsFor } from './store.checks.ts'
import { makeRecoveryCodes, takeAppCode } from './store.codes.ts'
import { askNewPasskey, type MadePasskey } from './store.passkeys-ceremonies.ts'
import type { Person } from './store.second-step.ts'
import { countFactors, findMethods, insertApp, insertPasskey, updateRosters } from './store.ts'

const APP_NAME = 'Authenticator app'

export const isFull = async (db: Db) => (await countFactors(db)) >= FACTORS_MOST

/** A secret for an app of the account in scope. */
export const beginApp = async (db: Db, person: Person): Promise<NewApp> => {
  const { id, secret } = await insertApp(db, person.id, APP_NAME)
  const { name } = await senderOf(db, person.organization_id)
  const bytes = new Uint8Array(secret)
  const totp = new TOTP({
    issuer: name,
    label: person.email,
    secret: new Secret({ buffer: bytes.buffer }),
    digits: CODE_DIGITS,
    period: CODE_SECONDS,
  })
  return { factor_id: id, secret: totp.secret.base32, uri: totp.toString() }
}

/** Follow-up for every new factor: updates the rosters, notifies the person, and creates recovery codes for the first one. */
const welcome = async (db: Db, person: Person, name: string, request: RequestFacts): Promise<Enrolled> => {
  await updateRosters(db)
  await sendLetter(db, 'factors_changed', writeAdded(await factsFor(db, person, request.origin), name))
  if ((await findMethods(db)).recovery || (await countFactors(db)) > 1) return { recovery_codes: null }
  return { recovery_codes: (await makeRecoveryCodes(db, person.id)).map(showRecoveryCode) }
}

export const confirmApp = async (
  db: Db,
  person: Person,
  input: { factor_id: string; code: string },
  request: RequestFacts,
) => {
  const read = readCode(input.code)
  if (read?.kind !== 'app' || !(await takeAppCode(db, person.id, read.code, input.factor_id)))
    return refuse('code_wrong')
  return welcome(db, person, APP_NAME, request)
}

export const beginPasskey = async (db: Db, person: Person, request: RequestFacts, boundTo: Buffer) =>
  askNewPasskey(db, person, request, boundTo, (await senderOf(db, person.organization_id)).name)

export const confirmPasskey = async (
  db: Db,
  person: Person,
  made: MadePasskey & { name: string },
  request: RequestFacts,
): Promise<Enrolled> => {
  await insertPasskey(db, person.id, made)
  return welcome(db, person, made.name, request)
}
