import { join, type Sql, sql } from '#platform/server/sql.ts'
import { readCursor } from '#platform/shared/cursor.ts'
import type { Kind } from './rules.ts'

// Reads across organizations, with the role allowed to (db/fence/84-vendor-audit.sql).

const PAGE = 50

export type Filters = {
  kind?: Kind | undefined
  person?: string | undefined
  action?: string | undefined
  organization?: string | undefined
  since?: string | undefined
  until?: string | undefined
}
type Asked = Filters & { after?: string | undefined }

const vendor = sql`'00000000-0000-0000-0000-000000000000'`
/** Worded exactly as in the fence and its index, so that the index is used. */
const ofStaff = sql`(e.actor_role in ('super_admin', 'support') or e.action = 'super_admins.sign_in'
  or e.thing_type in ('super_admin_users', 'organization_erasures', 'vendor_settings', 'support_accesses'))`
/** Columns that change with every save and carry no information. */
const dull = sql`array['updated_at', 'version', 'organization_id']`

const within = (ask: Asked, at: Sql): Sql[] => [
  ...(ask.since ? [sql`${at} >= ${ask.since}::timestamptz`] : []),
  ...(ask.until ? [sql`${at} < ${ask.until}::timestamptz`] : []),
]
const beyond = (ask: Asked, at: Sql, key: Sql): Sql[] => {
  const cursor = readCursor(ask.after)
  if (!cursor) return []
  return [
    sql`${at} <= ${cursor.at}::timestamptz`,
    sql`(${at}, ${key}) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`,
  ]
}

/** An entry's number as an id, so that entries and views sort together. */
const keyOf = sql`lpad(to_hex(e.id), 32, '0')::uuid`
const changes = (ask: Asked): Sql => {
  const where = [
    sql`e.organization_id = ${vendor}`,
    ofStaff,
    ...within(ask, sql`e.at`),
    ...beyond(ask, sql`e.at`, keyOf),
  ]
  if (ask.kind === 'reads') where.push(sql`false`)
  if (ask.kind === 'support') where.push(sql`(e.actor_role = 'support' or e.thing_type = 'support_accesses')`)
  if (ask.person) where.push(sql`e.actor_user_id = ${ask.person}::uuid`)
  if (ask.action) where.push(sql`e.action = ${ask.action}`)
  if (ask.organization) where.push(sql`e.about = ${ask.organization}::uuid`)
  return sql`select 'change' as kind, e.at, ${keyOf} as key, e.id, null::text as reason, e.action, e.actor_user_id, e.actor_role,
      app.about_of(e.thing_type, coalesce(e.after, e.before)) as about, e.thing_type, e.thing_id, e.before, e.after, e.request_id, e.ip, e.user_agent
    from audit_entries e where ${join(where, sql` and `)}`
}
/** Views across departments concern no single department. */
const reads = (ask: Asked): Sql => {
  const where = [sql`r.organization_id = ${vendor}`, ...within(ask, sql`r.at`), ...beyond(ask, sql`r.at`, sql`r.id`)]
  if (ask.organization || (ask.kind && ask.kind !== 'reads')) where.push(sql`false`)
  if (ask.person) where.push(sql`r.user_id = ${ask.person}::uuid`)
  if (ask.action) where.push(sql`r.call = ${ask.action}`)
  return sql`select 'read', r.at, r.id, null::bigint, r.reason, r.call, r.user_id, 'super_admin', null::uuid, null, null::uuid,
      null::jsonb, null::jsonb, null::uuid, null, null
    from vendor_reads r where ${join(where, sql` and `)}`
}

/**
 * Joins for an entry `e`: who, which department, and the row itself. For a department's row, the vendor's log says only that it
 * changed; the content is read from the department's log, and only if the row is part of the vendor's books.
 */
const around = sql`left join accounts a on a.id = e.actor_user_id
  left join organizations g on g.id = e.about
  left join lateral (select d.before, d.after from audit_entries d where e.about is not null and d.organization_id = e.about
      and d.thing_type = e.thing_type and d.thing_id is not distinct from e.thing_id and d.id < e.id and d.request_id = e.request_id
    order by d.id desc limit 1) d on true
  cross join lateral (select
      case when e.about is null or e.thing_type = 'organization_erasures' then e.before else d.before end as before,
      case when e.about is null or e.thing_type = 'organization_erasures' then e.after
        else coalesce(d.after, case when d.before is null and e.thing_type = 'support_accesses' then e.after end) end as after) h
  cross join lateral (select coalesce(h.after, h.before, '{}') as r) row
  left join accounts p on p.id = case e.thing_type when 'account_acts' then (row.r ->> 'account_id')::uuid
    when 'sessions' then (row.r ->> 'user_id')::uuid end`

