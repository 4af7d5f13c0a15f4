import { isReached } from '#features/roster/officers/store.contact.ts'
import { activeOfficer } from '#platform/server/active-officer.ts'
import type { ExportColumn } from '#platform/server/cells.ts'
import { nothing, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { readCursor } from '#platform/shared/cursor.ts'
import { confirmedStatuses, postedStatuses } from '#platform/shared/statuses.ts'
import type { receiptFilters } from './contract.ts'
import type { Audience } from './rules.ts'

const PAGE = 20
const RECEIPTS_PAGE = 50
const REPLIES_LISTED = 200
const SHIFTS_LISTED = 200

/** Columns of announcement `a`, as each list has them. */
const facts = sql`'id', a.id, 'title', a.title, 'author', a.author_name, 'audience', a.audience,
  'audience_name', a.audience_name, 'sent_at', a.created_at`
const counts = sql`'reminded_at', a.reminded_at,
  'people', (select count(*) from announcement_recipients r where ${ours('r')} and r.announcement_id = a.id),
  'read', (select count(*) from announcement_recipients r where ${ours('r')} and r.announcement_id = a.id
    and r.read_at is not null),
  'replies', (select count(*) from announcement_replies s where ${ours('s')} and s.announcement_id = a.id)`

/** A page of announcements, latest first; `from` names them `a`. */
const paged = (after: string | undefined, from: Sql, columns: Sql): Sql => {
  const cursor = readCursor(after)
  const beyond = cursor ? sql`and (a.created_at, a.id) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)` : nothing
  return sql`with found as materialized (select a.* from ${from} ${beyond}
      order by a.created_at desc, a.id desc limit ${PAGE + 1}::int),
    shown as (select f.*, row_number() over (order by f.created_at desc, f.id desc) as place from found f)
    select json_build_object(
      'items', coalesce((select json_agg(json_build_object(${facts}, ${columns}) order by a.place) from shown a
        where a.place <= ${PAGE}::int), '[]'),
      'next', (select to_json(created_at) #>> '{}' || '~' || id from shown where place = ${PAGE}::int
        and exists (select from shown where place > ${PAGE}::int)))::text as json`
}

const received = sql`announcements a join announcement_recipients m on m.organization_id = a.organization_id
  and m.announcement_id = a.id where ${ours('a')} and m.officer_id = (select app.officer_id())`
const ownFacts = sql`'body', a.body,
  'read_at', (select m.read_at from announcement_recipients m where ${ours('m')} and m.announcement_id = a.id
    and m.officer_id = (select app.officer_id())),
  'replies', coalesce((select json_agg(json_build_object('id', s.id, 'body', s.body, 'sent_at', s.created_at)
      order by s.created_at, s.id)
    from announcement_replies s where ${ours('s')} and s.announcement_id = a.id
      and s.officer_id = (select app.officer_id())), '[]')`

export const listOwn = ({ after }: { after?: string | undefined }): Sql => paged(after, received, ownFacts)
export const findOwn = ({ id }: { id: string }): Sql =>
  sql`select json_build_object(${facts}, ${ownFacts})::text as json from ${received} and a.id = ${id}::uuid`

export const listSent = ({ after }: { after?: string | undefined }): Sql =>
  paged(after, sql`announcements a where ${ours('a')}`, counts)

export const findOne = ({
  id,
}: {
  id: string
}): Sql => sql`select json_build_object(${facts}, ${counts}, 'body', a.body,
    'assignment_id', a.assignment_id, 'said', coalesce((select json_agg(json_build_object('id', s.id,
        'officer_id', o.id, 'name', o.name, 'body', s.body, 'sent_at', s.created_at) order by s.created_at, s.id)
      from (select * from announcement_replies s where ${ours('s')} and s.announcement_id = a.id
        order by s.created_at desc, s.id desc limit ${REPLIES_LISTED}::int) s
      join officers o on ${ours('o')} and o.id = s.officer_id), '[]'))::text as json
  from announcements a where ${ours('a')} and a.id = ${id}::uuid`

type Asked = { id: string; filter: (typeof receiptFilters)[number] }
const receiptsOf = ({ id, filter }: Asked): Sql => {
  const wanted = filter === 'all' ? nothing : sql`and (r.read_at is not null) = ${filter === 'read'}::boolean`
  return sql`announcement_recipients r join officers o on ${ours('o')} and o.id = r.officer_id
    where ${ours('r')} and r.announcement_id = ${id}::uuid ${wanted}`
}

/** No row for an announcement that is not there. */
export const listReceipts = ({ after, ...asked }: Asked & { after?: string | undefined }): Sql => {
  const beyond = after
    ? sql`and (o.name, o.id) > (select c.name, c.id from officers c where ${ours('c')} and c.id = ${after}::uuid)`
    : nothing
  return sql`with found as materialized (select o.id, o.name, o.badge_number, o.unit, ${isReached(sql`o`)} as has_account, r.read_at
      from ${receiptsOf(asked)} ${beyond} order by o.name, o.id limit ${RECEIPTS_PAGE + 1}::int),
    shown as (select f.*, row_number() over (order by f.name, f.id) as place from found f)
    select json_build_object(
      'items', coalesce((select json_agg(json_build_object('officer_id', id, 'name', name, 'badge_number', badge_number,
        'unit', unit, 'read_at', read_at, 'has_account', has_account) order by place) from shown
        where place <= ${RECEIPTS_PAGE}::int), '[]'),
      'next', (select id from shown where place = ${RECEIPTS_PAGE}::int
        and exists (select from shown where place > ${RECEIPTS_PAGE}::int)))::text as json
    from announcements a where ${ours('a')} and a.id = ${asked.id}::uuid`
}

export const receiptColumns: readonly ExportColumn[] = [
  { head: 'Announcement', as: 'text' },
  { head: 'Name', as: 'text' },
  { head: 'Badge', as: 'text' },
  { head: 'Unit', as: 'text' },
  { head: 'Sent', as: 'moment' },
  { head: 'Read', as: 'moment' },
]
const wall = (at: Sql) => sql`to_char(${at} at time zone g.time_zone, 'YYYY-MM-DD HH24:MI')`

/** In the order of `receiptColumns`; `(asked.id)` names an announcement of the department or nothing is found. */
export const receiptsForExport = (asked: Asked): Sql => sql`select a.title, x.name, x.badge_number, x.unit,
    ${wall(sql`a.created_at`)}, ${wall(sql`x.read_at`)}
  from announcements a join organizations g on g.id = a.organization_id,
    lateral (select o.id, o.name, o.badge_number, o.unit, r.read_at from ${receiptsOf(asked)}) x
  where ${ours('a')} and a.id = ${asked.id}::uuid order by x.name, x.id`

export const findSpan = ({ id }: { id: string }): Sql => sql`select
    (a.created_at at time zone g.time_zone)::date::text as "from", null::text as "to"
  from announcements a join organizations g on g.id = a.organization_id where ${ours('a')} and a.id = ${id}::uuid`

/** Active officers `o` that the audience means, without the caller, who writes. */
export const inAudience = (audience: Audience, to: string): Sql => {
  const all = sql`${ours('o')} and ${activeOfficer(sql`o`)} and o.id is distinct from (select app.officer_id())`
  if (audience === 'everyone') return all
  if (audience === 'unit') return sql`${all} and o.unit = ${to}`
  if (audience === 'rank') return sql`${all} and o.rank = ${to}`
  return sql`${all} and exists (select from officer_assignments s where ${ours('s')} and s.officer_id = o.id
    and s.assignment_id = ${to}::uuid and s.status = any (${[...confirmedStatuses]}::text[]))`
}

const people = sql`'people', count(*), 'without_account', count(*) filter (where not ${isReached(sql`o`)})`
/** What each value of a column of the roster means. */
const groups = (column: Sql) => sql`coalesce((select json_agg(g.json order by lower(g.value)) from (
    select o.${column} as value, json_build_object('value', o.${column}, 'label', o.${column}, ${people}) as json
    from officers o where ${inAudience('everyone', '')} and o.${column} <> '' group by o.${column}) g), '[]')`

export const listAudiences = (): Sql => sql`select json_build_object(
    'everyone', (select json_build_object('value', '', 'label', 'Everyone', ${people}) from officers o
      where ${inAudience('everyone', '')}),
    'units', ${groups(sql`unit`)}, 'ranks', ${groups(sql`rank`)},
    'shifts', coalesce((select json_agg(g.json order by g.starts_at, g.id) from (
      select a.id, a.starts_at, json_build_object('value', a.id, 'label', a.title, 'starts_at', a.starts_at,
        'time_zone', a.time_zone, ${people}) as json
      from assignments a
      join officer_assignments s on ${ours('s')} and s.assignment_id = a.id and s.status = any (${[...confirmedStatuses]}::text[])
      join officers o on o.organization_id = s.organization_id and o.id = s.officer_id
      where ${ours('a')} and a.status = any (${[...postedStatuses]}::text[]) and a.starts_at > now() - interval '1 day'
        and ${inAudience('everyone', '')}
      group by a.organization_id, a.id order by a.starts_at, a.id limit ${SHIFTS_LISTED}::int) g), '[]'))::text as json`
