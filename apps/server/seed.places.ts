import { setScope } from '#features/people/accounts/store.scope.ts'
import { reachOf } from '#features/shifts/eligibility/rules.limits.ts'
import { besidesFull } from '#features/shifts/eligibility/rules.main.ts'
import { listEligibility } from '#features/shifts/eligibility/store.ts'
import type { Step } from '#features/shifts/escalations/rules.ts'
import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import type { WallDate } from '#platform/shared/time.ts'
import { workRules } from './seed.hours.ts'
import { exemptions, forceSettings } from './seed.orders.ts'

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

export const seedWorkRules = (db: Db) =>
  db.run(sql`insert into work_rules (organization_id, rest_minutes, windows, max_consecutive_minutes, break_minutes,
      max_consecutive_days, caps, reach_minutes)
    values ((select app.organization_id()), ${workRules.rest_minutes}::int, ${JSON.stringify(workRules.windows)}::jsonb,
      ${workRules.max_consecutive_minutes}::int, ${workRules.break_minutes}::int, ${workRules.max_consecutive_days}::int, '[]',
      ${reachOf(workRules)}::int)`)

/** For writes that the fence allows only an admin to make. */
export const asAdmin = async (db: Db, id: string, work: () => Promise<unknown>) => {
  await db.rows(sql`select set_config('app.role', 'admin', true), set_config('app.officer_id', ${id}, true)`)
  await work()
  await db.rows(sql`select set_config('app.officer_id', '', true)`)
  await setScope(db, { role: 'system' })
}

type At = { assignment_id: string; post_id: string }

/**
 * The list's settings, three exemptions, and a request for volunteers that nobody answered. So the job orders in the demo's officer:
 * the least senior of Traffic, whom no order of recent weeks has reached (seed.orders.ts).
 */
export const seedForce = async (db: Db, of: Department, at: At): Promise<void> => {
  await asAdmin(db, of.admin_id, async () => {
    await db.run(sql`insert into force_settings (organization_id, by_unit, counted, year_starts, newcomers)
      values ((select app.organization_id()), true, ${forceSettings.counted}, ${forceSettings.year_starts},
        ${forceSettings.newcomers})`)
    for (const { officer, reason, first, last } of exemptions)
      await db.run(sql`insert into force_exemptions (organization_id, officer_id, reason, starts_on, ends_on, created_by)
        values ((select app.organization_id()), ${of.officer_ids[officer]}::uuid, ${reason}, ${of.today}::date + ${first}::int,
          ${of.today}::date + ${last}::int, ${of.admin_id}::uuid)`)
  })
  const asked = await listEligibility(db, { ...at, officer_ids: 'all', purpose: 'fill' })
  const able = asked.filter(({ reasons }) => besidesFull(reasons).length === 0).map(({ officer_id }) => officer_id)
  await db.run(sql`with called as (
      insert into order_calls (organization_id, assignment_id, post_id, opened_at, closes_at)
      values ((select app.organization_id()), ${at.assignment_id}::uuid, ${at.post_id}::uuid, now() - interval '61 minutes',
        now() - interval '1 second') returning organization_id, id)
    insert into order_asked (organization_id, call_id, officer_id)
    select organization_id, id, unnest(${able}::uuid[]) from called`)
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
        case when nth = 3 then 'The client may cancel. We will know tomorrow.' end
      from lacking returning organization_id, id, assignment_id, published_at, steps)
    insert into escalation_steps (organization_id, escalation_id, position, kind, at, told_count)
    select m.organization_id, m.id, t.position, t.kind, least(now() - interval '20 minutes', t.at), t.told
    from made m join assignments a on a.organization_id = m.organization_id and a.id = m.assignment_id
    cross join lateral (values (0, 'all', m.published_at + interval '2 hours', 31),
      (1, 'group', a.starts_at - interval '4 days', 12)) as t (position, kind, at, told)
    where t.at < now()`)
}

type Held = { id: string; officer_id: string; assignment_id: string; post_id: string; title: string; day: string }
/** The next shift of each officer in the coming weeks, without those of the people who sign in. */
const listComing = (db: Db, without: readonly string[]) =>
  db.rows<Held>(sql`
    select c.id, c.officer_id, c.assignment_id, c.post_id, c.title, c.day from (
      select distinct on (s.officer_id) s.*, a.title, app.day_and_clock(s.starts_at) as day from officer_assignments s
      join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
      where s.organization_id = (select app.organization_id()) and s.status = 'confirmed'
        and s.starts_at > now() + interval '60 hours' and s.officer_id <> all (${[...without]}::uuid[])
        and not exists (select from order_ins i where i.organization_id = s.organization_id and i.signup_id = s.id)
      order by s.officer_id, s.starts_at, s.id) c
    order by c.starts_at, c.id`)

/** Two officers who can work each other's shift, which is another one; as the product checks it when an admin approves. */
const findExchange = async (db: Db, coming: readonly Held[]): Promise<[Held, Held] | null> => {
  const can = async (one: Held, other: Held) => {
    const { assignment_id, post_id } = other
    const asked = { assignment_id, post_id, officer_ids: [one.officer_id], purpose: 'fill' as const }
    const [found] = await listEligibility(db, { ...asked, without: [one.id, other.id] })
    return found?.reasons.every(({ code }) => code === 'full') === true
  }
  for (const [at, one] of coming.entries())
    for (const other of coming.slice(at + 1)) {
      if (one.title === other.title || one.day === other.day) continue
      if ((await can(one, other)) && (await can(other, one))) return [one, other]
    }
  return null
}

/** One shift given up to anyone who accepts it, one offered to the demo's officer, and a swap waiting for an admin. */
export const seedSwaps = async (db: Db, { me_id, second_id }: Department): Promise<void> => {
  const coming = await listComing(db, [me_id, second_id])
  const exchange = await findExchange(db, coming)
  const [mine, open] = coming.filter((one) => !exchange?.includes(one))
  const made = [
    {
      ...{ one: mine, with: null, kind: 'give_away', state: 'open', to: me_id },
      note: 'You asked for more day shifts',
    },
    { ...{ one: open, with: null, kind: 'give_away', state: 'open', to: null }, note: 'School play that evening' },
    {
      ...{ one: exchange?.[0], with: exchange?.[1], kind: 'swap', state: 'agreed', to: null },
      note: 'We agreed by phone',
    },
  ]
  for (const swap of made.filter(({ one }) => one !== undefined))
    await db.run(sql`
      insert into swaps (organization_id, kind, state, officer_id, officer_name, signup_id, assignment_id, post_id, starts_at, ends_at,
        to_officer_id, to_name, note, taker_id, taker_name, counter_signup_id, counter_assignment_id, counter_post_id,
        counter_starts_at, counter_ends_at, created_at)
      select g.organization_id, ${swap.kind}, ${swap.state}, g.officer_id, f.name, g.id, g.assignment_id, g.post_id, g.starts_at,
        g.ends_at, w.id, w.name, ${swap.note}, t.officer_id, b.name, t.id, t.assignment_id, t.post_id, t.starts_at, t.ends_at,
        now() - interval '4 hours'
      from officer_assignments g
      join officers f on f.organization_id = g.organization_id and f.id = g.officer_id
      left join officers w on w.organization_id = g.organization_id and w.id = ${swap.to}::uuid
      left join officer_assignments t on t.organization_id = g.organization_id and t.id = ${swap.with?.id ?? null}::uuid
      left join officers b on b.organization_id = t.organization_id and b.id = t.officer_id
      where g.organization_id = (select app.organization_id()) and g.id = ${swap.one?.id ?? null}::uuid`)
}
