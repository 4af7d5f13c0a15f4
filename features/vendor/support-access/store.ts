import { setScope } from '#features/people/accounts/store.scope.ts'
import type { Db } from '#platform/server/db.ts'
import { lastEndsAt } from '#platform/server/session-ends.ts'
import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { readCursor } from '#platform/shared/cursor.ts'
import { presentStates } from '#platform/shared/statuses.ts'
import { vendorActs } from './rules.acts.ts'
import { type Ending, SUPPORT_MINUTES } from './rules.ts'

const PAGE = 20
const CHANGES = 50

export type Visited = { id: string; name: string }

/** The department, if it exists and can be visited. */
export const findVisited = (db: Db, organizationId: string): Promise<Visited | null> =>
  db.row<Visited>(sql`select id, name from organizations
    where id = ${organizationId}::uuid and state in ${oneOf(presentStates)}`)

/**
 * Ends the current session's support access, within the department's own scope, and returns the department's id; restores the
 * scope afterward.
 */
export const updateOwnEnded = async (db: Db, why: Ending): Promise<string | null> => {
  const live = await db.row<{ id: string; organization_id: string; here: string }>(sql`
    select a.id, a.organization_id, app.organization_id() as here from support_accesses a
    join sessions s on s.id = a.session_id
    where s.token_hash = (select app.token()) and a.ended_at is null and a.ends_at > clock_timestamp()`)
  if (!live) return null
  await setScope(db, { organization_id: live.organization_id })
  await db.run(sql`update support_accesses set ended_at = least(clock_timestamp(), ends_at), ended_why = ${why}
    where ${ours()} and id = ${live.id}::uuid and ended_at is null`)
  await setScope(db, { organization_id: live.here })
  return live.organization_id
}

export type Started = { id: string; by_name: string; ends_at: Date; until: string }

/** Runs in the department's scope. Ends with the session if that is sooner. */
export const insertAccess = (db: Db, access: { reason: string; may_write: boolean }): Promise<Started | null> =>
  db.row<Started>(sql`with made as (
      insert into support_accesses (organization_id, session_id, user_id, by_name, reason, may_write, started_at, ends_at)
      select (select app.organization_id()), s.id, s.user_id, a.name, ${access.reason}, ${access.may_write}, c.at,
        least(c.at + make_interval(mins => ${SUPPORT_MINUTES}), ${lastEndsAt(sql`s`)})
      from sessions s join accounts a on a.id = s.user_id, (select clock_timestamp() as at) c
      -- Held: a session that is ended at this moment takes the access along, or keeps it from beginning.
      where s.token_hash = (select app.token()) and s.ended_at is null for share of s
      returning id, by_name, ends_at)
    select made.id, made.by_name, made.ends_at, app.clock_words(made.ends_at, g.time_zone) as until
    from made, organizations g where g.id = (select app.organization_id())`)

/** Ended by an admin of the department in scope; false if there is no such access. Access that is already over keeps its end. */
export const updateVisitEnded = async (db: Db, id: string): Promise<boolean> => {
  await db.run(sql`update support_accesses set ended_at = least(clock_timestamp(), ends_at), ended_why = 'by_admin',
      ended_by = (select app.officer_id())
    where ${ours()} and id = ${id}::uuid and ended_at is null
      and ends_at > clock_timestamp()`)
  return (
    (await db.row(sql`select from support_accesses
      where ${ours()} and id = ${id}::uuid`)) !== null
  )
}

/** Audit entries written under access `a`; a person has at most one at a time per department. */
const entriesOf = sql`e.organization_id = a.organization_id and e.actor_role = 'support' and e.actor_user_id = a.user_id
  and e.at >= a.started_at and e.at < coalesce(a.ended_at, a.ends_at)`

