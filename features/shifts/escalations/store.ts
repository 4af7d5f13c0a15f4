import { awardToCome } from '#features/shifts/assignments/store.phase.ts'
import { missing } from '#features/shifts/order-ins/store.calls.ts'
import { exhaustedShifts } from '#features/shifts/order-ins/store.exhausted.ts'
import { keyOf } from '#features/shifts/signups/store.jobs.ts'
import type { Db } from '#platform/server/db.ts'
import { isPublished } from '#platform/server/public-shift.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { APART_MINUTES, type Facts, type Step } from './rules.ts'

/** What `forecast` needs from an escalation and from the department; aliases `e`, `a` and `g`. */
const facts = sql`jsonb_build_object('id', e.id, 'assignment_id', a.id, 'title', a.title, 'time_zone', a.time_zone,
  'starts_at', a.starts_at, 'published_at', e.published_at, 'steps', e.steps, 'emergency', e.emergency,
  'paused_at', e.paused_at, 'paused_minutes', e.paused_minutes, 'pause_reason', e.pause_reason, 'version', e.version,
  'paused_by', (select b.name from officers b where b.organization_id = e.organization_id and b.id = e.paused_by),
  'missing', (select coalesce(sum(${missing}), 0)::int from posts p where p.organization_id = a.organization_id
    and p.assignment_id = a.id),
  'taken', coalesce((select jsonb_agg(jsonb_build_object('position', t.position, 'at', t.at) order by t.position)
    from escalation_steps t where t.organization_id = e.organization_id and t.escalation_id = e.id), '[]'),
  'volunteer_minutes', coalesce((select w.volunteer_minutes from force_settings w
    where w.organization_id = e.organization_id), 60),
  'to_award', ${awardToCome}, 'house_zone', g.time_zone, 'quiet_from', to_char(g.quiet_from, 'HH24:MI'), 'quiet_to', to_char(g.quiet_to, 'HH24:MI'),
  'now_at', now())`

export type EscalationFacts = Facts & {
  id: string
  assignment_id: string
  title: string
  time_zone: string
  /** Unfilled spots across all its posts. */
  missing: number
  /** Its award is still to come and runs before anybody is ordered in. */
  to_award: boolean
  paused_by: string | null
  pause_reason: string | null
  version: number
  house_zone: string
  quiet_from: string | null
  quiet_to: string | null
  now_at: string
}

/** Either what a plan will do, or a call for volunteers that is open. */
export type Coming =
  | { facts: EscalationFacts; asked: null }
  | { facts: null; asked: { assignment_id: string; asks_at: string; decides_at: string } }

const around = sql`join assignments a on a.organization_id = e.organization_id and a.id = e.assignment_id
  join organizations g on g.id = e.organization_id`
/** Published and not started. */
const running = sql`${ours('e')} and ${isPublished} and a.starts_at > now()`
const lacks = sql`exists (select from posts p where p.organization_id = a.organization_id and p.assignment_id = a.id
  and ${missing} > 0)`

/** Why the escalation of a shift is paused; null if it is not. */
export const pauseReason = (assignment_id: Sql): Sql => sql`(select e.pause_reason from escalations e
  where ${ours('e')} and e.assignment_id = ${assignment_id} and e.paused_at is not null)`

/** The units of the department's officers. */
const units = sql`coalesce((select jsonb_agg(u.unit order by u.unit) from (select distinct m.unit from force_members m
  where ${ours('m')} and m.unit is not null and m.left_on is null) u), '[]')`

/**
 * Every plan, the general one first, with the kinds it can apply to; `quiet`: the department's quiet hours as words, null if it
 * has none.
 */
export const listPlans = () => sql`
  select json_build_object('items', coalesce((select json_agg(json_build_object('id', l.id, 'kind', l.kind, 'steps', l.steps,
      'active_from', l.active_from, 'version', l.version) order by l.kind nulls first)
    from escalation_plans l where l.organization_id = g.id), '[]'), 'units', ${units},
    'quiet', case when g.quiet_from <> g.quiet_to then to_char(g.quiet_from, 'HH24:MI') || '–' || to_char(g.quiet_to, 'HH24:MI') end
  )::text as json from organizations g where g.id = (select app.organization_id())`

