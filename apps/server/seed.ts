import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Secret } from 'otpauth'
import { PASSWORD_MIN_SUPER_ADMIN } from '#features/accounts/rules.ts'
import { setScope } from '#features/accounts/store.scope.ts'
import { insertAccount, updateSuperAdminAccount, upsertSuperAdmin } from '#features/accounts/store.ts'
import { connectDatabase, type Db, enterSystem } from '#platform/server/db.ts'
import { appUrlOf } from '#platform/server/migrate.ts'
import { hashPassword } from '#platform/server/passwords.ts'
import { sql } from '#platform/server/sql.ts'
import { seal } from '#platform/server/vault.ts'
import { paths } from '#platform/shared/paths.ts'
import { plusDays, weekdayOf } from '#platform/shared/time.ts'
import { VENDOR_ID } from '#platform/shared/vendor.ts'
import { rangeFromWall, wallOf } from '#platform/shared/zone.ts'
import type { Config } from './config.ts'
import { type DemoJob, demoJobs, demoOfficers, demoPending } from './seed.content.ts'
import { seedFiles } from './seed.files.ts'
import type { Department } from './seed.places.ts'
import { seedStaffing } from './seed.staffing.ts'
import { seedTours } from './seed.tours.ts'

export const demoId = '00000000-0000-0000-0000-000000000001'
const zone = 'America/Chicago'
const daysBack = 42
const daysAhead = 21
const people = [
  { email: 'admin@demo.example', badge: '0101', what: 'admin', admin: true },
  { email: 'second-admin@demo.example', badge: '0102', what: 'second admin', admin: true },
  { email: 'officer@demo.example', badge: '2001', what: 'officer', admin: false },
  { email: 'second-officer@demo.example', badge: '2008', what: 'second officer', admin: false },
] as const

/** Of the vendor's side of the demo: with the embedded database only, and never with a second factor made beforehand. */
const vendorEmail = 'super-admin@demo.example'

/**
 * Makes the Demo Organization where it is missing, through the same fence as everybody. Answers the sign-ins to print: one
 * password per data folder, made at random and kept there, or DEMO_PASSWORD; and likewise the admins' authenticator, or
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
  // A demo's database of one's own is nobody's first start, and a vendor's password is longer.
  const hasVendor = config.databaseUrl === null && [...password.text].length >= PASSWORD_MIN_SUPER_ADMIN
  const database = connectDatabase(config.databaseAppUrl ?? appUrlOf(adminUrl), {
    size: 1,
    pipeline: config.pipeline,
    named: false,
  })
  try {
    const hash = password.fresh ? await hashPassword(password.text) : null
    const entered = enterSystem(demoId, 'demo.seed')
    const made = await database.transaction([entered], async (db) => {
      const there = await db.row(sql`select from organizations where id = ${demoId}::uuid`)
      const department = there ? null : await seedAll(db, hash ?? (await hashPassword(password.text)))
      if (there && hash) await setPasswords(db, hash)
      await setAuthenticators(db, authenticator)
      return department
    })
    // Awards count what was recorded before them, and so stand in a transaction of their own.
    if (made) await database.transaction([entered], (db) => seedStaffing(db, made))
    if (hasVendor) {
      await database.transaction([enterSystem(VENDOR_ID, 'demo.seed')], async (db) =>
        setVendor(db, hash ?? (await hashPassword(password.text)), hash !== null),
      )
    }
  } finally {
    await database.close()
  }
  password.keep()
  authenticator.keep()
  const lines = people.map((person) => `  ${person.what.padEnd(15)}${person.email}`)
  const vendor = `The vendor's side: ${config.publicOrigin}${paths.superAdminLogin()}\n  super admin    ${vendorEmail} (same password; sets up a second factor at the first sign-in)`
  return [
    `Demo Organization: ${config.publicOrigin}${paths.agencyLogin('demo')}`,
    ...lines,
    `  password       ${password.text}`,
    `  authenticator  ${authenticator.text.match(/.{1,4}/g)?.join(' ') ?? ''}  (key of both admins: add it to an authenticator app)`,
    ...(hasVendor ? [vendor] : []),
  ].join('\n')
}

type Kept = { text: string; fresh: boolean; keep: () => void }

/** A secret of the demo: the setting's, or the one that this data folder keeps, or a new one. */
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

/** One of the vendor's staff, listed and active; the factor is set up at the first sign-in, as everybody's is. */
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

