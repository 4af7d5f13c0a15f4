import { setScope } from '#features/people/accounts/store.scope.ts'
import { reachOf } from '#features/shifts/eligibility/rules.limits.ts'
import type { WorkRules } from '#features/shifts/eligibility/rules.ts'
import type { Step } from '#features/shifts/escalations/rules.ts'
import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import type { WallDate } from '#platform/shared/time.ts'

/** The demo department, passed to the functions that seed its remaining parts. */
export type Department = {
  organization_id: string
  admin_id: string
  second_admin_id: string
  /** Badges 2001 and 2008, the two officers who can sign in. */
  me_id: string
  second_id: string
  /** Everyone except the admins. */
  officer_ids: readonly string[]
  zone: string
  today: WallDate
}

const hours: WorkRules = {
  rest_minutes: 480,
  windows: [
    { hours: 24, max_minutes: 960 },
    { hours: 168, max_minutes: 4_320 },
  ],
  max_consecutive_minutes: 960,
  break_minutes: 60,
  max_consecutive_days: 12,
  caps: [],
}

export const seedWorkRules = (db: Db) =>
  db.run(sql`insert into work_rules (organization_id, rest_minutes, windows, max_consecutive_minutes, break_minutes,
      max_consecutive_days, caps, reach_minutes)
    values ((select app.organization_id()), ${hours.rest_minutes}::int, ${JSON.stringify(hours.windows)}::jsonb,
      ${hours.max_consecutive_minutes}::int, ${hours.break_minutes}::int, ${hours.max_consecutive_days}::int, '[]',
      ${reachOf(hours)}::int)`)

/** For writes that the fence allows only an admin to make. */
export const asAdmin = async (db: Db, id: string, work: () => Promise<unknown>) => {
  await db.rows(sql`select set_config('app.role', 'admin', true), set_config('app.officer_id', ${id}, true)`)
  await work()
  await db.rows(sql`select set_config('app.officer_id', '', true)`)
  await setScope(db, { role: 'system' })
}

type At = { assignment_id: string; post_id: string }

/**
 * Order-ins of recent weeks, two exemptions, and a request for volunteers that nobody answered, so that the job orders in the
 * demo's officer.
 */
export const seedForce = async (db: Db, of: Department, at: At): Promise<void> => {
  await asAdmin(db, of.admin_id, async () => {
    await db.run(
      sql`insert into force_settings (organization_id, by_unit) values ((select app.organization_id()), true)`,
    )
    await db.run(sql`insert into force_exemptions (organization_id, officer_id, reason, starts_on, ends_on, created_by)
      select (select app.organization_id()), v.id, v.reason, ${of.today}::date + v.first, ${of.today}::date + v.last,
        ${of.admin_id}::uuid
      from (values (${of.officer_ids[12]}::uuid, 'Instructor at the academy', -20, 40),
        (${of.officer_ids[18]}::uuid, 'Field training', -6, 21), (${of.officer_ids[7]}::uuid, 'Court week', -30, -23))
        as v (id, reason, first, last)`)
  })
  await db.run(sql`
    with served as (
      select s.*, row_number() over (order by s.starts_at desc) as nth from officer_assignments s
      where s.organization_id = (select app.organization_id()) and s.status = 'worked' and s.officer_id <> ${of.me_id}::uuid),
    -- Once for each officer: whoever was ordered in goes behind those who were not.
    first as (select distinct on (officer_id) * from served where nth % 9 = 2 and nth < 130 order by officer_id, starts_at),
    ordered as (select distinct on (post_id) * from first order by post_id, starts_at),
    called as (
      insert into order_calls (organization_id, id, assignment_id, post_id, opened_at, closes_at, closed_at, outcome,
        volunteered_count, ordered_count, missing_count)
      select v.organization_id, gen_random_uuid(), v.assignment_id, v.post_id, v.starts_at - interval '22 hours',
        v.starts_at - interval '21 hours', v.starts_at - interval '21 hours', 'decided', 0, 1, 0
      from ordered v
      returning organization_id, id, assignment_id, post_id, closed_at)
    insert into order_ins (organization_id, call_id, assignment_id, post_id, officer_id, signup_id, ordered_at, position,
      count_before, seen_at)
    select c.organization_id, c.id, c.assignment_id, c.post_id, v.officer_id, v.id, c.closed_at, 1, 0,
      c.closed_at + interval '25 minutes'
    from called c join ordered v on v.post_id = c.post_id`)
  await db.run(sql`with called as (
      insert into order_calls (organization_id, assignment_id, post_id, opened_at, closes_at)
      values ((select app.organization_id()), ${at.assignment_id}::uuid, ${at.post_id}::uuid, now() - interval '61 minutes',
        now() - interval '1 second') returning organization_id, id)
    insert into order_asked (organization_id, call_id, officer_id) select organization_id, id, ${of.me_id}::uuid from called`)
  await seedEscalations(db, of)
}