/** Null if somebody else saved first. */
export const savePlan = (db: Db, to: { kind: string | null; steps: readonly Step[]; version: number }) =>
  db.row<{ id: string; version: number }>(sql`
    insert into escalation_plans as l (organization_id, kind, steps, updated_by)
    select (select app.organization_id()), ${to.kind}, ${JSON.stringify(to.steps)}::jsonb, (select app.officer_id())
    on conflict on constraint escalation_plans_kind do update set steps = excluded.steps, updated_by = excluded.updated_by,
      updated_at = now(), version = l.version + 1 where l.version = ${to.version}::int
    returning id, version`)

/** Number of rows deleted; 0 if it does not exist. */
export const deletePlan = (db: Db, id: string) =>
  db.run(sql`delete from escalation_plans where ${ours()} and id = ${id}::uuid`)

/** Running escalations of shifts short of officers, by start; one more than `limit` if there are more. */
export const listEscalations = ({ limit, after }: { limit: number; after?: string | undefined }): Sql => {
  const key = keyOf(after)
  return sql`select ${facts} as facts, ${limit}::int as limit from escalations e ${around}
    where ${running} and ${lacks} and (a.starts_at, a.id) > (${key.at}::timestamptz, ${key.id}::uuid)
    order by a.starts_at, a.id limit ${limit + 1}::int`
}

const EXHAUSTED_LISTED = 30

/** Shifts that nobody is left to be ordered in for, and how many understaffed ones follow no plan besides them. */
export const findUnplanned = (): Sql => sql`
  with gone as materialized (select x.one from jsonb_array_elements(${exhaustedShifts(EXHAUSTED_LISTED)}) x (one)),
  unplanned as (select a.id from assignments a where ${ours('a')} and ${isPublished} and a.starts_at > now() and ${lacks}
    and not exists (select from escalations e where e.organization_id = a.organization_id and e.assignment_id = a.id))
  select json_build_object('exhausted', coalesce((select json_agg(g.one) from gone g), '[]'),
    'without_plan', (select count(*) from unplanned u where u.id not in (select (g.one ->> 'assignment_id')::uuid from gone g))
  )::text as json`

/** No row: the shift does not exist. `facts` null: it has no plan. */
export const findOfAssignment = ({ assignment_id }: { assignment_id: string }): Sql => sql`
  select case when e.id is not null then ${facts} end as facts, ${units} as units
  from assignments a join organizations g on g.id = a.organization_id
  left join escalations e on e.organization_id = a.organization_id and e.assignment_id = a.id
  where ${ours('a')} and a.id = ${assignment_id}::uuid`

const soon = sql`a.starts_at < now() + interval '30 days'`

/** Open shifts visible to the officer whose plan ends with an order-in, then those for which volunteers are asked now. */
export const listComing = (): Sql => sql`
  (select ${facts} as facts, null::jsonb as asked from escalations e ${around}
   where ${running} and ${lacks} and ${soon} and e.paused_at is null and e.steps -> -1 ->> 'kind' = 'order_in'
   order by a.starts_at, a.id limit 200)
  union all
  (select null, jsonb_build_object('assignment_id', a.id, 'asks_at', min(e.opened_at), 'decides_at', min(e.closes_at))
   from order_calls e ${around}
   where ${running} and ${lacks} and ${soon} and e.closed_at is null and e.closes_at > now()
   group by a.organization_id, a.id, a.starts_at order by a.starts_at, a.id limit 200)`

/**
 * Locked for a change; null if it does not exist. Both queries are sent at once and run in order, so the read sees the state
 * after the lock.
 */
