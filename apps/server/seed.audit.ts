import type { Db } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import type { Department } from './seed.places.ts'
import { asRole } from './seed.roles.ts'

/** Two weeks, a few entries a day: about as many as the log shows on its first page. */
const [DAYS, A_DAY] = [14, 4]

const ofShift = (alias: Sql, more: Sql) => sql`jsonb_build_object('id', ${alias}.id, 'officer_id', ${alias}.officer_id,
  'assignment_id', ${alias}.assignment_id, ${more})`

/** What people did, as the rows say: when, by which call, who, to what, and the row before and after. */
const events = sql`
  select s.applied_at as at, 'signups.sign_up' as action, s.officer_id as actor, 'officer_assignments' as thing, s.id as thing_id,
    null::jsonb as before, ${ofShift(
      sql`s`,
      sql`'status', case a.signup_mode when 'approval' then 'pending_approval'
      when 'award' then 'interested' else 'confirmed' end`,
    )} as after
  from officer_assignments s join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
  where ${ours('s')} and s.assigned_by is null
    and not exists (select from order_ins i where i.organization_id = s.organization_id and i.signup_id = s.id)
  union all
  select s.decided_at, 'signups.approve', s.decided_by, 'officer_assignments', s.id,
    ${ofShift(sql`s`, sql`'status', 'pending_approval'`)}, ${ofShift(sql`s`, sql`'status', 'confirmed'`)}
  from officer_assignments s where ${ours('s')} and s.decided_by is not null
  union all
  select s.applied_at, 'signups.assign', s.assigned_by, 'officer_assignments', s.id, null,
    ${ofShift(sql`s`, sql`'status', 'confirmed', 'override_reason', s.override_reason`)}
  from officer_assignments s where ${ours('s')} and s.assigned_by is not null
  union all
  select t.checked_in_at, 'attendance.check_in', t.officer_id, 'attendance', t.id, null,
    ${ofShift(sql`t`, sql`'state', 'open', 'checked_in_at', t.checked_in_at`)}
  from attendance t where ${ours('t')}
  union all
  select t.decided_at, 'attendance.approve', t.decided_by, 'attendance', t.id,
    ${ofShift(sql`t`, sql`'state', 'submitted'`)}, ${ofShift(sql`t`, sql`'state', 'approved'`)}
  from attendance t where ${ours('t')} and t.decided_by is not null
  union all
  select a.created_at, 'assignments.create', a.created_by, 'assignments', a.id, null,
    jsonb_build_object('id', a.id, 'title', a.title, 'status', a.status, 'starts_at', a.starts_at, 'ends_at', a.ends_at)
  from assignments a where ${ours('a')}
  union all
  select l.created_at, 'leave_requests.ask', l.officer_id, 'leave_requests', l.id, null,
    jsonb_build_object('id', l.id, 'officer_id', l.officer_id, 'kind', l.kind, 'starts_at', l.starts_at, 'ends_at', l.ends_at)
  from leave_requests l where ${ours('l')}
  union all
  select n.created_at, 'announcements.send', n.author_id, 'announcements', n.id, null,
    jsonb_build_object('id', n.id, 'title', n.title, 'audience', n.audience)
  from announcements n where ${ours('n')}
  union all
  select r.submitted_at, 'extra_time.claim', r.officer_id, 'overtime_requests', r.id, null,
    jsonb_build_object('id', r.id, 'officer_id', r.officer_id, 'kind', r.kind, 'minutes', r.minutes)
  from overtime_requests r where ${ours('r')}
  union all
  select v.created_at, case v.version when 1 then 'award_rules.create' else 'award_rules.change' end, v.created_by, 'award_rules',
    w.id, case v.version when 1 then null else jsonb_build_object('name', w.name) end,
    jsonb_build_object('id', w.id, 'name', w.name, 'note', v.note)
  from award_rule_versions v join award_rules w on w.organization_id = v.organization_id and w.id = v.rule_id
  where ${ours('v')}`

type Event = {
  at: Date
  action: string
  actor: string
  user_id: string
  role: string
  thing: string
  thing_id: string
  before: unknown
  after: unknown
}

/** A few of each day, of as many calls as there are. */
const listEvents = (db: Db) =>
  db.rows<Event>(sql`
    with found as (
      select e.*, o.user_id, o.role, row_number() over (partition by d.day, e.action order by e.thing_id) as nth, d.day
      from (${events}) e
      join officers o on ${ours('o')} and o.id = e.actor and o.user_id is not null
      cross join lateral (select floor(extract(epoch from now() - e.at) / 86400)::int as day) d
      where e.at > now() - make_interval(days => ${DAYS}::int) and e.at < now() - interval '10 minutes'),
    chosen as (select f.*, row_number() over (partition by f.day order by f.nth, f.thing_id, f.action) as place
      from found f)
    select at, action, actor, user_id, role, thing, thing_id, before, after from chosen
    where place <= ${A_DAY}::int order by at, action, thing_id`)

/**
 * The demo's rows are made within seconds, so the log says of all of them that they were made as demo data. These entries come after
 * them: what people of the department did in the last two weeks, under their names and at the time that the rows say.
 */
export const seedAudit = async (db: Db, { organization_id }: Department): Promise<void> => {
  for (const { at, action, actor, user_id, role, thing, thing_id, before, after } of await listEvents(db))
    await asRole(db, { role, user_id, officer_id: actor }, () =>
      db.run(sql`insert into audit_entries (organization_id, at, action, actor_user_id, actor_officer_id, actor_role, thing_type,
          thing_id, before, after)
        values (${organization_id}::uuid, ${at}::timestamptz, ${action}, (select app.user_id()), (select app.officer_id()), ${role},
          ${thing}, ${thing_id}::uuid, ${before === null ? null : JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb)`),
    )
}
