import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sendLetter } from '#features/department/notifications/store.ts'
import { linkHours } from '#features/people/account-links/rules.ts'
import { makeLink } from '#features/people/account-links/store.ts'
import { emailKey } from '#features/people/accounts/rules.ts'
import { senderOf } from '#features/people/accounts/store.passwords.ts'
import { setScope } from '#features/people/accounts/store.scope.ts'
import { findOrganization, lockAccount, upsertSuperAdmin } from '#features/people/accounts/store.ts'
import { deleteOwnFactors, updateRosters } from '#features/people/factors/store.ts'
import { freeSlug, slugOf } from '#features/people/organizations/rules.ts'
import { insertOrganization, listTakenSlugs } from '#features/people/organizations/store.ts'
import { endSessions } from '#features/people/sessions/store.ts'
import { writeReset } from '#features/people/sign-ins/mail.ts'
import { type Database, type Db, enterSystem } from '#platform/server/db.ts'
import { derivedPushKeys } from '#platform/server/push.ts'
import { StartError } from '#platform/server/start-error.ts'
import { openVault } from '#platform/server/vault.ts'
import { paths } from '#platform/shared/paths.ts'
import { type Tier, tiers } from '#platform/shared/plans.ts'
import { line } from '#platform/shared/shapes.ts'
import { VENDOR_ID } from '#platform/shared/vendor.ts'
import { isZone } from '#platform/shared/zone.ts'
import { backUpNow, restoreInto } from './backup-commands.ts'
import { type Config, readConfig } from './config.ts'
import { explainStart } from './explain.ts'
import { withDatabase } from './open-database.ts'
import { rotatedWords, rotateKey } from './rotate-key.ts'
import { readSecretKey } from './secret-key.ts'

const usage = `Usage:
  npm run admin -- create-super-admin <email>
  npm run admin -- invite-admin --organization <subdomain> <email>
  npm run admin -- reset-factors <email>
  npm run admin -- create-organization --name <name> --zone <time zone> [--tier ${tiers.join('|')}]
  npm run admin -- push-keys
  npm run admin -- rotate-key [--delete-codes-before <instant>]
  npm run admin -- backup
  npm run admin -- restore [--from <backup folder>] --into <new data folder> [--to <instant>]`

type Option = 'organization' | 'name' | 'zone' | 'tier' | 'delete-codes-before' | 'from' | 'into' | 'to'
type Ask = { words: string[]; values: { [name in Option]?: string } }
type Command = (db: Db, ask: Ask, origin: string) => Promise<string>

const addressOf = (ask: Ask): { email: string; email_key: string } => {
  const [email = ''] = ask.words
  const key = emailKey(email)
  if (key === null || ask.words.length !== 1) throw new StartError(`Enter one email address.\n${usage}`)
  return { email: email.trim(), email_key: key }
}

const createSuperAdmin: Command = async (db, ask, origin) => {
  const person = addressOf(ask)
  await setScope(db, { address: person.email_key })
  await upsertSuperAdmin(db, person)
  const token = await makeLink(db, { kind: 'super_admin', email: person.email })
  return `To let ${person.email} choose a password, send this one-time link. It expires in ${linkHours.super_admin} hours:\n${origin}${paths.accountLink(token)}`
}

const inviteAdmin: Command = async (db, ask, origin) => {
  const { email } = addressOf(ask)
  const agency = ask.values.organization
  if (!agency) throw new StartError(`Enter the organization's subdomain.\n${usage}`)
  const organization = await findOrganization(db, { agency })
  if (!organization) throw new StartError(`There is no organization with the address "${agency}".`)
  await setScope(db, { organization_id: organization.id })
  const token = await makeLink(db, { kind: 'admin_setup', email, organization_id: organization.id })
  return `To make ${email} an admin of ${organization.name}, send this one-time link. It expires in ${linkHours.admin_setup} hours:\n${origin}${paths.agencyAdminSetup(agency, token)}`
}

/** Last resort for an account that has lost every second factor and has no admin to remove it. */
const resetFactors: Command = async (db, ask, origin) => {
  const { email, email_key } = addressOf(ask)
  await setScope(db, { address: email_key })
  const account = await lockAccount(db)
  if (!account) throw new StartError(`There is no account with the address ${email}.`)
  await setScope(db, { user_id: account.id })
  const taken = await deleteOwnFactors(db)
  if (taken === 0) throw new StartError(`${email} has no second factor.`)
  await updateRosters(db)
  await endSessions(db, account.id, 'factors_reset')
  await setScope(db, { organization_id: null })
  const of = await senderOf(db, null)
  await sendLetter(db, 'factors_changed', writeReset({ of, origin, to: account.email }, `The operator of ${of.name}`))
  return `${taken === 1 ? '1 second factor was' : `${taken} second factors were`} taken off ${email}, and every device was signed out. The password stays.`
}

