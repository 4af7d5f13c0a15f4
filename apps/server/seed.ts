import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Secret } from 'otpauth'
import { setScope } from '#features/people/accounts/store.scope.ts'
import { insertAccount, updateSuperAdminAccount, upsertSuperAdmin } from '#features/people/accounts/store.ts'
import { sampleTestimonials } from '#features/vendor/testimonials/rules.ts'
import { insertSample } from '#features/vendor/testimonials/store.ts'
import { connectDatabase, type Db, enterSystem } from '#platform/server/db.ts'
import { appUrlOf } from '#platform/server/migrate.ts'
import { hashPassword } from '#platform/server/passwords.ts'
import { sql } from '#platform/server/sql.ts'
import { seal } from '#platform/server/vault.ts'
import { paths } from '#platform/shared/paths.ts'
import { VENDOR_ID } from '#platform/shared/vendor.ts'
import { wallOf } from '#platform/shared/zone.ts'
import type { Config } from './config.ts'
import { demoId, demoOf, hasVendor, people, vendorEmail } from './demo.ts'
import { seedAudit } from './seed.audit.ts'
import { demoOfficers, demoPending } from './seed.content.ts'
import { seedFiles } from './seed.files.ts'
import { officerOf, type Seeded } from './seed.hours.ts'
import type { Department } from './seed.places.ts'
import { seedQueues } from './seed.queues.ts'
import { seedSamples } from './seed.samples.ts'
import { type Bids, seedShifts, spanOfNow } from './seed.shifts.ts'
import { seedStaffing } from './seed.staffing.ts'
import { seedTours } from './seed.tours.ts'

const zone = 'America/Chicago'
/** A quarter of a year is a statement per table: on a busy machine it takes longer than a person's request may. */
const patient = sql`select set_config('statement_timeout', '60s', true)`
/**
 * Creates the Demo Organization if it is missing, through the same fence as every other caller. Returns the sign-ins to print: one
 * password per data folder, generated at random and kept there, or DEMO_PASSWORD; the same goes for the admins' authenticator and
 * DEMO_TOTP_SECRET.
 */
export const seedDemo = async (adminUrl: string, config: Config): Promise<string> => {
  const password = kept(config, 'demo-password.txt', config.demoPassword, randomWords)
  const authenticator = kept(
    config,
    'demo-totp-secret.txt',
    config.demoTotpSecret,
    () => new Secret({ size: 20 }).base32,
  )
  const database = connectDatabase(config.databaseAppUrl ?? appUrlOf(adminUrl), {
    size: 1,
    pipeline: config.pipeline,
    named: false,
  })
  try {
    const hash = password.fresh ? await hashPassword(password.text) : null
    const entered = enterSystem(demoId, 'demo.seed')
    const made = await database.transaction([entered, patient], async (db) => {
      const there = await db.row(sql`select from organizations where id = ${demoId}::uuid`)
      const department = there ? null : await seedAll(db, hash ?? (await hashPassword(password.text)))
      if (there && hash) await setPasswords(db, hash)
      await setAuthenticators(db, authenticator)
      return department
    })
    // Awards count what was recorded before them, so they run in a transaction of their own.
    if (made) await database.transaction([entered, patient], (db) => seedStaffing(db, made.department, made.bids))
    // Last, so that the log begins with them.
    if (made) await database.transaction([entered, patient], (db) => seedAudit(db, made.department))
    if (made) {
      await database.transaction([enterSystem(VENDOR_ID, 'demo.seed')], async (db) => {
        for (const [at, sample] of sampleTestimonials.entries()) await insertSample(db, sample, at)
      })
    }
    if (hasVendor(config)) {
      await database.transaction([enterSystem(VENDOR_ID, 'demo.seed')], async (db) =>
        setVendor(db, hash ?? (await hashPassword(password.text)), hash !== null),
      )
      await database.transaction([enterSystem(VENDOR_ID, 'demo.seed'), patient], seedVendorSide)
    }
  } finally {
    await database.close()
  }
  password.keep()
  authenticator.keep()
  const lines = people.map((person) => `  ${person.what.padEnd(15)}${person.email}`)
  const vendor = `The vendor's side: ${config.publicOrigin}${paths.superAdminLogin()}\n  super admin    ${vendorEmail} (same password; sets up a second factor at the first sign-in)\n  Its other departments are samples: their names, people and invoices are invented.`
  return [
    `Demo Organization: ${config.publicOrigin}${paths.agencyLogin('demo')}`,
    ...(demoOf(config) ? ['  Open it and choose who to be: officer, admin or super admin. Or sign in:'] : []),
    ...lines,
    `  password       ${password.text}`,
    `  authenticator  ${authenticator.text.match(/.{1,4}/g)?.join(' ') ?? ''}  (key for both admins: add it to an authenticator app)`,
    ...(hasVendor(config) ? [vendor] : []),
  ].join('\n')
}

type Kept = { text: string; fresh: boolean; keep: () => void }

