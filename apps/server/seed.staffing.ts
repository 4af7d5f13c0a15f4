import { packs } from '#features/shifts/award-rules/rules.packs.ts'
import type { AwardRule } from '#features/shifts/award-rules/rules.ts'
import { awardAssignment } from '#features/shifts/awards/store.awarding.ts'
import { findHeldLocked, rankWaiting, updateGiven } from '#features/shifts/awards/store.by-hand.ts'
import { openAwards } from '#features/shifts/awards/store.opening.ts'
import { listEligibility } from '#features/shifts/eligibility/store.ts'
import { askVolunteers } from '#features/shifts/order-ins/store.asking.ts'
import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { plusDays } from '#platform/shared/time.ts'
import { rangeFromWall } from '#platform/shared/wall.ts'
import { type StaffingJob, staffingJobs } from './seed.content.staffing.ts'
import { asAdmin, type Department, seedForce, seedSwaps, seedWorkRules } from './seed.places.ts'
import { type Bids, POSTED_DAYS } from './seed.shifts.ts'
import { absentees } from './seed.tours.ts'

const ofUs = sql`organization_id = (select app.organization_id())`

const packOf = (id: string): AwardRule => {
  const pack = packs.find((one) => one.id === id)
  if (!pack) throw new Error(`no pack ${id}`)
  return pack.rule
}

/** In hours ago: before any shift was posted that has yet to begin (seed.shifts.ts). */
const adopted = POSTED_DAYS * 24 + 1
const leastHours: AwardRule = { ...packOf('least_hours_refused_credited'), names_shown: true, figures_shown: true }
const rules: readonly { name: string; pack: string; kind: string; versions: [string, number, AwardRule][] }[] = [
  {
    name: 'Overtime by fewest hours',
    pack: 'least_hours_refused_credited',
    kind: 'overtime',
    versions: [
      ['As agreed for the year', adopted, leastHours],
      ['Offers stay open for 12 hours; too many expired overnight', 48, { ...leastHours, offer_minutes: 720 }],
    ],
  },
  {
    name: 'Special events in turn, Traffic first',
    pack: 'rotation_not_reached',
    kind: 'special_event',
    versions: [
      [
        'As agreed for the year',
        adopted,
        {
          ...packOf('rotation_not_reached'),
          groups: [{ name: 'Traffic unit', units: ['Traffic'], ranks: [], minutes: 360 }],
          names_shown: true,
          figures_shown: true,
        },
      ],
    ],
  },
]

/** Two award rules for two kinds of work; one rule is in its second version. */
const seedRules = async (db: Db, { admin_id }: Department) => {
  for (const { name, pack, kind, versions } of rules) {
    const rule = await db.row<{ id: string }>(sql`insert into award_rules (organization_id, name, pack, created_by)
      values ((select app.organization_id()), ${name}, ${pack}, ${admin_id}::uuid) returning id`)
    for (const [at, [note, hours, body]] of versions.entries())
      await db.run(sql`insert into award_rule_versions (organization_id, rule_id, version, effective_from, body, note, created_by,
          created_at)
        select (select app.organization_id()), ${rule?.id}::uuid, ${at + 1}::int, t.at, ${JSON.stringify(body)}::jsonb, ${note},
          ${admin_id}::uuid, t.at from (select now() - make_interval(hours => ${hours}::int) as at) t`)
    await db.run(sql`insert into award_adoptions (organization_id, kind, rule_id, effective_from, note, created_by)
      values ((select app.organization_id()), ${kind}, ${rule?.id}::uuid, now() - make_interval(hours => ${adopted}::int),
        'Negotiated with the association for the new contract.', ${admin_id}::uuid)`)
  }
}