export const findLocked = async (db: Db, id: string): Promise<EscalationFacts | null> => {
  const locked = db.run(sql`select 1 from escalations where ${ours()}
    and id = ${id}::uuid for update`)
  const found = db.row<{ facts: EscalationFacts }>(sql`select ${facts} as facts from escalations e ${around}
    where ${ours('e')} and e.id = ${id}::uuid`)
  return (await Promise.all([found, locked]))[0]?.facts ?? null
}

/** `steps` must begin with those that already ran; the caller ensures that. */
export const updateEscalation = (db: Db, id: string, to: { steps: readonly Step[]; emergency: boolean }) =>
  db.run(sql`update escalations set steps = ${JSON.stringify(to.steps)}::jsonb, emergency = ${to.emergency}::boolean,
      updated_at = now(), version = version + 1
    where ${ours()} and id = ${id}::uuid`)

export const pause = (db: Db, id: string, reason: string) =>
  db.run(sql`update escalations set paused_at = now(), paused_by = (select app.officer_id()), pause_reason = ${reason},
      updated_at = now(), version = version + 1
    where ${ours()} and id = ${id}::uuid`)

/** A started minute of the pause counts in full, so nothing runs earlier than it would have. */
export const resume = (db: Db, id: string) =>
  db.run(sql`update escalations set paused_at = null, paused_by = null, pause_reason = null, updated_at = now(),
      version = version + 1, paused_minutes = paused_minutes + ceil(extract(epoch from now() - paused_at) / 60)::int
    where ${ours()} and id = ${id}::uuid`)

/** Gives each shift published since its plan was created a copy of it: its kind's plan, otherwise the general one. Once per shift. */
export const attachPlans = (db: Db) =>
  db.run(sql`insert into escalations (organization_id, assignment_id, steps, published_at)
    select a.organization_id, a.id, l.steps, t.at
    from assignments a
    cross join lateral (select greatest(coalesce(a.published_at, a.created_at), a.publish_at) as at) t
    cross join lateral (select l.steps, l.active_from from escalation_plans l where l.organization_id = a.organization_id
      and (l.kind = a.kind or l.kind is null) order by l.kind nulls last limit 1) l
    where ${ours('a')} and a.status = 'published' and a.starts_at > now()
      and t.at <= now() and t.at >= l.active_from
      and not exists (select from escalations e where e.organization_id = a.organization_id and e.assignment_id = a.id)
    on conflict do nothing`)

/** When the next pending step is due by its own clock; null if all have run (`forecast` covers what may delay it). */
const nextDue = sql`(select min(case when x.one ->> 'clock' = 'after_publish'
    then e.published_at + make_interval(mins => (x.one ->> 'minutes')::int + e.paused_minutes)
    else a.starts_at - make_interval(mins => (x.one ->> 'minutes')::int) end)
  from jsonb_array_elements(e.steps) with ordinality x (one, place)
  where not exists (select from escalation_steps t where t.organization_id = e.organization_id and t.escalation_id = e.id
    and t.position = x.place - 1))`

/**
 * Escalations whose next step is due by its own clock and not too soon after the previous one: emergencies first, as they wait
 * for nothing, then the longest overdue.
 */
export const listDue = async (db: Db): Promise<EscalationFacts[]> => {
  const found = await db.rows<{ facts: EscalationFacts }>(sql`select ${facts} as facts from escalations e ${around}
    cross join lateral (select ${nextDue} as at) d
    where ${running} and ${lacks} and e.paused_at is null and d.at <= now()
      and not exists (select from escalation_steps t where t.organization_id = e.organization_id and t.escalation_id = e.id
        and t.at > now() - make_interval(mins => ${APART_MINUTES}::int))
    order by e.emergency desc, d.at, e.id limit 500`)
  return found.map((row) => row.facts)
}