/** Both admins have the same authenticator; officers of the demo have none. */
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

type Seeded = { id: string; busy: [number, number][] }

const seedAll = async (db: Db, hash: string): Promise<Department | null> => {
  await db.run(sql`insert into organizations (id, name, subdomain, subscription_tier, time_zone, city, phone, calloff_desk_minutes)
    values (${demoId}::uuid, 'Demo Organization', 'demo', 'pro', ${zone}, 'Houston', '+1 555 0100', 120)`)
  await db.run(sql`insert into onboardings (organization_id, put_away_at) values (${demoId}::uuid, now())`)
  const officers = await seedOfficers(db, hash)
  const [admin, second, ...crew] = officers
  if (!admin || !second) return null
  const now = Date.now()
  const today = wallOf(new Date(now).toISOString(), zone).date
  let turn = 0
  for (let day = -daysBack; day <= daysAhead; day++) {
    const date = plusDays(today, day)
    for (const job of demoJobs.filter((one) => one.days.includes(weekdayOf(date)))) {
      const range = rangeFromWall({ date, start_time: job.start, end_time: job.end, zone })
      if (range.kind === 'ok') turn = await seedAssignment(db, job, range, { admin, crew, day, turn, now })
    }
  }
  await seedNow(db, admin.id, crew[0]?.id ?? admin.id, now)
  const files = {
    organization_id: demoId,
    admin_id: admin.id,
    officer_ids: crew.map((one) => one.id),
    today,
  }
  await seedFiles(db, files)
  await seedTours(db, files)
  await seedNotifications(db)
  const [me_id = '', second_id = ''] = files.officer_ids
  return { ...files, zone, second_admin_id: second.id, me_id, second_id }
}

const seedOfficers = async (db: Db, hash: string): Promise<Seeded[]> => {
  const made: Seeded[] = []
  for (const officer of demoOfficers) {
    const person = people.find((one) => one.badge === officer.badge)
    const name = `${officer.rank} ${officer.badge}`
    let userId: string | null = null
    if (person) {
      await db.rows(sql`select set_config('app.address', ${person.email}, true)`)
      const account = await db.row<{ id: string }>(sql`insert into accounts (email, email_key, name, password_hash)
        values (${person.email}, ${person.email}, ${name}, ${hash}) returning id`)
      userId = account?.id ?? null
    }
    const row = await db.row<{
      id: string
    }>(sql`insert into officers (organization_id, user_id, role, approved, approved_at, name,
        email, email_key, badge_number, rank, unit, hired_on, hourly_rate)
      values (${demoId}::uuid, ${userId}::uuid, ${officer.role}, true, now() - interval '400 days', ${name}, ${person?.email ?? null}, ${person?.email ?? null},
        ${officer.badge}, ${officer.rank}, ${officer.unit}, ${officer.hired}::date, ${officer.rate}) returning id`)
    if (row) made.push({ id: row.id, busy: [] })
  }
  for (const badge of demoPending) {
    await db.run(sql`insert into officers (organization_id, name, badge_number, rank, unit) values (${demoId}::uuid, ${`Recruit ${badge}`},
      ${badge}, 'Recruit', 'Patrol South')`)
  }
  return made
}

type Scene = { admin: Seeded; crew: Seeded[]; day: number; turn: number; now: number }

/** How full a job is on a day: the past was staffed, the coming days mostly, the far ones hardly. */
const shareFilled = (day: number, turn: number) =>
  day < 0 ? (turn % 11 === 0 ? 0.5 : 1) : day <= 2 ? 0.75 : day <= 7 ? 0.4 : 0.1

