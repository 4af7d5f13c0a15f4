import { isReached } from '#features/roster/officers/store.contact.ts'
import { awardToCome } from '#features/shifts/assignments/store.phase.ts'
import { pauseReason } from '#features/shifts/escalations/store.ts'
import { askedUntil, volunteersFor } from '#features/shifts/order-ins/store.answered.ts'
import type { Db } from '#platform/server/db.ts'
import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { readCursor } from '#platform/shared/cursor.ts'
import { approvableStatuses, seekingStatuses, undecidedStatuses } from '#platform/shared/statuses.ts'
import { UNDO_SECONDS } from '#platform/shared/time.ts'
import type { AskedHow, Outcome, PlanLine } from './contract.ts'
import { wantsAll } from './store.asked.ts'

const PAGE = 20

/** A new plan; null if one is already being computed. */
export const insertPlan = (db: Db, days: number) =>
  db.row<{ id: string }>(sql`insert into fill_plans (organization_id, asked_by, days)
    values ((select app.organization_id()), (select app.officer_id()), ${days})
    on conflict (organization_id) where status = 'waiting' do nothing returning id`)

/** A plan for a list; alias `l`. */
const head = sql`jsonb_build_object('id', l.id, 'asked_at', l.asked_at, 'asked_by', o.name, 'days', l.days, 'status', l.status,
  'solved_at', l.solved_at, 'places', (l.outcome ->> 'places')::int,
  'lines', (select count(*) from fill_plan_lines n where n.organization_id = l.organization_id and n.plan_id = l.id),
  'taken', (select count(*) from fill_plan_lines n where n.organization_id = l.organization_id and n.plan_id = l.id
    and n.taken_at is not null))`
const asker = sql`join officers o on o.organization_id = l.organization_id and o.id = l.asked_by`

/** Plans of the last days, latest first, a page of 20 as one JSON value. */
export const listPlans = ({ after }: { after?: string | undefined }): Sql => {
  const key = readCursor(after)
  return sql`
  with found as (
    select l.* from fill_plans l where ${ours('l')}
      and (${key === null} or (l.asked_at, l.id) < (${key?.at ?? 'infinity'}::timestamptz, ${key?.id ?? null}::uuid))
    order by l.asked_at desc, l.id desc limit ${PAGE + 1}::int),
  shown as (select * from found order by asked_at desc, id desc limit ${PAGE}::int)
  select json_build_object(
    'items', coalesce((select json_agg(${head} order by l.asked_at desc, l.id desc) from shown l ${asker}), '[]'),
    'next', case when (select count(*) from found) > ${PAGE}::int then
      (select (to_json(asked_at) #>> '{}') || '~' || id from shown order by asked_at, id limit 1) end)::text as json`
}

/** A line of a plan; aliases `n`, `a`, `p`, `o` for its officer and `t` for the admin who applied it. */
const line = sql`jsonb_build_object('id', n.id, 'assignment_id', n.assignment_id, 'post_id', n.post_id, 'title', a.title, 'post_name', p.name,
  'starts_at', n.starts_at, 'ends_at', n.ends_at, 'officer_id', n.officer_id, 'officer_name', o.name,
  'badge_number', o.badge_number, 'has_account', ${isReached(sql`o`)}, 'phone', o.phone, 'applied', exists (select from officer_assignments s
    where s.organization_id = n.organization_id and s.assignment_id = n.assignment_id and s.officer_id = n.officer_id
      and s.status in ${oneOf(undecidedStatuses)} and ${wantsAll(sql`s`, sql`p`)}),
  'volunteered', ${volunteersFor(sql`p`)} ? n.officer_id::text, 'asked_until', ${askedUntil(sql`p`)},
  'pause_reason', ${pauseReason(sql`n.assignment_id`)},
  'able', n.why -> 'able', 'order', n.why -> 'order', 'minutes_before', n.why -> 'minutes_before',
  'minutes_after', n.why -> 'minutes_after',
  'passed', coalesce((select jsonb_agg(jsonb_build_object('officer_id', w.officer_id, 'name', x.name, 'minutes', w.minutes,
      'why', w.why, 'instead', w.instead, 'asked', w.asked) order by w.asked is null, w.minutes, x.name)
    from jsonb_to_recordset(n.why -> 'passed') as w (officer_id uuid, minutes int, why text, instead text, asked text)
    join officers x on x.organization_id = n.organization_id and x.id = w.officer_id), '[]'),
  'taken_at', n.taken_at, 'taken_by', case when n.taken_at is not null then t.name end,
  'undoable', coalesce(n.taken_by = (select app.officer_id()) and n.starts_at > now() and exists (select from officer_assignments u
      where u.organization_id = n.organization_id and u.id = n.signup_id and u.status = 'confirmed')
    and n.taken_at > now() - make_interval(secs => ${UNDO_SECONDS}::int), false),
  'open', n.taken_at is null and n.starts_at > now() and a.status = 'published' and not ${awardToCome})`

const NAMED = 3

