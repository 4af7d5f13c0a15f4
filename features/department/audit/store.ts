import { dayBegins, zone } from '#platform/server/department-days.ts'
import { join, named, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { LINES } from './rules.ts'

const PAGE = 50

export type Filters = {
  person?: string | undefined
  action?: string | undefined
  thing?: string | undefined
  thing_id?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Columns that change with every save and carry no information. */
const dull = sql`array['updated_at', 'version', 'organization_id']`

/** Made by vendor staff, on their own side or through support access. */
const byVendor = (entry: Sql) => sql`(${entry}.actor_role in ('super_admin', 'support'))`
const ofVendor = byVendor(sql`e`)

/** The object that the filters ask for. */
const aboutThing = (ask: Filters, e: Sql): Sql[] => [
  ...(ask.thing ? [sql`${e}.thing_type = ${ask.thing}`] : []),
  ...(ask.thing_id ? [sql`${e}.thing_id = ${ask.thing_id}::uuid`] : []),
]

/** Rows of the alias that match the filters. */
const found = (ask: Filters, alias: 'e' | 'l' = 'e'): Sql[] => {
  const e = named(alias)
  const conditions = [sql`${ours(alias)}`, ...aboutThing(ask, e)]
  if (ask.person === 'vendor') conditions.push(byVendor(e))
  else if (ask.person === 'system') conditions.push(sql`${e}.actor_officer_id is null and not ${byVendor(e)}`)
  else if (ask.person) conditions.push(sql`${e}.actor_officer_id = ${ask.person}::uuid`)
  if (ask.action) conditions.push(sql`${e}.action = ${ask.action}`)
  if (ask.from) conditions.push(sql`${e}.at >= ${dayBegins(ask.from)}`)
  if (ask.to) conditions.push(sql`${e}.at < ${dayBegins(ask.to, 1)}`)
  return conditions
}

/**
 * The names around an entry `e`: who made it, and what its row refers to. Their ids are worked out first (`offset 0` keeps it so): a
 * condition on text out of the entry is asked only of rows that the fence has let through, which are all of the department's for each
 * entry; a plain id is looked up in the index.
 */
const around = sql`cross join lateral (select coalesce(e.after, e.before, '{}') as r) row
  left join officer_merges z on z.organization_id = e.organization_id and z.from_id = e.actor_officer_id and z.undone_at is null
  cross join lateral (select coalesce(z.into_id, e.actor_officer_id) as by_officer, (row.r ->> 'officer_id')::uuid as officer,
    case e.thing_type when 'assignments' then e.thing_id else (row.r ->> 'assignment_id')::uuid end as assignment,
    case when e.thing_type in ('award_adoptions', 'award_rule_versions') then (row.r ->> 'rule_id')::uuid end as rule offset 0) k
  left join officers a on a.organization_id = e.organization_id and a.id = k.by_officer
  left join lateral (select s.by_name from support_accesses s where ${ofVendor} and s.organization_id = e.organization_id
    and s.user_id = e.actor_user_id order by s.started_at desc limit 1) v on true
  left join officers o on o.organization_id = e.organization_id and o.id = k.officer
  left join assignments j on j.organization_id = e.organization_id and j.id = k.assignment
  left join award_rules u on u.organization_id = e.organization_id and u.id = k.rule`

const ownName = sql`coalesce(row.r ->> 'title', row.r ->> 'name', row.r ->> 'question', row.r ->> 'file_name', row.r ->> 'email',
  case e.thing_type when 'support_accesses' then row.r ->> 'reason'
    when 'award_rule_versions' then u.name
    when 'award_adoptions' then case when row.r ->> 'rule_id' is null then 'no rule' else u.name end
      || ' for ' || replace(row.r ->> 'kind', '_', ' ') || ' shifts' end)`

const facts = sql`'id', e.id::text, 'at', e.at, 'action', e.action,
  'actor', json_build_object('officer_id', e.actor_officer_id, 'name', coalesce(a.name, v.by_name), 'role', e.actor_role),
  'thing_type', e.thing_type, 'thing_id', e.thing_id,
  'change', case when e.before is null then 'made' when e.after is null then 'removed' else 'changed' end,
  'thing_name', ${ownName}, 'officer_name', o.name, 'assignment_id', j.id, 'assignment_title', j.title,
  'sealed', exists (select from audit_seal_entries m
    where m.organization_id = e.organization_id and m.entry_id = e.id)`

/** The columns of `e` that changed; for an inserted or deleted row, all that have a value. */
const fields = sql`coalesce((select json_agg(f.key order by f.key) from jsonb_each(row.r) f
  where f.key <> all (${dull}) and case when e.before is null or e.after is null then f.value <> 'null'
    else f.value is distinct from e.before -> f.key end), '[]')`

/** Longer values are in the entry. */
const SHORT = 32
const isShort = (value: Sql) => sql`(${value} is null or jsonb_typeof(${value}) not in ('object', 'array')
  and length(coalesce(${value} #>> '{}', '')) <= ${SHORT}::int
  and coalesce(${value} #>> '{}', '') !~ '^[0-9a-f]{8}-[0-9a-f]{4}-')`
const asText = (value: Sql) =>
  sql`case ${value} when 'true' then 'yes' when 'false' then 'no' else coalesce(${value} #>> '{}', '') end`
/** The officer that an id in the row refers to. The id is computed first, as in `around`. */
const officerOf = (value: Sql) => sql`(select n.name from (select case
    when ${value} #>> '{}' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (${value} #>> '{}')::uuid end as id offset 0) i
  join officers n on n.organization_id = e.organization_id and n.id = i.id)`
/** Of the columns that changed in a row, before and after where both are short, with the names of officers; other ids are left out. */
const values = sql`coalesce((select json_object_agg(f.key, json_build_array(coalesce(w.was, ${asText(sql`(e.before -> f.key)`)}), coalesce(w.is, ${asText(sql`f.value`)})))
  from (select x.key, x.value from jsonb_each(e.after) x
    where e.before is not null and x.key <> all (${dull}) and x.value is distinct from e.before -> x.key) f
  cross join lateral (select ${officerOf(sql`(e.before -> f.key)`)} as was, ${officerOf(sql`f.value`)} as is) w
  where (w.is is not null or ${isShort(sql`f.value`)}) and (w.was is not null or ${isShort(sql`(e.before -> f.key)`)})), '{}')`

const item = sql`json_build_object(${facts}, 'fields', ${fields}, 'values', ${values})`

/** How far apart the transactions of one act may begin: it keeps the look at its neighbors short. A longer call is two acts. */
const SPAN = sql`interval '10 seconds'`
/**
 * Rows of two aliases that one call wrote: of one request, which may have several transactions within seconds, or without one of a
 * single transaction, whose beginning `at` is.
 */
const sameAct = (one: Sql, other: Sql) => sql`${one}.organization_id = ${other}.organization_id
  and ${one}.at between ${other}.at - ${SPAN} and ${other}.at + ${SPAN}
  and ${one}.action = ${other}.action and ${one}.request_id is not distinct from ${other}.request_id
  and (${other}.request_id is not null or ${one}.at = ${other}.at)`

type Paged = { after?: string | undefined }

export const listAudit = (ask: Filters & Paged & { act?: string | undefined }): Sql => {
  const conditions = found(ask)
  if (ask.act)
    conditions.push(sql`exists (select from audit_entries k where ${ours('k')} and k.id = ${ask.act}::bigint
      and ${sameAct(sql`e`, sql`k`)})`)
  if (ask.after) conditions.push(sql`e.id < ${ask.after}::bigint`)
  return sql`with page as (
      select e.*, row_number() over (order by e.id desc) as place from audit_entries e
      where ${join(conditions, sql` and `)} order by e.id desc limit ${PAGE + 1}::int)
    select json_build_object(
      'items', coalesce((select json_agg(${item} order by e.id desc)
        from page e ${around} where e.place <= ${PAGE}::int), '[]'),
      'next', (select id::text from page where place = ${PAGE}::int
        and exists (select from page where place > ${PAGE}::int)))::text as json`
}

/** What neighboring entries of one act have in common. */
const act = (of: Sql) => sql`row(${of}.action, ${of}.request_id, case when ${of}.request_id is null then ${of}.at end)`

/**
 * Acts by their newest entry that the filters find. Step by step to the next older entry of another act than the one before, so that an
 * import of thousands of rows is read over once and nothing behind the page is read at all; only where two transactions wrote at once,
 * or a page begins inside an act, does a look at the others of its act decide whether it is the newest. So no act appears twice or is cut
 * by a page.
 */
export const listActs = (ask: Filters & Paged): Sql => {
  const conditions = found(ask)
  const isNewest = sql`not exists (select from audit_entries l where l.id > e.id and ${sameAct(sql`l`, sql`e`)}
    and ${join(found(ask, 'l'), sql` and `)})`
  const isOther = sql`(${act(sql`e`)} is distinct from ${act(sql`s`)} or e.at < s.at - ${SPAN})`
  const asked = join(aboutThing(ask, sql`s`), sql` and `)
  const step = (older: Sql) => sql`select e.id, e.organization_id, e.at, e.action, e.request_id, ${isNewest} as newest
    from audit_entries e where ${join([...conditions, older], sql` and `)} order by e.id desc limit 1`
  const first = ask.after ? sql`e.id < ${ask.after}::bigint` : sql`true`
  return sql`with recursive steps as (
      select n.*, n.newest::int as counted from (${step(first)}) n
      union all
      select n.*, s.counted + n.newest::int
      from steps s cross join lateral (${step(sql`e.id < s.id and ${isOther}`)}) n
      where s.counted <= ${PAGE}::int),
    page as (
      select s.*, row_number() over (order by s.id desc) as place from steps s where s.newest)
    select json_build_object(
      'items', coalesce((select json_agg(json_build_object('id', p.id::text, 'count', act.count, 'entries', act.entries)
          order by p.id desc)
        from page p cross join lateral (select max(e.count) as count, json_agg(${item} order by e.id) as entries
          from (select s.*, count(*) over () as count from audit_entries s where ${sameAct(sql`s`, sql`p`)}
            order by ${ask.thing || ask.thing_id ? sql`(${asked}) desc, s.id` : sql`s.id`} limit ${LINES}::int) e ${around}) act
        where p.place <= ${PAGE}::int), '[]'),
      'next', (select id::text from page where place = ${PAGE}::int
        and exists (select from page where place > ${PAGE}::int)))::text as json`
}

/** The names of the department's ids. */
const names = sql`coalesce((select json_object_agg(n.id, n.name) from (
    select distinct on (v.id) v.id, coalesce(o.name, j.title, p.name, c.name, t.name, l.name, r.name, x.name) as name
    from (select x.value #>> '{}' as id from jsonb_each(coalesce(e.before, '{}')) x where jsonb_typeof(x.value) = 'string'
      union select x.value #>> '{}' from jsonb_each(coalesce(e.after, '{}')) x where jsonb_typeof(x.value) = 'string') v
    cross join lateral (select case when v.id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then v.id::uuid end as id offset 0) u
    left join officers o on o.organization_id = e.organization_id and o.id = u.id
    left join assignments j on j.organization_id = e.organization_id and j.id = u.id
    left join posts p on p.organization_id = e.organization_id and p.id = u.id
    left join faq_categories c on c.organization_id = e.organization_id and c.id = u.id
    left join platoons t on t.organization_id = e.organization_id and t.id = u.id
    left join locations l on l.organization_id = e.organization_id and l.id = u.id
    left join award_rules r on r.organization_id = e.organization_id and r.id = u.id
    left join officer_assignments s on s.organization_id = e.organization_id and s.id = u.id
    left join officers x on x.organization_id = e.organization_id and x.id = s.officer_id
    where u.id is not null) n where n.name is not null), '{}')`

export const findEntry = (
  id: string,
): Sql => sql`select json_build_object(${facts}, 'before', e.before, 'after', e.after,
    'names', ${names}, 'seal', (select m.seal_number::text from audit_seal_entries m
      where m.organization_id = e.organization_id and m.entry_id = e.id),
    'request_id', e.request_id, 'ip', e.ip, 'user_agent', e.user_agent)::text as json
  from audit_entries e ${around}
  where ${ours('e')} and e.id = ${id}::bigint`

/** The dates in the file's name. */
export const findSpan = (ask: Filters): Sql =>
  sql`select ${ask.from ?? null}::text as "from", ${ask.to ?? null}::text as "to"`

type Vocabulary = {
  actions: Readonly<Record<string, string>>
  things: Readonly<Record<string, string>>
  fields: Readonly<Record<string, string>>
}

/** In the order of `exportColumns`. Before and after contain only what changed, one column per line. */
export const listForExport = (ask: Filters, words: Vocabulary): Sql => {
  const side = (which: Sql) => sql`(select string_agg(coalesce(${JSON.stringify(words.fields)}::jsonb ->> f.key, f.key)
      || ': ' || coalesce(${which} ->> f.key, ''), E'\n' order by f.key)
    from jsonb_each(row.r) f where f.key <> all (${dull}) and ${which} is not null
      and case when e.before is null or e.after is null then f.value <> 'null'
        else f.value is distinct from e.before -> f.key end)`
  return sql`select to_char(e.at at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS') as at, coalesce(a.name, v.by_name) as name, e.actor_role,
      coalesce(${JSON.stringify(words.actions)}::jsonb ->> e.action, e.action) as action,
      coalesce(${JSON.stringify(words.things)}::jsonb ->> e.thing_type, e.thing_type) as thing, ${ownName} as named,
      o.name as officer, j.title, ${side(sql`e.before`)} as before, ${side(sql`e.after`)} as after,
      e.id::text as entry, e.thing_id::text as thing_id, e.request_id::text as request_id, e.ip
    from audit_entries e ${around} where ${join(found(ask), sql` and `)} order by e.id`
}