const seedAssignment = async (
  db: Db,
  job: DemoJob,
  range: { starts_at: string; ends_at: string },
  scene: Scene,
): Promise<number> => {
  const { admin, crew, day, now } = scene
  let { turn } = scene
  const posted = new Date(Date.parse(range.starts_at) - 9 * 86_400_000).toISOString()
  const required = job.posts.reduce((sum, post) => sum + post.required, 0)
  const over = Date.parse(range.ends_at) < now
  const assignment = await db.row<{
    id: string
  }>(sql`insert into assignments (organization_id, title, description, kind, client, location_name,
      location_address, time_zone, starts_at, ends_at, min_required, signup_mode, pay_code, min_pay_minutes, status, published_at, announced_at,
      created_by, created_at)
    values (${demoId}::uuid, ${job.title}, ${job.description}, ${job.kind}, ${job.client}, ${job.place}, ${job.address}, ${zone},
      ${range.starts_at}::timestamptz, ${range.ends_at}::timestamptz, ${Math.ceil(required / 2)}, ${job.mode}, ${job.pay_code}, ${job.min_pay},
      'published', ${posted}::timestamptz, ${posted}::timestamptz, ${admin.id}::uuid, ${posted}::timestamptz) returning id`)
  for (const [position, post] of job.posts.entries()) {
    const row = await db.row<{
      id: string
    }>(sql`insert into posts (organization_id, assignment_id, name, position, required_count, starts_at, ends_at)
      values (${demoId}::uuid, ${assignment?.id}::uuid, ${post.name}, ${position}, ${post.required}, ${range.starts_at}::timestamptz,
        ${range.ends_at}::timestamptz) returning id`)
    const wanted = Math.round(post.required * shareFilled(day, turn))
    for (let place = 0; place < post.required; place++) {
      turn++
      const officer = freeOfficer(crew, turn, range)
      const confirmed = place < wanted
      if (!officer || (!confirmed && (job.mode !== 'approval' || over || turn % 3 !== 0))) continue
      const status = !confirmed ? 'pending_approval' : over && day < -3 ? 'worked' : 'confirmed'
      const signup = await db.row<{
        id: string
      }>(sql`insert into officer_assignments (organization_id, assignment_id, post_id, officer_id, status,
          starts_at, ends_at, applied_at, decided_by, decided_at)
        values (${demoId}::uuid, ${assignment?.id}::uuid, ${row?.id}::uuid, ${officer.id}::uuid, ${status}, ${range.starts_at}::timestamptz,
          ${range.ends_at}::timestamptz, least(now(), ${posted}::timestamptz + interval '5 hours'),
          ${confirmed && job.mode === 'approval' ? admin.id : null}::uuid,
          least(now(), ${posted}::timestamptz + interval '9 hours')) returning id`)
      if (confirmed) officer.busy.push([Date.parse(range.starts_at), Date.parse(range.ends_at)])
      if (confirmed && signup && assignment)
        await seedWork(db, { signup: signup.id, assignment: assignment.id, officer: officer.id }, range, {
          ...scene,
          turn,
        })
    }
  }
  return turn
}

/** What a confirmed officer did: the shift that is over worked, the one under way begun. */
const seedWork = async (
  db: Db,
  ids: { signup: string; assignment: string; officer: string },
  range: { starts_at: string; ends_at: string },
  { admin, day, turn, now }: Scene,
) => {
  if (Date.parse(range.ends_at) < now)
    await seedAttendance(db, { ...ids, admin: admin.id, range, turn, done: day < -3 })
  // Most came on time, a few minutes early or late; now and then one is still missing.
  else if (Date.parse(range.starts_at) <= now && turn % 7 !== 0)
    await seedCheckIn(db, {
      ...ids,
      range,
      at: Math.min(now, Date.parse(range.starts_at) + ((turn % 11) - 8) * 60_000),
    })
}

const freeOfficer = (
  crew: Seeded[],
  turn: number,
  range: { starts_at: string; ends_at: string },
): Seeded | undefined => {
  const [start, end] = [Date.parse(range.starts_at), Date.parse(range.ends_at)]
  const restMs = 8 * 3_600_000
  return Array.from({ length: crew.length }, (_, i) => crew[(turn * 7 + i) % crew.length]).find((officer) =>
    officer?.busy.every(([from, to]) => to + restMs <= start || end + restMs <= from),
  )
}

type Worked = {
  signup: string | undefined
  assignment: string | undefined
  officer: string
  admin: string
  range: { starts_at: string; ends_at: string }
  turn: number
  done: boolean
}
const seedAttendance = async (db: Db, worked: Worked) => {
  const { range, turn } = worked
  const from = Date.parse(range.starts_at) + ((turn % 9) - 7) * 60_000
  const to = Date.parse(range.ends_at) + ((turn % 13) - 3) * 60_000
  await db.run(sql`insert into attendance (organization_id, signup_id, assignment_id, officer_id, state, scheduled_starts_at, scheduled_ends_at,
      checked_in_at, checked_out_at, original_in_at, original_out_at, device_in_at, device_out_at, worked_minutes, decided_by, decided_at)
    values (${demoId}::uuid, ${worked.signup}::uuid, ${worked.assignment}::uuid, ${worked.officer}::uuid, ${worked.done ? 'approved' : 'submitted'},
      ${range.starts_at}::timestamptz, ${range.ends_at}::timestamptz, ${new Date(from).toISOString()}::timestamptz, ${new Date(to).toISOString()}::timestamptz,
      ${new Date(from).toISOString()}::timestamptz, ${new Date(to).toISOString()}::timestamptz, ${new Date(from).toISOString()}::timestamptz,
      ${new Date(to).toISOString()}::timestamptz, ${Math.floor((to - from) / 60_000)}, ${worked.done ? worked.admin : null}::uuid,
      ${worked.done ? range.ends_at : null}::timestamptz)`)
}

