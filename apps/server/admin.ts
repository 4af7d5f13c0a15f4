import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { linkHours } from '#features/account-links/rules.ts'
import { makeLink } from '#features/account-links/store.ts'
import { emailKey } from '#features/accounts/rules.ts'
import { senderOf } from '#features/accounts/store.passwords.ts'
import { setScope } from '#features/accounts/store.scope.ts'
import { findOrganization, lockAccount, upsertSuperAdmin } from '#features/accounts/store.ts'
import { deleteOwnFactors, updateRosters } from '#features/factors/store.ts'
import { sendLetter } from '#features/notifications/store.ts'
import { freeSlug, slugOf } from '#features/organizations/rules.ts'
import { insertOrganization, listTakenSlugs } from '#features/organizations/store.ts'
import { endSessions } from '#features/sessions/store.ts'
import { writeReset } from '#features/sign-ins/mail.ts'
import { connectDatabase, type Db, enterSystem } from '#platform/server/db.ts'
import { appUrlOf, migrate } from '#platform/server/migrate.ts'
import { StartError } from '#platform/server/start-error.ts'
import { paths } from '#platform/shared/paths.ts'
import { type Tier, tiers } from '#platform/shared/plans.ts'
import { line } from '#platform/shared/shapes.ts'
import { VENDOR_ID } from '#platform/shared/vendor.ts'
import { isZone } from '#platform/shared/zone.ts'
import { readConfig } from './config.ts'
import { explainStart } from './explain.ts'
import { openDatabase } from './open-database.ts'

const usage = `Usage:
  npm run admin -- create-super-admin <email>
  npm run admin -- invite-admin --organization <subdomain> <email>
  npm run admin -- reset-factors <email>
  npm run admin -- create-organization --name <name> --zone <time zone> [--tier ${tiers.join('|')}]`

type Ask = { words: string[]; values: { organization?: string; name?: string; zone?: string; tier?: string } }
type Command = (db: Db, ask: Ask, origin: string) => Promise<string>

const addressOf = (ask: Ask): { email: string; email_key: string } => {
  const [email = ''] = ask.words
  const key = emailKey(email)
  if (key === null || ask.words.length !== 1) throw new StartError(`Give one e-mail address.\n${usage}`)
  return { email: email.trim(), email_key: key }
}

const createSuperAdmin: Command = async (db, ask, origin) => {
  const person = addressOf(ask)
  await setScope(db, { address: person.email_key })
  await upsertSuperAdmin(db, person)
  const token = await makeLink(db, { kind: 'super_admin', email: person.email })
  return `${person.email} sets a password within ${linkHours.super_admin} hours, once, at:\n${origin}${paths.accountLink(token)}`
}

const inviteAdmin: Command = async (db, ask, origin) => {
  const { email } = addressOf(ask)
  const agency = ask.values.organization
  if (!agency) throw new StartError(`Give the organization's subdomain.\n${usage}`)
  const organization = await findOrganization(db, { agency })
  if (!organization) throw new StartError(`There is no organization with the address "${agency}".`)
  await setScope(db, { organization_id: organization.id })
  const token = await makeLink(db, { kind: 'admin_setup', email, organization_id: organization.id })
  return `${email} becomes an admin of ${organization.name} within ${linkHours.admin_setup} hours, once, at:\n${origin}${paths.agencyAdminSetup(agency, token)}`
}

/** The last way for whoever lost every second factor and has no admin who may take it off. */
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
        ? 'The name needs a letter a to z or a figure, for the address is made of it.'
        : `The name would take the address "${slugOf(name)}", which belongs to the product. Choose another.`,
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

const run = async (args: string[]): Promise<string> => {
  const [name = '', ...rest] = args
  const command = commands[name]
  if (!command) throw new StartError(usage)
  const text = { type: 'string' } as const
  const options = { organization: text, name: text, zone: text, tier: text }
  const ask = parseArgs({ args: rest, options, allowPositionals: true })
  const config = readConfig(process.env, [], join(import.meta.dirname, '../..'))
  const { url, close } = await openDatabase(config)
  try {
    await migrate(url, {
      app: config.databaseAppUrl,
      vendor: config.databaseVendorUrl,
      eraser: config.databaseEraserUrl,
    })
    const database = connectDatabase(config.databaseAppUrl ?? appUrlOf(url), { size: 1, pipeline: true, named: false })
    try {
      return await database.transaction([enterSystem(VENDOR_ID, `admin.${name.replaceAll('-', '_')}`)], (db) =>
        command(db, { words: ask.positionals, values: ask.values }, config.publicOrigin),
      )
    } finally {
      await database.close()
    }
  } finally {
    await close()
  }
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