/** Hours from before Watchbill, so that no two officers are tied; the demo's officer is in the middle. */
const seedHours = async (db: Db, { officer_ids, me_id }: Department) => {
  const add = (minutes: ReadonlyMap<string, number>) =>
    db.run(sql`insert into opportunities (organization_id, officer_id, at, recorded_at, kind, minutes, source, note)
      select (select app.organization_id()), h.id, t.at, t.at, 'accepted', h.minutes, 'import',
        'Hours carried over from before Watchbill'
      from (select now() - interval '43 days' as at) t, jsonb_to_recordset(${JSON.stringify([...minutes].map(([id, count]) => ({ id, minutes: count })))}::jsonb)
        as h (id uuid, minutes int)`)
  await add(new Map(officer_ids.filter((id) => id !== me_id).map((id, i) => [id, 60 * (4 + ((i * 7) % 31))])))
  const charged = await chargesOf(db)
  const own = charged.get(me_id) ?? 0
  const half = [...charged.values()].sort((a, b) => a - b)[Math.floor(charged.size / 2)] ?? 0
  await add(new Map([[me_id, Math.max(30, half - own + 30)]]))
}

/** Offers of the last four weeks that some officers declined or left unanswered, each for a shift when they were free. */
const seedOffers = (db: Db, { officer_ids, me_id }: Department) => {
  const asked = officer_ids.filter((id) => id !== me_id).flatMap((id, i) => (i % 4 === 1 ? [id] : []))
  return db.run(sql`insert into opportunities (organization_id, officer_id, at, recorded_at, kind, minutes, assignment_id, post_id, source)
    select p.organization_id, o.id, t.at, t.at, t.kind, extract(epoch from p.ends_at - p.starts_at)::int / 60, p.assignment_id, p.id,
      'waitlist'
    from jsonb_to_recordset(${JSON.stringify(asked.map((id, nth) => ({ id, nth })))}::jsonb) as o (id uuid, nth int)
    cross join lateral (select q.* from posts q
      join assignments a on a.organization_id = q.organization_id and a.id = q.assignment_id and a.kind = 'overtime'
      where q.organization_id = (select app.organization_id())
        and q.starts_at between now() - interval '27 days' and now() - interval '2 days'
        and not exists (select from officer_assignments s where s.organization_id = q.organization_id and s.officer_id = o.id
          and s.starts_at < q.ends_at and s.ends_at > q.starts_at)
      order by q.starts_at, q.name offset o.nth limit 1) p
    cross join lateral (values ('offered', p.starts_at - interval '40 hours'),
      (case when o.nth % 3 = 0 then 'no_answer' else 'refused' end, p.starts_at - interval '37 hours')) t (kind, at)`)
}

const chargesOf = async (db: Db): Promise<Map<string, number>> =>
  new Map(
    (
      await db.rows<{ officer_id: string; minutes: number }>(sql`select officer_id, sum(minutes)::int as minutes
        from opportunities where ${ofUs} and kind in ('accepted', 'ordered', 'refused', 'no_answer') group by officer_id`)
    ).map((one) => [one.officer_id, one.minutes]),
  )

type Posted = { assignment_id: string; post_id: string; job: StaffingJob }

const post = async (db: Db, of: Department, job: StaffingJob): Promise<Posted> => {
  const date = plusDays(of.today, job.day)
  const range = rangeFromWall({ date, start_time: job.start, end_time: job.end, zone: of.zone })
  if (range.kind !== 'ok') throw new Error(`${job.title} has no time`)
  const row = await db.row<{ assignment_id: string; post_id: string }>(sql`
    with made as (insert into assignments (organization_id, title, description, kind, client, location_name, location_address,
        time_zone, starts_at, ends_at, min_required, signup_mode, pay_code, status, published_at, announced_at, created_by,
        created_at)
      select (select app.organization_id()), ${job.title}, ${job.description}, ${job.kind}, ${job.client}, ${job.place},
        ${job.address}, ${of.zone}, ${range.starts_at}::timestamptz, ${range.ends_at}::timestamptz, ${job.required}::int,
        ${job.mode}, ${job.pay_code}, 'published', at, at, ${of.admin_id}::uuid, at
      from (select now() - make_interval(hours => ${job.posted_hours}::int) as at) t returning id)
    insert into posts (organization_id, assignment_id, name, required_count, starts_at, ends_at, requirements, split_minutes)
    select (select app.organization_id()), made.id, ${job.post}, ${job.required}::int, ${range.starts_at}::timestamptz,
      ${range.ends_at}::timestamptz, ${JSON.stringify(job.requirements ?? {})}::jsonb, ${job.split ?? null}::int
    from made returning assignment_id, id as post_id`)
  if (!row) throw new Error(`${job.title} was not posted`)
  await openAwards(db, [row.assignment_id])
  return { ...row, job }
}

