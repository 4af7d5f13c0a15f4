import { setScope } from '#features/people/accounts/store.scope.ts'
import { upsertSuperAdmin } from '#features/people/accounts/store.ts'
import { keepFigures } from '#features/vendor/analytics/jobs.months.ts'
import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { DEFAULT_COLOR } from '#platform/shared/brand.ts'
import { plusDays, type WallDate } from '#platform/shared/time.ts'
import { firstNames, lastNames } from './seed.content.ts'
import { asRole } from './seed.roles.ts'
import { seedBooks, seedClosing } from './seed.samples.books.ts'
import { daysAgo, type Sample, sampleId, sampleShifts, samples } from './seed.samples.content.ts'
import { seedLetters } from './seed.samples.letters.ts'

const us = sql`(select app.organization_id())`
/** Features a department used on one day of each month, so that the vendor's analytics have something to count. */
const used = ['reports', 'overtime', 'officer_stats', 'audit_logs', 'bulk_operations', 'location_verification'] as const

/** The sample department itself, as it was on the day it was created. */
const seedOrganization = (db: Db, it: Sample, today: WallDate) =>
  db.run(sql`insert into organizations (id, name, subdomain, city, time_zone, subscription_tier, trial_end_date, max_officers,
      primary_color, contact_email, created_at)
    values (${sampleId(it.nth)}::uuid, ${it.name}, ${it.subdomain}, ${it.city}, ${it.zone},
      ${it.trialEnds === undefined ? it.tier : 'trial'},
      ${it.trialEnds === undefined ? null : plusDays(today, it.trialEnds)}::date, ${it.tier === 'basic' ? 25 : null}::int,
      ${it.color ?? DEFAULT_COLOR}, ${`desk@${it.subdomain}.example`},
      ${daysAgo(today, it.created)}::date + interval '15 hours')`)

/** Its roster: an admin and an officer with accounts but without a password, and the others as imported. */
const seedRoster = async (db: Db, it: Sample, today: WallDate) => {
  const people = [
    { email: `chief@${it.subdomain}.example`, name: it.chief },
    { email: `officer@${it.subdomain}.example`, name: null },
  ]
  const made: string[] = []
  for (const [at, { email, name }] of people.entries()) {
    await setScope(db, { address: email })
    const row = await db.row<{ id: string }>(sql`insert into accounts (email, email_key, name, created_at)
      values (${email}, ${email}, ${name ?? nameOf(it, at)}, ${daysAgo(today, it.created - 1)}::date + interval '16 hours')
      returning id`)
    made.push(row?.id ?? '')
  }
  const roster = Array.from({ length: it.officers }, (_, at) => ({
    user_id: made[at] ?? null,
    role: at === 0 ? 'admin' : 'officer',
    name: at === 0 ? it.chief : nameOf(it, at),
    email: people[at]?.email ?? null,
    badge: String(1000 + it.nth * 100 + at * 3),
    rank: at === 0 ? 'Chief' : at % 9 === 3 ? 'Sergeant' : 'Officer',
    unit: at % 3 === 2 ? 'Traffic' : 'Patrol',
    hired: plusDays(daysAgo(today, it.created), -200 - ((at * 173) % 5200)),
    // One in eight joined later.
    approved: daysAgo(today, at % 8 === 7 ? Math.floor(it.created * 0.55) : it.created - 1),
  }))
  await db.run(sql`insert into officers (organization_id, user_id, role, approved, approved_at, name, email, email_key,
      badge_number, rank, unit, hired_on, created_at)
    select ${us}, r.user_id, r.role, true, r.approved + interval '16 hours', r.name, r.email, r.email, r.badge, r.rank, r.unit,
      r.hired, r.approved + interval '16 hours'
    from jsonb_to_recordset(${JSON.stringify(roster)}::jsonb) as r (user_id uuid, role text, name text, email text, badge text,
      rank text, unit text, hired date, approved date)`)
}