const createOrganization: Command = async (db, ask, origin) => {
  const named = line(1, 120).safeParse(ask.values.name ?? '')
  if (!named.success) throw new StartError(`Give the organization a name of 1 to 120 characters.\n${usage}`)
  const name = named.data
  const zone = ask.values.zone ?? ''
  if (!isZone(zone)) throw new StartError(`"${zone}" is no time zone. Give one such as America/Chicago.`)
  const tier = ask.values.tier ?? 'basic'
  const isTier = (text: string): text is Tier => tiers.some((one) => one === text)
  if (!isTier(tier)) throw new StartError(`--tier must be one of ${tiers.join(', ')}.`)
  const slug = freeSlug(name, await listTakenSlugs(db, slugOf(name)))
  if ('refused' in slug) {
    throw new StartError(
      slug.refused === 'empty'
        ? 'The name needs a letter (a to z) or a digit, because the address is made from it.'
        : `The name results in the address "${slugOf(name)}", which belongs to the product. Choose another.`,
    )
  }
  await insertOrganization(db, { name, subdomain: slug.slug, time_zone: zone, subscription_tier: tier })
  return `${name} is at ${origin}${paths.agencyLogin(slug.slug)}\nIts first admin: npm run admin -- invite-admin --organization ${slug.slug} <email>`
}

const commands: Readonly<Record<string, Command>> = {
  'create-super-admin': createSuperAdmin,
  'invite-admin': inviteAdmin,
  'reset-factors': resetFactors,
  'create-organization': createOrganization,
}

/** The key pair of pushes as settings, so that it outlives the secret key that it is derived from. */
const pushKeys = (config: Config): string => {
  openVault(readSecretKey(config))
  const { publicKey, privateKey } = config.push.keys ?? derivedPushKeys()
  return `VAPID_PUBLIC_KEY=${publicKey}\nVAPID_PRIVATE_KEY=${privateKey}`
}

/** `docs/security/keys.md` has the steps around it. */
const rotate = async (url: string, database: Database, config: Config, ask: Ask): Promise<string> => {
  const other = config.otherSecretKey
  const secret = other === null ? null : readSecretKey(config)
  if (secret === null || other === secret)
    throw new StartError(
      'Set SECRET_KEY to the new key and SECRET_KEY_OTHER to the old one, here and in every process.',
    )
  const text = ask.values['delete-codes-before']
  const before = text === undefined ? null : new Date(text)
  if (before !== null && !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z$/.test(text ?? ''))
    throw new StartError('Give the instant in UTC, such as 2027-01-31T14:00Z.')
  openVault(secret, other)
  return rotatedWords(await rotateKey(url, database, before))
}

const withoutTransaction: ReadonlySet<string> = new Set(['rotate-key', 'push-keys', 'backup', 'restore'])

const run = async (args: string[]): Promise<string> => {
  const [name = '', ...rest] = args
  const command = commands[name]
  if (!command && !withoutTransaction.has(name)) throw new StartError(usage)
  const text = { type: 'string' } as const
  const ofRestore = { from: text, into: text, to: text }
  const options = { organization: text, name: text, zone: text, tier: text, 'delete-codes-before': text, ...ofRestore }
  const parsed = parseArgs({ args: rest, options, allowPositionals: true })
  const ask: Ask = { words: parsed.positionals, values: parsed.values }
  const config = readConfig(process.env, [], join(import.meta.dirname, '../..'))
  if (name === 'push-keys') return pushKeys(config)
  if (name === 'backup') return backUpNow(config)
  if (name === 'restore') return restoreInto(config, ask.values, usage)
  return withDatabase(config, (database, url) =>
    command
      ? database.transaction([enterSystem(VENDOR_ID, `admin.${name.replaceAll('-', '_')}`)], (db) =>
          command(db, ask, config.publicOrigin),
        )
      : rotate(url, database, config, ask),
  )
}

const isBadOption = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

try {
  process.stdout.write(`${await run(process.argv.slice(2))}\n`)
  process.exit(0)
} catch (error) {
  const words = isBadOption(error) && error instanceof Error ? `${error.message}\n${usage}` : explainStart(error, null)
  process.stderr.write(`${words}\n`)
  process.exit(1)
}