/** Each officer's sign-up, a quarter of an hour apart, in the order given. */
const signUp = (db: Db, { post_id }: Posted, status: string, officer_ids: readonly string[]) =>
  db.run(sql`insert into officer_assignments (organization_id, assignment_id, post_id, officer_id, status, starts_at, ends_at,
      applied_at)
    select p.organization_id, p.assignment_id, p.id, w.id, ${status}, p.starts_at, p.ends_at,
      least(now(), coalesce(a.published_at, now()) + make_interval(mins => 15 * w.nth::int))
    from posts p join assignments a on a.organization_id = p.organization_id and a.id = p.assignment_id,
      unnest(${officer_ids}::uuid[]) with ordinality as w (id, nth)
    where p.organization_id = (select app.organization_id()) and p.id = ${post_id}::uuid`)

/** Eligible officers, fewest charged hours first, and one ineligible officer if there is one. */
const candidatesFor = async (db: Db, { assignment_id, post_id }: Posted, charged: ReadonlyMap<string, number>) => {
  const all = await listEligibility(db, { assignment_id, post_id, officer_ids: 'all', purpose: 'fill' })
  const by = (id: string) => charged.get(id) ?? 0
  const able = all.filter((one) => one.reasons.every(({ code }) => code === 'full') && charged.has(one.officer_id))
  const barred = all.find((one) => one.reasons.some(({ code }) => code === 'overlaps') && charged.has(one.officer_id))
  return {
    able: able.toSorted((a, b) => by(a.officer_id) - by(b.officer_id)).map((one) => one.officer_id),
    barred: barred?.officer_id,
  }
}

/** Who signs up for each sample shift, around the demo's own officer. */
const applicantsOf = async (db: Db, of: Department, posted: Posted, charged: ReadonlyMap<string, number>) => {
  const { able, barred } = await candidatesFor(db, posted, charged)
  const mine = charged.get(of.me_id) ?? 0
  const absent = [of.me_id, of.second_id, ...absentees.map((at) => of.officer_ids[at])]
  const others = able.filter((id) => !absent.includes(id))
  // By more than is awarded in the meantime.
  const behind = others.filter((id) => (charged.get(id) ?? 0) > mine + 600)
  const before = others.filter((id) => (charged.get(id) ?? 0) < mine)
  const me = able.includes(of.me_id) ? [of.me_id] : []
  const one = barred === undefined || barred === of.me_id ? [] : [barred]
  switch (posted.job.story) {
    case 'won':
      return [...behind.slice(0, 3), ...me, of.second_id, ...one]
    case 'second':
      return [...behind.slice(1, 4), ...before.slice(-1), ...me]
    case 'skipped':
      return others.slice(4, 9)
    default:
      return others.slice(2, 5)
  }
}

/** When an officer calls off, the next in line gets the spot: the background job makes the offer within seconds. */
const callOff = (db: Db, { assignment_id }: Posted) =>
  db.run(sql`update officer_assignments s set status = 'called_off', updated_at = now(),
      version = s.version + 1
    where s.organization_id = (select app.organization_id()) and s.assignment_id = ${assignment_id}::uuid
      and s.status = 'confirmed'`)

/** A spot given to the last in line ahead of the others: one case closed by the other admin, one still open. */
const skip = async (db: Db, of: Department, { assignment_id, post_id }: Posted) => {
  await db.run(sql`update posts set required_count = required_count + 1 where ${ofUs} and id = ${post_id}::uuid`)
  const fourth = await db.row<{ id: string }>(sql`select r.signup_id as id from award_receipts r
    join award_rounds d on d.organization_id = r.organization_id and d.id = r.round_id
    where r.organization_id = (select app.organization_id()) and d.assignment_id = ${assignment_id}::uuid and r.rank = 4`)
  await asAdmin(db, of.second_admin_id, async () => {
    const held = await findHeldLocked(db, fourth?.id ?? '')
    if (held) await updateGiven(db, held, await rankWaiting(db, held), 'Knows the building')
  })
  await db.run(sql`insert into award_cases (organization_id, round_id, assignment_id, post_id, officer_id, instead_id,
      instead_signup_id, made_by, made_reason, minutes, remedy, found_at, closed_at, closed_by, closed_remedy, closed_note)
    select r.organization_id, r.round_id, ${assignment_id}::uuid, ${post_id}::uuid, r.officer_id, g.officer_id, g.signup_id,
      ${of.second_admin_id}::uuid, 'Knows the building', extract(epoch from p.ends_at - p.starts_at)::int / 60,
      'next_opportunity', now() - interval '9 hours', c.at, c.by, c.remedy, c.note
    from award_receipts r join award_receipts g on g.organization_id = r.organization_id and g.round_id = r.round_id and g.rank = 4
    join posts p on p.organization_id = r.organization_id and p.id = ${post_id}::uuid
    left join (values (3, now() - interval '2 hours', ${of.admin_id}::uuid, 'pay', 'Paid as if worked; agreed with the officer'))
      as c (rank, at, by, remedy, note) on c.rank = r.rank
    where r.organization_id = (select app.organization_id()) and r.rank in (2, 3) and r.round_id in (
      select id from award_rounds where ${ofUs} and assignment_id = ${assignment_id}::uuid and purpose = 'award')`)
}