/** Who asked for a spot of an assignment that plan `l` covers, with the order in which they are named. */
const askers = sql`with covered as (
    select n.assignment_id from fill_plan_lines n where ${ours('n')} and n.plan_id = l.id
    union select (g ->> 'assignment_id')::uuid from jsonb_array_elements(l.outcome -> 'gaps') g)
  select s.post_id, s.officer_id, case when s.status = 'pending_approval' then 0 else 1 end as turn, s.applied_at as at
    from officer_assignments s where ${ours('s')} and s.status in ${oneOf(undecidedStatuses)} and s.starts_at > now()
      and s.assignment_id in (select assignment_id from covered)
  union all select p.id, v.officer_id::uuid, 2, null
    from posts p cross join lateral jsonb_array_elements_text(${volunteersFor(sql`p`)}) as v (officer_id)
    where ${ours('p')} and p.starts_at > now() and p.assignment_id in (select assignment_id from covered)
      and not exists (select from officer_assignments s where ${ours('s')} and s.post_id = p.id
        and s.officer_id = v.officer_id::uuid and s.status in ${oneOf(undecidedStatuses)})`

/** For each post of plan `l` that has not started: who asked for it without being proposed for it. */
const waiting = sql`coalesce((select jsonb_agg(jsonb_build_object('post_id', w.post_id, 'officers', w.officers,
    'names', to_jsonb(w.names[1:${NAMED}::int])) order by w.post_id)
  from (select s.post_id, count(*)::int as officers,
      array_agg(o.name order by s.turn, s.at, o.name, o.id) as names
    from (${askers}) s
    join officers o on ${ours('o')} and o.id = s.officer_id
    where not exists (select from fill_plan_lines n where ${ours('n')} and n.plan_id = l.id
        and n.post_id = s.post_id and n.officer_id = s.officer_id)
    group by s.post_id) w), '[]')`

/** A plan with all its lines, by start, as one JSON value; no row if it does not exist. */
export const readPlan = ({ id }: { id: string }): Sql => sql`
  select (${head} || jsonb_build_object('outcome', l.outcome, 'waiting', ${waiting}, 'items', coalesce((
    select jsonb_agg(${line} order by n.starts_at, a.title, p.name, o.name, n.id)
    from fill_plan_lines n
    join assignments a on a.organization_id = n.organization_id and a.id = n.assignment_id
    join posts p on p.organization_id = n.organization_id and p.id = n.post_id
    join officers o on o.organization_id = n.organization_id and o.id = n.officer_id
    left join officers t on t.organization_id = n.organization_id and t.id = n.taken_by
    where ${ours('n')} and n.plan_id = l.id), '[]')))::text as json
  from fill_plans l ${asker} where ${ours('l')} and l.id = ${id}::uuid`

export type LineFacts = {
  id: string
  assignment_id: string
  post_id: string
  officer_id: string
  starts_at: Date
  ends_at: Date
  taken: boolean
  /** The officer's pending sign-up on this assignment, and whether it is for this spot and has no open offer. */
  waiting_id: string | null
  waiting_here: boolean
  /** The post's times have changed since the plan was created, or its spots are left to an award now. */
  moved: boolean
  /** The admin who asks. */
  by: string
  /** The shift in words, for the officer's notification. */
  what: string
}

/**
 * Locks lines and all that assigning their spots depends on, in the standard order, so that two admins cannot apply one at the
 * same time and two batches cannot deadlock.
 */
export const lockLines = async (db: Db, ids: readonly string[]): Promise<void> => {
  const lines = sql`select l.* from fill_plan_lines l where ${ours('l')} and l.id = any(${ids}::uuid[])`
  await Promise.all([
    db.run(sql`select 1 from officers where ${ours()}
      and id in (select officer_id from (${lines}) n) order by id for no key update`),
    db.run(sql`select 1 from assignments where ${ours()}
      and id in (select assignment_id from (${lines}) n) order by id for share`),
    db.run(sql`select 1 from posts where ${ours()}
      and id in (select post_id from (${lines}) n) order by id for no key update`),
    db.run(
      sql`select 1 from fill_plan_lines l where ${ours('l')} and l.id = any(${ids}::uuid[]) order by l.id for update`,
    ),
  ])
}

/** A locked line with all that assigning its spot needs; null if it does not exist. */
export const findLine = (db: Db, id: string): Promise<LineFacts | null> =>
  db.row<LineFacts>(sql`select l.id, l.assignment_id, l.post_id, l.officer_id, l.starts_at, l.ends_at,
      (p.starts_at, p.ends_at) <> (l.starts_at, l.ends_at) or ${awardToCome} as moved, l.taken_at is not null as taken, s.id as waiting_id, coalesce(s.post_id = l.post_id and s.status <> 'offered'
        and (s.starts_at, s.ends_at) = (l.starts_at, l.ends_at), false) as waiting_here,
      (select app.officer_id()) as by, a.title || ', ' || app.day_and_clock(l.starts_at) as what
    from fill_plan_lines l
    join assignments a on a.organization_id = l.organization_id and a.id = l.assignment_id
    join posts p on p.organization_id = l.organization_id and p.id = l.post_id
    left join officer_assignments s on s.organization_id = l.organization_id and s.assignment_id = l.assignment_id
      and s.officer_id = l.officer_id and s.status in ${oneOf(seekingStatuses)}
    where ${ours('l')} and l.id = ${id}::uuid`)