const nameOf = (it: Sample, at: number): string =>
  `${firstNames[(at * 7 + it.nth * 11) % firstNames.length]} ${lastNames[(at * 3 + it.nth * 5 + Math.floor(at / 40)) % lastNames.length]}`

/**
 * Shifts from its third day until two weeks from now, each posted nine days ahead. They are three or more days apart, so an
 * officer never overlaps.
 */
const seedShifts = (db: Db, it: Sample, today: WallDate) => {
  const every = { 1: 7, 2: 4, 3: 3 }[it.shiftsPerWeek]
  return db.run(sql`
    with kinds as (select k.* from jsonb_to_recordset(${JSON.stringify(sampleShifts.map((one, at) => ({ at, ...one })))}::jsonb)
        as k (at int, title text, kind text, client text, place text, hour int, hours int, required int)),
    boss as (select id from officers where organization_id = ${us} and role = 'admin'),
    planned as materialized (
      select gen_random_uuid() as id, k.*, (d.day + make_interval(hours => k.hour)) at time zone ${it.zone} as starts_at,
        (d.day + make_interval(hours => k.hour + k.hours)) at time zone ${it.zone} as ends_at,
        greatest((d.day - interval '9 days' + time '14:00') at time zone ${it.zone}, g.created_at + interval '26 minutes') as posted_at
      from organizations g, generate_series(0, ${Math.floor((it.created + 11) / every)}::int) as n
        cross join lateral (select ${plusDays(today, 14)}::date - make_interval(days => n * ${every}::int) as day) d
        join kinds k on k.at = n % 4
      where g.id = ${us}),
    made as (insert into assignments (organization_id, id, title, kind, client, location_name, time_zone, starts_at, ends_at,
        min_required, signup_mode, status, published_at, announced_at, created_by, created_at)
      select ${us}, p.id, p.title, p.kind, p.client, p.place, ${it.zone}, p.starts_at, p.ends_at, 1, 'first_come', 'published',
        p.posted_at, p.posted_at, b.id, p.posted_at
      from planned p, boss b where p.posted_at < least(now(), p.starts_at - interval '3 hours') returning id)
    insert into posts (organization_id, assignment_id, name, required_count, starts_at, ends_at)
    select ${us}, p.id, 'Post', p.required, p.starts_at, p.ends_at from planned p join made m on m.id = p.id`)
}

/** Who signed up, minutes to days after the posting: nearly every spot of past shifts, the first spots of the next ones. */
const seedSignups = (db: Db) =>
  db.run(sql`
    with crew as materialized (select id, (row_number() over (order by badge_number) - 1)::int as place,
        count(*) over ()::int as size
      from officers where organization_id = ${us} and role = 'officer'),
    shifts as materialized (select p.*, a.published_at, row_number() over (order by p.starts_at)::int as n
      from posts p join assignments a on a.organization_id = p.organization_id and a.id = p.assignment_id
      where p.organization_id = ${us})
    insert into officer_assignments (organization_id, assignment_id, post_id, officer_id, status, starts_at, ends_at, applied_at,
      decided_at)
    select ${us}, p.assignment_id, p.id, c.id, case when p.ends_at < now() - interval '3 days' then 'worked' else 'confirmed' end,
      p.starts_at, p.ends_at, t.at, t.at
    from shifts p cross join lateral generate_series(0, p.required_count - 1) s
      join crew c on c.place = (p.n * 5 + s * 3) % c.size
      cross join lateral (select least(now(), p.starts_at - interval '1 hour',
        p.published_at + make_interval(mins => 20 + (p.n * 97 + s * 41) % 190)) as at) t
    where (p.n * 7 + s) % 23 <> 4 and (s = 0 or p.starts_at < now() + interval '4 days')`)