/** An officer's sign-up for one part of a split shift. */
const takePart = (db: Db, { assignment_id, post_id }: Posted, officer_id: string | undefined) =>
  db.run(sql`insert into officer_assignments (organization_id, assignment_id, post_id, officer_id, status, starts_at, ends_at,
      applied_at)
    select p.organization_id, ${assignment_id}::uuid, p.id, ${officer_id}::uuid, 'confirmed', p.starts_at,
      p.starts_at + make_interval(mins => p.split_minutes), now() - interval '5 hours'
    from posts p where p.organization_id = (select app.organization_id()) and p.id = ${post_id}::uuid`)

const play = async (db: Db, of: Department, posted: Posted) => {
  const charged = await chargesOf(db)
  const { story } = posted.job
  if (story === 'ordered') return
  if (story === 'volunteers') return void (await askVolunteers(db, { ...posted, minutes: 360, by_person: false }))
  const applied = await applicantsOf(db, of, posted, charged)
  if (story === 'split') return void (await takePart(db, posted, applied[0]))
  await signUp(db, posted, 'interested', applied)
  if (story === 'open') return
  await awardAssignment(db, posted.assignment_id)
  if (story === 'second' && posted.job.called_off) await callOff(db, posted)
  if (story === 'skipped') await skip(db, of, posted)
}

/**
 * The department's own upcoming shifts of the kinds that have a rule: the product opens their sign-up and awards what has closed.
 * Traffic applies first for special events, so all apply after its six hours.
 */
const seedAwards = async (db: Db, bids: readonly Bids[]) => {
  const ids = [...new Set(bids.map((one) => one.assignment_id))]
  await openAwards(db, ids)
  await db.run(sql`insert into officer_assignments (organization_id, assignment_id, post_id, officer_id, status, starts_at, ends_at,
      applied_at)
    select p.organization_id, p.assignment_id, p.id, o.id, 'interested', p.starts_at, p.ends_at,
      a.published_at + interval '375 minutes' + make_interval(mins => 23 * o.nth::int)
    from jsonb_to_recordset(${JSON.stringify(bids)}::jsonb) as b (assignment_id uuid, post_id uuid, officer_ids jsonb)
    cross join lateral jsonb_array_elements_text(b.officer_ids) with ordinality as e (id, nth)
    cross join lateral (select e.id::uuid as id, e.nth) o
    join posts p on p.organization_id = (select app.organization_id()) and p.id = b.post_id
    join assignments a on a.organization_id = p.organization_id and a.id = p.assignment_id`)
  for (const id of ids) await awardAssignment(db, id)
}

/**
 * Awards, waitlists, an offer, order-ins, swaps and an escalation for the demo department, created through the product's own code
 * where possible.
 */
export const seedStaffing = async (db: Db, of: Department, bids: readonly Bids[]): Promise<void> => {
  await seedWorkRules(db)
  await seedRules(db, of)
  await seedOffers(db, of)
  await seedHours(db, of)
  for (const job of staffingJobs) {
    const posted = await post(db, of, job)
    await play(db, of, posted)
    if (job.story === 'ordered') await seedForce(db, of, posted)
  }
  await seedAwards(db, bids)
  await seedSwaps(db, of)
}