/** The given lines that belong to the plan, earliest shift first. */
export const listLineIds = async (db: Db, planId: string, ids: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{
      id: string
    }>(sql`select l.id from fill_plan_lines l where ${ours('l')} and l.plan_id = ${planId}::uuid
      and l.id = any(${ids}::uuid[]) order by l.starts_at, l.id`)
  ).map(({ id }) => id)

/** Confirms the pending sign-up, which an undo returns to what it was, or creates one, and marks the line as applied. */
export const giveLine = async (db: Db, line: LineFacts): Promise<string> => {
  const waiting = line.waiting_id !== null && line.waiting_here
  const given = waiting
    ? sql`update officer_assignments set status = 'confirmed', decided_by = (select app.officer_id()), decided_at = now(),
          decided_from = case when status in ${oneOf(approvableStatuses)} then status end,
          updated_at = now(), version = version + 1
        where ${ours()} and id = ${line.waiting_id}::uuid returning id`
    : sql`insert into officer_assignments (organization_id, assignment_id, post_id, officer_id, status, starts_at, ends_at,
          assigned_by)
        select p.organization_id, p.assignment_id, p.id, ${line.officer_id}::uuid, 'confirmed', p.starts_at, p.ends_at,
          (select app.officer_id())
        from posts p where ${ours('p')} and p.id = ${line.post_id}::uuid returning id`
  const row = await db.row<{ id: string }>(given)
  if (row === null) throw new Error('a locked place is gone')
  await db.run(sql`update fill_plan_lines l set taken_at = now(), taken_by = (select app.officer_id()), signup_id = ${row.id}::uuid
    where ${ours('l')} and l.id = ${line.id}::uuid`)
  return row.id
}

const KEPT_DAYS = 30
/** Longer than a search may take (`limits` in jobs.ts): the process that started it has died. */
const BEGUN_AGAIN_SECONDS = 120
const TRIES = 3

/** Claims the pending plan if nobody is working on it; gives up on a plan that has failed too often. */
export const takeWaiting = async (db: Db): Promise<{ id: string; days: number } | null> => {
  await db.run(
    sql`delete from fill_plans l where ${ours('l')} and l.asked_at < now() - ${KEPT_DAYS}::int * interval '1 day'`,
  )
  await db.run(sql`update fill_plans l set status = 'failed', solved_at = now() where ${ours('l')} and l.status = 'waiting'
    and l.tries >= ${TRIES} and l.begun_at < now() - ${BEGUN_AGAIN_SECONDS}::int * interval '1 second'`)
  return db.row<{ id: string; days: number }>(sql`update fill_plans l set begun_at = now(), tries = l.tries + 1
    where ${ours('l')} and l.id = (select w.id from fill_plans w where ${ours('w')}
      and w.status = 'waiting' and (w.begun_at is null or w.begun_at < now() - ${BEGUN_AGAIN_SECONDS}::int * interval '1 second')
      for update skip locked)
    returning l.id, l.days`)
}

export type NewLine = {
  assignment_id: string
  post_id: string
  officer_id: string
  starts_at: string
  ends_at: string
  why: Pick<PlanLine, 'able' | 'order' | 'minutes_before' | 'minutes_after'> & {
    passed: { officer_id: string; minutes: number; why: string; instead: string | null; asked: AskedHow | null }[]
  }
}

/** Stores the solution; does nothing if the plan is no longer pending. */
export const insertSolved = async (db: Db, id: string, lines: readonly NewLine[], outcome: Outcome): Promise<void> => {
  const done =
    await db.run(sql`update fill_plans l set status = 'ready', solved_at = now(), outcome = ${JSON.stringify(outcome)}::jsonb
    where ${ours('l')} and l.id = ${id}::uuid and l.status = 'waiting'`)
  if (done === 0) return
  await db.run(sql`insert into fill_plan_lines (organization_id, plan_id, assignment_id, post_id, officer_id, starts_at, ends_at, why)
    select (select app.organization_id()), ${id}::uuid, r.assignment_id, r.post_id, r.officer_id, r.starts_at, r.ends_at, r.why
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as r (assignment_id uuid, post_id uuid, officer_id uuid,
      starts_at timestamptz, ends_at timestamptz, why jsonb)`)
}

/** Does nothing if the plan is no longer pending. */
export const failPlan = (db: Db, id: string) =>
  db.run(
    sql`update fill_plans l set status = 'failed', solved_at = now() where ${ours('l')} and l.id = ${id}::uuid and l.status = 'waiting'`,
  )

export const isThere = async (db: Db, id: string): Promise<boolean> =>
  (await db.row(sql`select 1 from fill_plans where ${ours()} and id = ${id}::uuid`)) !== null