/** The hours of past shifts: approved, and those of the last three days waiting for review. */
const seedHours = (db: Db) =>
  db.run(sql`
    insert into attendance (organization_id, signup_id, assignment_id, officer_id, state, scheduled_starts_at, scheduled_ends_at,
      checked_in_at, checked_out_at, original_in_at, original_out_at, device_in_at, device_out_at, worked_minutes, decided_by,
      decided_at)
    select s.organization_id, s.id, s.assignment_id, s.officer_id, case when s.status = 'worked' then 'approved' else 'submitted' end,
      s.starts_at, s.ends_at, t.i, t.o, t.i, t.o, t.i, t.o, extract(epoch from t.o - t.i)::int / 60,
      case when s.status = 'worked' then b.id end, case when s.status = 'worked' then s.ends_at + interval '2 days' end
    from officer_assignments s
      join officers b on b.organization_id = s.organization_id and b.role = 'admin'
      cross join lateral (select extract(day from s.starts_at)::int as d) x
      cross join lateral (select s.starts_at + make_interval(mins => x.d % 8 - 6) as i,
        s.ends_at + make_interval(mins => x.d % 5) as o) t
    where s.organization_id = ${us} and s.ends_at < now() - interval '10 minutes'`)

/** One day of each month on which features were used, and a person of the department was active; the last one days ago. */
const seedUse = async (db: Db, it: Sample, today: WallDate) => {
  const last = it.quiet ?? 1 + (it.nth % 3)
  const months = sql`(select (${today}::date - make_interval(days => ${last}::int + 29 * n))::date as day, n
    from generate_series(0, ${Math.floor((it.created - last - 1) / 29)}::int) n)`
  await db.run(sql`insert into feature_uses (organization_id, feature, day)
    select distinct ${us}, f.feature, m.day from ${months} m,
      unnest(${[...used]}::text[]) with ordinality as f (feature, nth), organizations g
    where g.id = ${us} and app.has_feature(g.subscription_tier, g.features_enabled, f.feature)
      and m.day > g.created_at::date and (m.n + f.nth * ${it.nth}::int) % 4 > 0`)
  const boss = await db.row<{ id: string; user_id: string }>(sql`select id, user_id from officers
    where organization_id = ${us} and role = 'admin'`)
  await asRole(db, { role: 'admin', user_id: boss?.user_id ?? '', officer_id: boss?.id ?? '' }, () =>
    db.run(sql`insert into audit_entries (organization_id, at, action, actor_user_id, actor_officer_id, actor_role, thing_type)
      select ${us}, m.day + interval '17 hours', 'demo.seed', (select app.user_id()), (select app.officer_id()), 'admin',
        'organizations'
      from ${months} m order by m.n desc`),
  )
}

/** Runs what the database puts off until the commit now, while this department is in scope. */
const settle = async (db: Db) => {
  await db.run(sql`set constraints all immediate`)
  await db.run(sql`set constraints all deferred`)
}

/**
 * The vendor's side of the demo: sample departments with their history, books and messages, if there are none yet. `vendor` is the
 * demo's super admin. `db` has entered the vendor's organization as the system; only for the embedded database, because the books
 * use the vendor's own invoice numbers.
 */
export const seedSamples = async (
  db: Db,
  vendor: { account_id: string; email: string },
  today: WallDate,
): Promise<void> => {
  const first = sampleId(samples[0]?.nth ?? 1)
  await setScope(db, { organization_id: first })
  const there = await db.row(sql`select from organizations where id = ${first}::uuid`)
  await setScope(db, { organization_id: null })
  if (there) return
  const colleague = 'dana.ortiz@watchbill.example'
  await setScope(db, { address: colleague })
  await upsertSuperAdmin(db, { email: colleague, email_key: colleague })
  for (const it of samples) {
    await setScope(db, { organization_id: sampleId(it.nth) })
    await seedOrganization(db, it, today)
    await seedRoster(db, it, today)
    await seedShifts(db, it, today)
    await seedSignups(db)
    await seedHours(db)
    await seedUse(db, it, today)
    await settle(db)
  }
  await seedBooks(db, vendor, today)
  await seedLetters(db, vendor, today)
  await seedClosing(db, vendor)
  for (const it of samples) {
    await setScope(db, { organization_id: sampleId(it.nth) })
    await keepFigures.run(db)
  }
}