/** A demo secret: the configured one, else the one kept in this data folder, else a new one. */
const kept = (config: Config, name: string, set: string | null, make: () => string): Kept => {
  const file = join(config.dataDir, name)
  const before = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  const text = set ?? (before || make())
  const keep = () => {
    if (text === before) return
    mkdirSync(config.dataDir, { recursive: true })
    writeFileSync(file, `${text}\n`, { mode: 0o600 })
  }
  return { text, fresh: text !== before, keep }
}
const randomWords = () => (randomBytes(10).toString('hex').match(/.{5}/g) ?? []).join('-')

const setPasswords = async (db: Db, hash: string) => {
  for (const { email } of people) {
    await db.rows(sql`select set_config('app.address', ${email}, true)`)
    await db.run(
      sql`update accounts set password_hash = ${hash}, password_changed_at = now() where email_key = ${email}`,
    )
  }
}

/** A super admin, listed and active; the second factor is set up at the first sign-in, as for everyone. */
const setVendor = async (db: Db, hash: string, fresh: boolean) => {
  await setScope(db, { address: vendorEmail })
  const made = await insertAccount(db, {
    email: vendorEmail,
    email_key: vendorEmail,
    name: 'Vendor Staff',
    password_hash: hash,
  })
  if (!made) {
    if (fresh) {
      await db.run(sql`update accounts set password_hash = ${hash}, password_changed_at = now()
        where email_key = (select app.address())`)
    }
    return
  }
  await upsertSuperAdmin(db, { email: vendorEmail, email_key: vendorEmail })
  await setScope(db, { user_id: made })
  await updateSuperAdminAccount(db, made)
}

/** The sample departments, in the name of the demo's super admin. */
const seedVendorSide = async (db: Db) => {
  await setScope(db, { address: vendorEmail })
  const found = await db.row<{
    id: string
    today: string
  }>(sql`select id, (now() at time zone 'UTC')::date::text as today
    from accounts where email_key = (select app.address())`)
  if (found) await seedSamples(db, { account_id: found.id, email: vendorEmail }, found.today)
}

/** Both admins share one authenticator; the demo's officers have none. */
const setAuthenticators = async (db: Db, { text, fresh }: Kept) => {
  const secret = Buffer.from(Secret.fromBase32(text).buffer)
  for (const { email } of people.filter((person) => person.admin)) {
    await db.rows(sql`select set_config('app.address', ${email}, true)`)
    const account = await db.row<{ id: string }>(sql`select id from accounts where email_key = ${email}`)
    if (!account) continue
    await db.rows(sql`select set_config('app.user_id', ${account.id}, true)`)
    const there = await db.row(
      sql`select from factors where account_id = ${account.id}::uuid and confirmed_at is not null`,
    )
    if (there && !fresh) continue
    await db.run(sql`delete from factors where account_id = ${account.id}::uuid and name = 'Demo authenticator'`)
    await db.run(sql`insert into factors (account_id, kind, name, secret, confirmed_at)
      values (${account.id}::uuid, 'app', 'Demo authenticator', ${seal(secret, account.id)}, now())`)
    await db.run(sql`update memberships set second_factor = true where account_id = ${account.id}::uuid`)
  }
  await db.rows(sql`select set_config('app.user_id', '', true)`)
}

const seedAll = async (db: Db, hash: string): Promise<{ department: Department; bids: readonly Bids[] } | null> => {
  await db.run(sql`insert into organizations (id, name, subdomain, subscription_tier, time_zone, city, phone, calloff_desk_minutes,
      signup_mode, officers_see_schedule)
    values (${demoId}::uuid, 'Demo Organization', 'demo', 'pro', ${zone}, 'Houston', '(713) 555-0100', 120, 'first_come', true)`)
  await db.run(sql`insert into onboardings (organization_id, put_away_at) values (${demoId}::uuid, now())`)
  const officers = await seedOfficers(db, hash)
  const [admin, second, ...crew] = officers
  if (!admin || !second) return null
  const now = Date.now()
  const today = wallOf(new Date(now).toISOString(), zone).date
  const bids = await seedShifts(db, { admins: [admin, second], crew, today, now, zone })
  await seedNow(db, admin.id, crew[0]?.id ?? admin.id, now)
  const files = {
    organization_id: demoId,
    admin_id: admin.id,
    officer_ids: crew.map((one) => one.id),
    today,
  }
  await seedFiles(db, files)
  await seedTours(db, files)
  await seedQueues(db, files)
  await seedNotifications(db)
  const [me_id = '', second_id = ''] = files.officer_ids
  return { department: { ...files, zone, second_admin_id: second.id, me_id, second_id }, bids }
}

/** Without a password nobody can sign in: only the people the demo names have one. The two hired last have no account yet. */
const addressOf = (badge: string): string | null => (['2148', '2239'].includes(badge) ? null : `${badge}@demo.example`)