/** What the bell would hold: to the admins that signups wait, to who signs in that the coming shifts are theirs. */
const seedNotifications = async (db: Db) => {
  await db.run(sql`insert into notifications (organization_id, type, title, message, officer_id, assignment_id, created_at)
    select a.organization_id, 'signup_waiting', 'Signups wait for approval', a.title, null, a.id, max(s.applied_at)
    from officer_assignments s join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
    where s.organization_id = ${demoId}::uuid and s.status = 'pending_approval' and s.starts_at > now()
    group by a.organization_id, a.id, a.title, a.starts_at order by a.starts_at limit 4`)
  await db.run(sql`insert into notifications (organization_id, type, title, message, officer_id, assignment_id, created_at)
    select a.organization_id, 'signup_approved', 'You have the place', a.title, f.id, a.id, s.applied_at
    from officer_assignments s join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
    join officers f on f.organization_id = s.organization_id and f.id = s.officer_id
    where s.organization_id = ${demoId}::uuid and s.status = 'confirmed' and s.starts_at > now() and f.user_id is not null`)
}

type CheckedIn = Pick<Worked, 'signup' | 'assignment' | 'officer' | 'range'> & { at: number }
const seedCheckIn = async (db: Db, { signup, assignment, officer, range, at }: CheckedIn) => {
  const in_at = new Date(at).toISOString()
  await db.run(sql`insert into attendance (organization_id, signup_id, assignment_id, officer_id, state, scheduled_starts_at, scheduled_ends_at,
      checked_in_at, original_in_at, device_in_at)
    values (${demoId}::uuid, ${signup}::uuid, ${assignment}::uuid, ${officer}::uuid, 'open', ${range.starts_at}::timestamptz,
      ${range.ends_at}::timestamptz, ${in_at}::timestamptz, ${in_at}::timestamptz, ${in_at}::timestamptz)`)
}

/** A shift that starts within the hour, so that a first visitor can check in. */
const seedNow = async (db: Db, adminId: string, officerId: string, now: number) => {
  const quarter = 15 * 60_000
  const start = new Date(Math.ceil((now + 20 * 60_000) / quarter) * quarter).toISOString()
  const end = new Date(Date.parse(start) + 4 * 3_600_000).toISOString()
  const clash =
    await db.row(sql`select from officer_assignments where organization_id = ${demoId}::uuid and officer_id = ${officerId}::uuid
    and status = 'confirmed' and starts_at < ${end}::timestamptz and ends_at > ${start}::timestamptz`)
  if (clash) return
  const assignment = await db.row<{
    id: string
  }>(sql`insert into assignments (organization_id, title, description, kind, location_name, location_address,
      time_zone, starts_at, ends_at, min_required, signup_mode, pay_code, status, published_at, announced_at, created_by)
    values (${demoId}::uuid, 'Desk relief', 'Front desk and walk-in reports.', 'overtime', 'Central station', '200 W Madison Ave', ${zone},
      ${start}::timestamptz, ${end}::timestamptz, 1, 'first_come', 'OT-15', 'published', now(), now(), ${adminId}::uuid) returning id`)
  const post = await db.row<{
    id: string
  }>(sql`insert into posts (organization_id, assignment_id, name, required_count, starts_at, ends_at)
    values (${demoId}::uuid, ${assignment?.id}::uuid, 'Front desk', 2, ${start}::timestamptz, ${end}::timestamptz) returning id`)
  await db.run(sql`insert into officer_assignments (organization_id, assignment_id, post_id, officer_id, status, starts_at, ends_at)
    values (${demoId}::uuid, ${assignment?.id}::uuid, ${post?.id}::uuid, ${officerId}::uuid, 'confirmed', ${start}::timestamptz, ${end}::timestamptz)`)
}
