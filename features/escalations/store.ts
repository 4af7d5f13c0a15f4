import { missing } from '#features/order-ins/store.calls.ts'
import { keyOf } from '#features/signups/store.jobs.ts'
import type { Db } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { APART_MINUTES, type Facts, type Step } from './rules.ts'

/** What `forecast` asks of an escalation, and of the house; aliases `e`, `a` and `g`. */
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
  'to_award', a.signup_mode = 'award' and a.awarded_at is null, 'house_zone', g.time_zone, 'quiet_from', to_char(g.quiet_from, 'HH24:MI'), 'quiet_to', to_char(g.quiet_to, 'HH24:MI'),
  'now_at', now())`

export type EscalationFacts = Facts & {
  id: string
  assignment_id: string
  title: string
  time_zone: string
  /** Places that nobody holds, of all its posts. */
  missing: number
  /** Its award is still to come, and decides before anybody is ordered. */
  to_award: boolean
  paused_by: string | null
  pause_reason: string | null
  version: number
  house_zone: string
  quiet_from: string | null
  quiet_to: string | null
  now_at: string
}

const around = sql`join assignments a on a.organization_id = e.organization_id and a.id = e.assignment_id
  join organizations g on g.id = e.organization_id`
/** Published, and not begun. */
const running = sql`e.organization_id = (select app.organization_id()) and a.status = 'published'
  and (a.publish_at is null or a.publish_at <= now()) and a.starts_at > now()`
const lacks = sql`exists (select from posts p where p.organization_id = a.organization_id and p.assignment_id = a.id
  and ${missing} > 0)`

/** Units that officers of the department have. */
const units = sql`coalesce((select jsonb_agg(u.unit order by u.unit) from (select distinct m.unit from force_members m
  where m.organization_id = (select app.organization_id()) and m.unit is not null and m.left_on is null) u), '[]')`

/** Every plan, the general one first, with what it can be for; `quiet`: the department's hours as words, null where it keeps none. */
export const listPlans = () => sql`
  select json_build_object('items', coalesce((select json_agg(json_build_object('id', l.id, 'kind', l.kind, 'steps', l.steps,
      'active_from', l.active_from, 'version', l.version) order by l.kind nulls first)
    from escalation_plans l where l.organization_id = g.id), '[]'), 'units', ${units},
    'quiet', case when g.quiet_from <> g.quiet_to then to_char(g.quiet_from, 'HH24:MI') || '–' || to_char(g.quiet_to, 'HH24:MI') end
  )::text as json from organizations g where g.id = (select app.organization_id())`

/** Null where another was faster. */
export const savePlan = (db: Db, to: { kind: string | null; steps: readonly Step[]; version: number }) =>
  db.row<{ id: string; version: number }>(sql`
    insert into escalation_plans as l (organization_id, kind, steps, updated_by)
    select (select app.organization_id()), ${to.kind}, ${JSON.stringify(to.steps)}::jsonb, (select app.officer_id())
    on conflict on constraint escalation_plans_kind do update set steps = excluded.steps, updated_by = excluded.updated_by,
      updated_at = now(), version = l.version + 1 where l.version = ${to.version}::int
    returning id, version`)

/** How many went: none where it is not there. */
export const deletePlan = (db: Db, id: string) =>
  db.run(sql`delete from escalation_plans where organization_id = (select app.organization_id()) and id = ${id}::uuid`)

/** Those that run and lack officers, by their start; one more than `limit`, which says that there are more. */
export const listEscalations = ({ limit, after }: { limit: number; after?: string | undefined }): Sql => {
  const key = keyOf(after)
  return sql`select ${facts} as facts, ${limit}::int as limit from escalations e ${around}
    where ${running} and ${lacks} and (a.starts_at, a.id) > (${key.at}::timestamptz, ${key.id}::uuid)
    order by a.starts_at, a.id limit ${limit + 1}::int`
}

/** No row: there is no such shift. `facts` null: it has no plan. */
export const findOfAssignment = ({ assignment_id }: { assignment_id: string }): Sql => sql`
  select case when e.id is not null then ${facts} end as facts, ${units} as units
  from assignments a join organizations g on g.id = a.organization_id
  left join escalations e on e.organization_id = a.organization_id and e.assignment_id = a.id
  where a.organization_id = (select app.organization_id()) and a.id = ${assignment_id}::uuid`

/** Of open jobs an officer sees, those whose plan ends with an order. */
export const listComing = (): Sql => sql`
  select ${facts} as facts from escalations e ${around}
  where ${running} and ${lacks} and a.starts_at < now() + interval '30 days' and e.paused_at is null
    and e.steps -> -1 ->> 'kind' = 'order_in'
  order by a.starts_at, a.id limit 200`

/** Held for a change; null where it is not there. Both are sent at once and answered in turn: what is read is of behind the lock. */
export const findLocked = async (db: Db, id: string): Promise<EscalationFacts | null> => {
  const locked = db.run(sql`select 1 from escalations where organization_id = (select app.organization_id())
    and id = ${id}::uuid for update`)
  const found = db.row<{ facts: EscalationFacts }>(sql`select ${facts} as facts from escalations e ${around}
    where e.organization_id = (select app.organization_id()) and e.id = ${id}::uuid`)
  return (await Promise.all([found, locked]))[0]?.facts ?? null
}

/** `steps` begin with those that were taken: the caller sees to it. */
export const updateEscalation = (db: Db, id: string, to: { steps: readonly Step[]; emergency: boolean }) =>
  db.run(sql`update escalations set steps = ${JSON.stringify(to.steps)}::jsonb, emergency = ${to.emergency}::boolean,
      updated_at = now(), version = version + 1
    where organization_id = (select app.organization_id()) and id = ${id}::uuid`)

export const pause = (db: Db, id: string, reason: string) =>
  db.run(sql`update escalations set paused_at = now(), paused_by = (select app.officer_id()), pause_reason = ${reason},
      updated_at = now(), version = version + 1
    where organization_id = (select app.organization_id()) and id = ${id}::uuid`)

/** A begun minute of the pause counts whole: nothing comes earlier than it would have. */
export const resume = (db: Db, id: string) =>
  db.run(sql`update escalations set paused_at = null, paused_by = null, pause_reason = null, updated_at = now(),
      version = version + 1, paused_minutes = paused_minutes + ceil(extract(epoch from now() - paused_at) / 60)::int
    where organization_id = (select app.organization_id()) and id = ${id}::uuid`)

/** Gives each shift published since its plan holds a copy of it: of its kind, else the general one. Once for each. */
export const attachPlans = (db: Db) =>
  db.run(sql`insert into escalations (organization_id, assignment_id, steps, published_at)
    select a.organization_id, a.id, l.steps, t.at
    from assignments a
    cross join lateral (select greatest(coalesce(a.published_at, a.created_at), a.publish_at) as at) t
    cross join lateral (select l.steps, l.active_from from escalation_plans l where l.organization_id = a.organization_id
      and (l.kind = a.kind or l.kind is null) order by l.kind nulls last limit 1) l
    where a.organization_id = (select app.organization_id()) and a.status = 'published' and a.starts_at > now()
      and t.at <= now() and t.at >= l.active_from
      and not exists (select from escalations e where e.organization_id = a.organization_id and e.assignment_id = a.id)
    on conflict do nothing`)

/** When the next step not yet taken is due by its own clock; none where all are taken (`forecast` says what may hold it up). */
const nextDue = sql`(select min(case when x.one ->> 'clock' = 'after_publish'
    then e.published_at + make_interval(mins => (x.one ->> 'minutes')::int + e.paused_minutes)
    else a.starts_at - make_interval(mins => (x.one ->> 'minutes')::int) end)
  from jsonb_array_elements(e.steps) with ordinality x (one, place)
  where not exists (select from escalation_steps t where t.organization_id = e.organization_id and t.escalation_id = e.id
    and t.position = x.place - 1))`

/** Whose next step is due by its own clock and was not just preceded by another: emergencies, which wait for nothing, then the longest due. */
export const listDue = async (db: Db): Promise<EscalationFacts[]> => {
  const found = await db.rows<{ facts: EscalationFacts }>(sql`select ${facts} as facts from escalations e ${around}
    cross join lateral (select ${nextDue} as at) d
    where ${running} and ${lacks} and e.paused_at is null and d.at <= now()
      and not exists (select from escalation_steps t where t.organization_id = e.organization_id and t.escalation_id = e.id
        and t.at > now() - make_interval(mins => ${APART_MINUTES}::int))
    order by e.emergency desc, d.at, e.id limit 500`)
  return found.map((row) => row.facts)
}

/** One of them, taken so that no other process has it; null where it has, or where it does not run any more. */
export const lockRunning = async (db: Db, id: string): Promise<EscalationFacts | null> => {
  const taken = await db.row(sql`select 1 from escalations e ${around}
    where ${running} and ${lacks} and e.paused_at is null and e.id = ${id}::uuid for update of e skip locked`)
  if (taken === null) return null
  // Read anew behind the lock: another process may have taken a step meanwhile.
  const found = await db.row<{ facts: EscalationFacts }>(sql`select ${facts} as facts from escalations e ${around}
    where e.organization_id = (select app.organization_id()) and e.id = ${id}::uuid`)
  return found?.facts ?? null
}

/** Has the award made now, once: whoever applied has the places before anybody is asked or ordered. */
export const awardNow = (db: Db, assignment_id: string) =>
  db.run(sql`update assignments set signup_closes_at = now(), award_early_reason = 'Orders are due for what is left',
      updated_at = now(), version = version + 1
    where organization_id = (select app.organization_id()) and id = ${assignment_id}::uuid and awarded_at is null
      and award_early_reason is null and (signup_opens_at is null or signup_opens_at < now())`)

/** False where it was taken already. */
export const insertStep = async (db: Db, id: string, step: { position: number; kind: string; told: number }) =>
  (await db.run(sql`insert into escalation_steps (organization_id, escalation_id, position, kind, told_count)
    values ((select app.organization_id()), ${id}::uuid, ${step.position}::int, ${step.kind}, ${step.told}::int)
    on conflict do nothing`)) > 0

/** Its posts that lack officers and have not begun, in their order. */
export const listLacking = (db: Db, assignment_id: string) =>
  db.rows<{ id: string }>(sql`select p.id from posts p where p.organization_id = (select app.organization_id())
      and p.assignment_id = ${assignment_id}::uuid and ${missing} > 0 and p.starts_at > now()
    order by p.position, p.id`)

/** Brings what a priority group sees first forward: the next group's turn, or everybody's, is now. */
export const bringForward = (db: Db, assignment_id: string, which: 'next' | 'all') =>
  db.run(sql`update assignments a set group_steps = (
      select jsonb_agg(case when (g.one ->> 'opens_at')::timestamptz > now() and (${which} = 'all' or g.at = n.at)
        then g.one || jsonb_build_object('opens_at', now()) else g.one end order by g.at)
      from jsonb_array_elements(a.group_steps) with ordinality g (one, at)
      left join lateral (select min(x.at) as at from jsonb_array_elements(a.group_steps) with ordinality x (one, at)
        where (x.one ->> 'opens_at')::timestamptz > now()) n on true)
    where a.organization_id = (select app.organization_id()) and a.id = ${assignment_id}::uuid
      and jsonb_array_length(a.group_steps) > 0`)

/** Lets further units in on the posts that ask for certain ones; where groups come first, their turn is now. */
export const letUnitsIn = async (db: Db, assignment_id: string, more: readonly string[]) => {
  await db.run(sql`update assignments a set group_steps = jsonb_build_array(jsonb_build_object('name', 'Neighbouring units',
      'units', to_jsonb(${more}::text[]), 'ranks', '[]'::jsonb, 'opens_at', now())) || a.group_steps
    where a.organization_id = (select app.organization_id()) and a.id = ${assignment_id}::uuid
      and jsonb_array_length(a.group_steps) > 0`)
  await db.run(sql`update posts p set requirements = p.requirements || jsonb_build_object('units', (
      select jsonb_agg(distinct u) from (select jsonb_array_elements_text(p.requirements -> 'units') as u
        union select unnest(${more}::text[])) x))
    where p.organization_id = (select app.organization_id()) and p.assignment_id = ${assignment_id}::uuid
      and jsonb_array_length(coalesce(p.requirements -> 'units', '[]')) > 0`)
}
