import { LOCK_WINDOW_MINUTES } from '#features/people/accounts/rules.ts'
import { isSessionAlive } from '#platform/server/session-ends.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import type { UserFilter } from './rules.ts'

// Reads across organizations, as the role that is allowed to (db/fence/82-vendor-users.sql).

const PAGE = 50
const ACTS = 20

const isAlive = sql`s.ended_at is null and ${isSessionAlive(sql`s`)}`
const standing = sql`case when m.left_on <= current_date then 'left' else m.standing end`

/**
 * Times of failed attempts since the last success, by kind and counter (features/people/accounts/store.attempts.ts); `lockOf` in
 * routes derives the lock from them.
 */
const failures = sql`(select jsonb_object_agg(k.kind, k.counters) from (
    select c.kind, jsonb_agg(c.times) as counters from (
      select t.kind, jsonb_agg(t.at order by t.at desc) as times from sign_in_attempts t
      where t.email_key = a.email_key and t.outcome = 'wrong'
        and t.at > now() - make_interval(mins => ${2 * LOCK_WINDOW_MINUTES})
        and t.at > coalesce((select max(r.at) from sign_in_attempts r where r.email_key = a.email_key and r.kind = t.kind
          and (r.outcome = 'released' or (r.outcome = 'right' and (t.kind = 'code' or t.browser = r.browser or t.source = r.source)))),
          '-infinity')
      group by t.kind, case when t.kind = 'code' then null when exists (select from sign_in_attempts r where r.email_key = a.email_key
        and r.kind = 'password' and r.outcome = 'right' and r.browser = t.browser) then t.browser else t.source end) c
    group by c.kind) k)`

const belonging = sql`jsonb_build_object('organization_id', m.organization_id, 'name', g.name, 'subdomain', g.subdomain,
  'role', m.role, 'standing', ${standing})`

const facts = sql`'id', a.id, 'name', a.name, 'email', a.email, 'disabled_at', a.disabled_at,
  'super_admin', exists (select from super_admin_users u where u.account_id = a.id and u.active),
  'second_factor', exists (select from factors f where f.account_id = a.id and f.confirmed_at is not null),
  'sessions', (select count(*)::int from sessions s where s.user_id = a.id and ${isAlive}),
  'failures', ${failures}`

const filters: Readonly<Record<UserFilter, Sql>> = {
  all: sql`true`,
  // The lock as copied to memberships: exact for every account that belongs to a department.
  locked: sql`exists (select from memberships m where m.account_id = a.id and m.locked_until > now())`,
  disabled: sql`a.disabled_at is not null`,
  vendor: sql`exists (select from super_admin_users u where u.account_id = a.id and u.active)`,
}

export const listUsers = (ask: {
  q?: string | undefined
  show: UserFilter
  organization?: string | undefined
  after?: string | undefined
}): Sql => {
  const part = (ask.q ?? '').normalize('NFKC').toLowerCase()
  return sql`with page as materialized (
      select a.id, a.email, a.email_key, a.name, a.disabled_at, row_number() over (order by a.email_key) as place from accounts a
      where (${part} = '' or position(${part} in a.email_key) > 0 or position(${part} in lower(a.name)) > 0)
        and a.email_key > ${ask.after ?? ''} and ${filters[ask.show]}
        and (${ask.organization ?? null}::uuid is null or exists (select from memberships m
          where m.account_id = a.id and m.organization_id = ${ask.organization ?? null}::uuid))
      order by a.email_key limit ${PAGE + 1}::int)
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(jsonb_build_object(${facts},
          'organizations', coalesce((select jsonb_agg(o.one order by o.name) from (
            select ${belonging} as one, g.name from memberships m join organizations g on g.id = m.organization_id
            where m.account_id = a.id order by g.name, g.id limit 3) o), '[]'),
          'organizations_count', (select count(*)::int from memberships m where m.account_id = a.id)) order by a.place)
        from page a where a.place <= ${PAGE}::int), '[]'),
      'next', (select email_key from page where place = ${PAGE}::int and exists (select from page where place > ${PAGE}::int)))
      as found`
}

export const findUser = (id: string): Sql => sql`
  select jsonb_build_object(${facts}, 'created_at', a.created_at, 'own', a.id = (select app.user_id()),
    'organizations', coalesce((select jsonb_agg(${belonging} order by g.name, g.id)
      from memberships m join organizations g on g.id = m.organization_id where m.account_id = a.id), '[]'),
    'live', coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'organization_name', g.name,
        'super_admin', s.kind = 'super_admin', 'created_at', s.created_at, 'last_seen_at', s.last_seen_at, 'ip', s.ip,
        'user_agent', s.user_agent) order by s.last_seen_at desc, s.id)
      from sessions s left join organizations g on g.id = s.organization_id where s.user_id = a.id and ${isAlive}), '[]'),
    'factors', coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'kind', f.kind, 'name', f.name,
        'created_at', f.created_at, 'last_used_at', f.last_used_at) order by f.created_at, f.id)
      from factors f where f.account_id = a.id and f.confirmed_at is not null), '[]'),
    'acts', coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'act', t.act, 'reason', t.reason, 'at', t.at,
        'by_name', b.name) order by t.at desc, t.id)
      from (select * from account_acts x where x.account_id = a.id order by x.at desc limit ${ACTS}::int) t
      join accounts b on b.id = t.by_user_id), '[]'),
    'last_super_admin', exists (select from super_admin_users u where u.account_id = a.id and u.active)
      and not exists (select from super_admin_users u where u.account_id <> a.id and u.active)) as found
  from accounts a where a.id = ${id}::uuid`

export const listSuperAdmins = (after: string | undefined): Sql => sql`
  with page as materialized (
    select u.*, case when u.active then '0' else '1' end || u.email_key as key,
      row_number() over (order by u.active desc, u.email_key) as place from super_admin_users u
    where case when u.active then '0' else '1' end || u.email_key > ${after ?? ''}
    order by u.active desc, u.email_key limit ${PAGE + 1}::int)
  select json_build_object(
    'items', coalesce((select json_agg(json_build_object('id', u.id, 'email', u.email, 'user_id', u.account_id, 'name', a.name,
        'active', u.active, 'own', u.account_id is not distinct from (select app.user_id()), 'created_at', u.created_at,
        'last_seen_at', (select max(s.last_seen_at) from sessions s where s.user_id = u.account_id and s.kind = 'super_admin'))
        order by u.place)
      from page u left join accounts a on a.id = u.account_id where u.place <= ${PAGE}::int), '[]'),
    'next', (select key from page where place = ${PAGE}::int and exists (select from page where place > ${PAGE}::int)))::text as json`