const insertAccountOf = async (db: Db, { email, name, hash }: { email: string; name: string; hash: string | null }) => {
  await setScope(db, { address: email })
  const account = await db.row<{ id: string }>(sql`insert into accounts (email, email_key, name, password_hash)
    values (${email}, ${email}, ${name}, ${hash}) returning id`)
  return account?.id ?? null
}

/** When a unit was imported, one after another in the weeks before the department went live: days ago, and the local time. */
const importedAt = (unit: string): readonly [days: number, time: string] => {
  const known: Readonly<Record<string, readonly [number, string]>> = {
    Administration: [421, '09:12'],
    'Patrol North': [414, '10:05'],
    'Patrol South': [412, '14:38'],
    Traffic: [407, '11:20'],
  }
  return known[unit] ?? [403, '15:47']
}

const seedOfficers = async (db: Db, hash: string): Promise<Seeded[]> => {
  const made: Seeded[] = []
  for (const [at, officer] of demoOfficers.entries()) {
    const person = people.find((one) => one.badge === officer.badge)
    const { name } = officer
    const [days, time] = importedAt(officer.unit)
    const imported = sql`(((now() at time zone ${zone})::date - ${days}::int) + ${time}::time) at time zone ${zone}`
    const email = person?.email ?? addressOf(officer.badge)
    const userId = email && (await insertAccountOf(db, { email, name, hash: person ? hash : null }))
    const row = await db.row<{
      id: string
    }>(sql`insert into officers (organization_id, user_id, role, approved, approved_at, name,
        email, email_key, badge_number, rank, unit, hired_on, hourly_rate, created_at)
      values (${demoId}::uuid, ${userId}::uuid, ${officer.role}, true, ${imported}, ${name}, ${email}, ${email},
        ${officer.badge}, ${officer.rank}, ${officer.unit}, ${officer.hired}::date, ${officer.rate},
        ${imported}) returning id`)
    if (row) made.push(officerOf(row.id, at - 2))
  }
  for (const [at, { name, badge }] of demoPending.entries()) {
    await db.run(sql`insert into officers (organization_id, name, badge_number, rank, unit, created_at) values (${demoId}::uuid,
      ${name}, ${badge}, 'Recruit', 'Patrol South', now() - ${19 + at * 26}::int * interval '1 hour')`)
  }
  return made
}

/** What the bell would show: pending sign-ups for admins, upcoming shifts for the officers who sign in. */
const seedNotifications = async (db: Db) => {
  await db.run(sql`insert into notifications (organization_id, type, title, message, officer_id, assignment_id, created_at)
    select a.organization_id, 'signup_waiting', 'Sign-ups need approval', a.title || ', ' || app.day_and_clock(a.starts_at, ${zone}), null, a.id, max(s.applied_at)
    from officer_assignments s join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
    where s.organization_id = ${demoId}::uuid and s.status = 'pending_approval' and s.starts_at > now()
    group by a.organization_id, a.id, a.title, a.starts_at order by a.starts_at limit 4`)
  await db.run(sql`insert into notifications (organization_id, type, title, message, officer_id, assignment_id, created_at)
    select a.organization_id, 'signup_approved', 'You have the shift', a.title || ', ' || app.day_and_clock(s.starts_at, ${zone}), f.id, a.id, s.applied_at
    from officer_assignments s join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
    join officers f on f.organization_id = s.organization_id and f.id = s.officer_id
    where s.organization_id = ${demoId}::uuid and s.status = 'confirmed' and s.starts_at > now() and f.user_id is not null`)
}

/** A shift that starts within the hour, so that a first-time visitor can check in. */
const seedNow = async (db: Db, adminId: string, officerId: string, now: number) => {
  const { starts_at: start, ends_at: end } = spanOfNow(now)
  const assignment = await db.row<{
    id: string
  }>(sql`insert into assignments (organization_id, title, description, kind, location_name, location_address,
      time_zone, starts_at, ends_at, min_required, signup_mode, pay_code, status, published_at, announced_at, created_by)
    values (${demoId}::uuid, 'Desk relief', 'Front desk and walk-in reports.', 'callback', 'Central station', '200 W Madison Ave', ${zone},
      ${start}::timestamptz, ${end}::timestamptz, 1, 'first_come', 'OT-15', 'published', now(), now(), ${adminId}::uuid) returning id`)
  const post = await db.row<{
    id: string
  }>(sql`insert into posts (organization_id, assignment_id, name, required_count, starts_at, ends_at)
    values (${demoId}::uuid, ${assignment?.id}::uuid, 'Front desk', 2, ${start}::timestamptz, ${end}::timestamptz) returning id`)
  await db.run(sql`insert into officer_assignments (organization_id, assignment_id, post_id, officer_id, status, starts_at, ends_at)
    values (${demoId}::uuid, ${assignment?.id}::uuid, ${post?.id}::uuid, ${officerId}::uuid, 'confirmed', ${start}::timestamptz, ${end}::timestamptz)`)
}