const ownName = sql`coalesce(case e.thing_type when 'support_accesses' then row.r ->> 'reason' end, row.r ->> 'number', row.r ->> 'title', row.r ->> 'name', row.r ->> 'subject_name', p.name, row.r ->> 'email',
  row.r ->> 'email_key')`
const change = sql`case when h.before is null and h.after is null then null when h.before is null then 'made'
  when h.after is null then 'removed' else 'changed' end`
const whose = sql`'at', e.at, 'action', e.action,
  'actor', json_build_object('user_id', e.actor_user_id, 'name', a.name, 'role', e.actor_role),
  'organization', case when e.about is not null then json_build_object('id', e.about, 'name', coalesce(g.name, 'A deleted department')) end`
const seal = sql`(select m.seal_number::text from audit_seal_entries m where m.organization_id = ${vendor} and m.entry_id = e.id)`
const what = sql`'thing_type', e.thing_type, 'thing_id', e.thing_id, 'thing_name', ${ownName}, 'change', ${change},
  'sealed', ${seal} is not null`
const isOther = sql`case when h.before is null or h.after is null then f.value <> 'null'
  else f.value is distinct from h.before -> f.key end`
const fields = sql`coalesce((select json_agg(f.key order by f.key) from jsonb_each(row.r) f
  where f.key <> all (${dull}) and ${isOther}), '[]')`

export const listEntries = (ask: Asked): Sql => {
  const some = (from: Sql) => sql`(${from} order by 2 desc, 3 desc limit ${PAGE + 1}::int)`
  return sql`with page as materialized (
      select u.*, row_number() over (order by u.at desc, u.key desc) as place
      from (${some(changes(ask))} union all ${some(reads(ask))}) u order by u.at desc, u.key desc limit ${PAGE + 1}::int)
    select json_build_object(
      'items', coalesce((select json_agg(case e.kind
          when 'read' then json_build_object('kind', e.kind, 'id', e.key, ${whose}, 'reason', e.reason)
          else json_build_object('kind', e.kind, 'id', e.id::text, ${whose}, ${what}, 'fields', ${fields}) end order by e.place)
        from page e ${around} where e.place <= ${PAGE}::int), '[]'),
      'next', (select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '~' || key
        from page where place = ${PAGE}::int and exists (select from page where place > ${PAGE}::int)))::text as json`
}

/** The names for ids: a person, a department, an entry of the vendor's staff list. */
const names = sql`coalesce((select json_object_agg(n.id, n.name) from (
    select distinct on (v.id) v.id, coalesce(a.name, g.name, s.email) as name
    from (select x.value #>> '{}' as id from jsonb_each(coalesce(h.before, '{}')) x where jsonb_typeof(x.value) = 'string'
      union select x.value #>> '{}' from jsonb_each(coalesce(h.after, '{}')) x where jsonb_typeof(x.value) = 'string') v
    cross join lateral (select case when v.id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then v.id::uuid end as id) u
    left join accounts a on a.id = u.id left join organizations g on g.id = u.id left join super_admin_users s on s.id = u.id
    where u.id is not null) n where n.name is not null), '{}')`

export const findEntry = (id: string): Sql => sql`
  select json_build_object('id', e.id::text, ${whose}, ${what}, 'before', h.before, 'after', h.after, 'names', ${names},
    'seal', ${seal}, 'request_id', e.request_id, 'ip', e.ip, 'user_agent', e.user_agent)::text as json
  from (${changes({})} and e.id = ${id}::bigint) e ${around}`

type Vocabulary = {
  actions: Readonly<Record<string, string>>
  things: Readonly<Record<string, string>>
  fields: Readonly<Record<string, string>>
}

/** In the order of `exportColumns`; before and after list only what changed, one column per line. */
export const listForExport = (ask: Filters, words: Vocabulary): Sql => {
  const side = (which: Sql) => sql`(select string_agg(coalesce(${JSON.stringify(words.fields)}::jsonb ->> f.key, f.key)
      || ': ' || coalesce(${which} ->> f.key, ''), E'\n' order by f.key)
    from jsonb_each(row.r) f where f.key <> all (${dull}) and ${which} is not null and ${isOther})`
  return sql`select to_char(e.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as at, a.name, e.actor_role,
      case e.kind when 'read' then 'Read across' when 'change' then 'Changed' end as kind,
      coalesce(${JSON.stringify(words.actions)}::jsonb ->> e.action, e.action) as action, g.name as organization,
      coalesce(${JSON.stringify(words.things)}::jsonb ->> e.thing_type, e.thing_type) as thing, ${ownName} as named, e.reason,
      ${side(sql`h.before`)} as before, ${side(sql`h.after`)} as after, coalesce(e.id::text, e.key::text) as entry,
      e.thing_id::text as thing_id, e.request_id::text as request_id, e.ip
    from (${changes(ask)} union all ${reads(ask)}) e ${around} order by e.at desc, e.key desc`
}