const steps: readonly Step[] = [
  { kind: 'all', clock: 'after_publish', minutes: 120, units: [] },
  { kind: 'group', clock: 'before_start', minutes: 4 * 24 * 60, units: ['Patrol North', 'Patrol South'] },
  { kind: 'order_in', clock: 'before_start', minutes: 24 * 60, units: [] },
]

/** One plan for every kind, applied to newly published shifts; and some understaffed shifts partway through it, one of them paused. */
const seedEscalations = async (db: Db, of: Department) => {
  await db.run(sql`insert into escalation_plans (organization_id, kind, steps, active_from, updated_by)
    values ((select app.organization_id()), null, ${JSON.stringify(steps)}::jsonb, now() + interval '1 minute',
      ${of.admin_id}::uuid)`)
  await db.run(sql`
    with lacking as (
      select a.id, a.organization_id, a.published_at, a.starts_at, row_number() over (order by a.starts_at, a.id) as nth
      from assignments a where a.organization_id = (select app.organization_id()) and a.status = 'published'
        and a.signup_mode <> 'award' and a.starts_at between now() + interval '50 hours' and now() + interval '7 days'
        and exists (select from posts p where p.organization_id = a.organization_id and p.assignment_id = a.id
          and p.confirmed_count < p.required_count and p.requirements = '{}')
        and not exists (select from order_calls c where c.organization_id = a.organization_id and c.assignment_id = a.id)
      order by a.starts_at, a.id limit 4),
    made as (
      insert into escalations (organization_id, assignment_id, steps, published_at, paused_at, paused_by, pause_reason)
      select organization_id, id, ${JSON.stringify(steps)}::jsonb, published_at,
        case when nth = 3 then now() - interval '3 hours' end, case when nth = 3 then ${of.admin_id}::uuid end,
        case when nth = 3 then 'The client may cancel: an answer comes tomorrow' end
      from lacking returning organization_id, id, assignment_id, published_at, steps)
    insert into escalation_steps (organization_id, escalation_id, position, kind, at, told_count)
    select m.organization_id, m.id, t.position, t.kind, least(now() - interval '20 minutes', t.at), t.told
    from made m join assignments a on a.organization_id = m.organization_id and a.id = m.assignment_id
    cross join lateral (values (0, 'all', m.published_at + interval '2 hours', 31),
      (1, 'group', a.starts_at - interval '4 days', 12)) as t (position, kind, at, told)
    where t.at < now()`)
}

/** One shift given up to anyone who accepts it, one offered to the demo's officer, and a swap waiting for an admin. */
export const seedSwaps = async (db: Db, { me_id, second_id }: Department): Promise<void> => {
  await db.run(sql`
    with coming as (
      select distinct on (s.officer_id) s.*, f.name from officer_assignments s
      join officers f on f.organization_id = s.organization_id and f.id = s.officer_id
      where s.organization_id = (select app.organization_id()) and s.status = 'confirmed'
        and s.starts_at > now() + interval '60 hours' and s.officer_id <> all (${[me_id, second_id]}::uuid[])
        and not exists (select from order_ins i where i.organization_id = s.organization_id and i.signup_id = s.id)
      order by s.officer_id, s.starts_at),
    four as (select c.*, row_number() over (order by c.starts_at, c.id) as nth from coming c)
    insert into swaps (organization_id, kind, state, officer_id, officer_name, signup_id, assignment_id, post_id, starts_at, ends_at,
      to_officer_id, to_name, note, taker_id, taker_name, counter_signup_id, counter_assignment_id, counter_post_id,
      counter_starts_at, counter_ends_at, created_at)
    select g.organization_id, v.kind, v.state, g.officer_id, g.name, g.id, g.assignment_id, g.post_id, g.starts_at, g.ends_at,
      case when v.mine then ${me_id}::uuid end, case when v.mine then (select name from officers f
        where f.organization_id = g.organization_id and f.id = ${me_id}::uuid) end, v.note,
      t.officer_id, t.name, t.id, t.assignment_id, t.post_id, t.starts_at, t.ends_at, now() - interval '4 hours'
    from (values (1, null, 'give_away', 'open', true, 'You asked for more day shifts'),
      (2, null, 'give_away', 'open', false, 'School play that evening'),
      (3, 4, 'swap', 'agreed', false, 'We agreed on the phone')) as v (nth, with_nth, kind, state, mine, note)
    join four g on g.nth = v.nth left join four t on t.nth = v.with_nth`)
}