/** Locks one of them so that no other process has it; null if another has it, or if it is no longer running. */
export const lockRunning = async (db: Db, id: string): Promise<EscalationFacts | null> => {
  const taken = await db.row(sql`select 1 from escalations e ${around}
    where ${running} and ${lacks} and e.paused_at is null and e.id = ${id}::uuid for update of e skip locked`)
  if (taken === null) return null
  // Read again under the lock: another process may have run a step in the meantime.
  const found = await db.row<{ facts: EscalationFacts }>(sql`select ${facts} as facts from escalations e ${around}
    where ${ours('e')} and e.id = ${id}::uuid`)
  return found?.facts ?? null
}

/** Runs the award now, once: applicants get the spots before anybody is asked or ordered in. */
export const awardNow = (db: Db, assignment_id: string) =>
  db.run(sql`update assignments set signup_closes_at = now(), award_early_reason = 'Orders are due for what is left',
      updated_at = now(), version = version + 1
    where ${ours()} and id = ${assignment_id}::uuid and awarded_at is null
      and award_early_reason is null and (signup_opens_at is null or signup_opens_at < now())`)

/** False if it already ran. */
export const insertStep = async (
  db: Db,
  id: string,
  step: { position: number; kind: string; told: { officer_ids: readonly string[]; count: number } },
) =>
  (await db.run(sql`insert into escalation_steps (organization_id, escalation_id, position, kind, told_count, told)
    values ((select app.organization_id()), ${id}::uuid, ${step.position}::int, ${step.kind}, ${step.told.count}::int,
      ${[...step.told.officer_ids]}::uuid[])
    on conflict do nothing`)) > 0

/** Officers whom the steps so far have notified. */
export const listTold = async (db: Db, id: string): Promise<string[]> =>
  (
    await db.rows<{ officer_id: string }>(sql`select distinct unnest(t.told) as officer_id from escalation_steps t
      where ${ours('t')} and t.escalation_id = ${id}::uuid`)
  ).map((row) => row.officer_id)

/** Its posts that are short of officers and have not started, in order. */
export const listLacking = (db: Db, assignment_id: string) =>
  db.rows<{ id: string }>(sql`select p.id from posts p where ${ours('p')}
      and p.assignment_id = ${assignment_id}::uuid and ${missing} > 0 and p.starts_at > now()
    order by p.position, p.id`)

/** Moves priority access forward: the next group's turn, or everybody's, is now. */
export const bringForward = (db: Db, assignment_id: string, which: 'next' | 'all') =>
  db.run(sql`update assignments a set group_steps = (
      select jsonb_agg(case when (g.one ->> 'opens_at')::timestamptz > now() and (${which} = 'all' or g.at = n.at)
        then g.one || jsonb_build_object('opens_at', now()) else g.one end order by g.at)
      from jsonb_array_elements(a.group_steps) with ordinality g (one, at)
      left join lateral (select min(x.at) as at from jsonb_array_elements(a.group_steps) with ordinality x (one, at)
        where (x.one ->> 'opens_at')::timestamptz > now()) n on true)
    where ${ours('a')} and a.id = ${assignment_id}::uuid
      and jsonb_array_length(a.group_steps) > 0`)

/** Lets more units in on posts that require certain ones; if priority groups go first, the added units' turn is now. */
export const letUnitsIn = async (db: Db, assignment_id: string, more: readonly string[]) => {
  await db.run(sql`update assignments a set group_steps = jsonb_build_array(jsonb_build_object('name', 'Neighbouring units',
      'units', to_jsonb(${more}::text[]), 'ranks', '[]'::jsonb, 'opens_at', now())) || a.group_steps
    where ${ours('a')} and a.id = ${assignment_id}::uuid
      and jsonb_array_length(a.group_steps) > 0`)
  await db.run(sql`update posts p set requirements = p.requirements || jsonb_build_object('units', (
      select jsonb_agg(distinct u) from (select jsonb_array_elements_text(p.requirements -> 'units') as u
        union select unnest(${more}::text[])) x))
    where ${ours('p')} and p.assignment_id = ${assignment_id}::uuid
      and jsonb_array_length(coalesce(p.requirements -> 'units', '[]')) > 0`)
}