/** Accesses to the department that `organization` names; the vendor does not see the names of its admins. */
const list = (organization: Sql, after: string | undefined): Sql => {
  const key = readCursor(after)
  return sql`with found as materialized (
      select a.*, row_number() over (order by a.started_at desc, a.id desc) as place from support_accesses a
      where a.organization_id = ${organization} and (${key?.at ?? null}::timestamptz is null
        or (a.started_at, a.id) < (${key?.at ?? null}::timestamptz, ${key?.id ?? null}::uuid))
      order by a.started_at desc, a.id desc limit ${PAGE + 1}::int)
    select json_build_object(
      'items', coalesce((select json_agg(json_build_object('id', a.id, 'by_name', a.by_name, 'reason', a.reason,
          'may_write', a.may_write, 'started_at', a.started_at, 'ends_at', a.ends_at, 'ended_at', a.ended_at,
          'ended_why', a.ended_why, 'ended_by_name', o.name, 'live', a.ended_at is null and a.ends_at > clock_timestamp(),
          'changes', case when a.may_write then (select count(*)::int from audit_entries e where ${entriesOf}) else 0 end)
          order by a.place)
        from found a left join officers o on o.organization_id = a.organization_id and o.id = a.ended_by
        where a.place <= ${PAGE}::int), '[]'),
      'next', (select to_char(started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '~' || id
        from found where place = ${PAGE}::int and exists (select from found where place > ${PAGE}::int)))::text as json`
}

export const listVisits = (after: string | undefined): Sql => list(sql`(select app.organization_id())`, after)

/** For vendor staff, in the scope of the department in question. */
export const listVisitsOf = (organizationId: string, after: string | undefined): Sql => sql`
  with named as materialized (select set_config('app.organization_id', ${organizationId}, true)::uuid as id)
  select found.json from named cross join lateral (${list(sql`named.id`, after)}) found`

export const listChanges = (id: string, after: string | undefined): Sql => sql`
  with found as materialized (
    select e.*, row_number() over (order by e.id) as place
    from support_accesses a join audit_entries e on ${entriesOf}
    where ${ours('a')} and a.id = ${id}::uuid
      and e.id > coalesce(${after ?? null}::bigint, 0)
    order by e.id limit ${CHANGES + 1}::int)
  select json_build_object(
    'items', coalesce((select json_agg(json_build_object('id', e.id::text, 'at', e.at, 'action', e.action,
        'thing_type', e.thing_type,
        'thing_name', coalesce(r.row ->> 'title', r.row ->> 'name', r.row ->> 'question', r.row ->> 'file_name'),
        'change', case when e.before is null then 'made' when e.after is null then 'removed' else 'changed' end) order by e.id)
      from found e cross join lateral (select coalesce(e.after, e.before, '{}') as row) r where e.place <= ${CHANGES}::int), '[]'),
    'next', (select id::text from found where place = ${CHANGES}::int and exists (select from found where place > ${CHANGES}::int)))::text
    as json
  from support_accesses a where ${ours('a')} and a.id = ${id}::uuid`

/** One line per act: the first of the rows that one call changed in a table. */
export const listActs = (after: string | undefined): Sql => sql`
  with kinds as materialized (select * from jsonb_to_recordset(${JSON.stringify(vendorActs)}::jsonb)
      as k (action text, thing text, made boolean)),
  found as materialized (
    select e.*, row_number() over (order by e.id desc) as place
    from audit_entries e join kinds k on k.action = e.action and k.thing = e.thing_type and k.made = (e.before is null)
    where ${ours('e')} and e.actor_role = 'super_admin'
      and e.id < coalesce(${after ?? null}::bigint, 9223372036854775807)
      and not exists (select from audit_entries x where x.organization_id = e.organization_id and x.actor_role = 'super_admin'
        and x.request_id = e.request_id and x.thing_type = e.thing_type and x.id < e.id)
    order by e.id desc limit ${PAGE + 1}::int)
  select json_build_object(
    'items', coalesce((select json_agg(json_build_object('id', e.id::text, 'at', e.at, 'action', e.action,
        'reason', coalesce(e.after ->> 'vendor_reason', e.after #>> '{parameters,reason}',
          case when e.thing_type = 'organizations' and e.action <> 'vendor_organizations.edit' then e.after ->> 'state_reason' end),
        'about', coalesce(o.name, case e.thing_type when 'account_links' then e.after ->> 'email' end)) order by e.place)
      from found e left join officers o on o.organization_id = e.organization_id
        and ((e.thing_type = 'memberships' and o.id = (e.after ->> 'officer_id')::uuid)
          or (e.thing_type = 'sessions' and o.user_id = (e.after ->> 'user_id')::uuid))
      where e.place <= ${PAGE}::int), '[]'),
    'next', (select id::text from found where place = ${PAGE}::int and exists (select from found where place > ${PAGE}::int)))::text
    as json`
