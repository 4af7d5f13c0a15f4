import type { Kind } from '#features/department/feedback/rules.ts'
import { join, likeText, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { readCursor } from '#platform/shared/cursor.ts'
import { openStatuses, placeOf, type Status } from './rules.feedback.ts'

const PAGE = 50

/** Staff reads over all departments (docs/decisions/0062): no statement here names a department. */
const tableOf = (kind: Kind): Sql => (kind === 'feature_request' ? sql`feature_requests` : sql`problem_reports`)
const weightOf = (kind: Kind): Sql => (kind === 'feature_request' ? sql`r.priority` : sql`r.severity`)
/** Trial requests from visitors share the table but are not feature requests. */
const isOne = (kind: Kind, alias: Sql = sql`r`): Sql =>
  kind === 'feature_request' ? sql`${alias}.trial_data is null` : sql`true`

const departmentOf = (id: Sql) => sql`(select jsonb_build_object('id', o.id, 'name', o.name, 'subdomain', o.subdomain,
  'state', o.state) from organizations o where o.id = ${id})`
const senderOf = (id: Sql) => sql`(select jsonb_build_object('name', coalesce(a.name, a.email), 'email', a.email)
  from accounts a where a.id = ${id})`
const nameOf = (id: Sql) => sql`(select coalesce(a.name, u.email) from super_admin_users u
  left join accounts a on a.id = u.account_id where u.id = ${id})`

const facts = (
  kind: Kind,
) => sql`'id', r.id, 'kind', ${kind}::text, 'organization', ${departmentOf(sql`r.organization_id`)},
  'sender', ${senderOf(sql`r.user_id`)}, 'title', r.title, 'category', r.category, 'weight', ${weightOf(kind)},
  'status', r.status, 'votes', r.votes, 'answered', r.answer is not null, 'created_at', r.created_at, 'version', r.version`

/** Merges and notes belong to the vendor: their keys begin with the vendor's id. */
/** `not in` always uses a hash. For a join, the fence makes the planner expect few rows and loop over every pair. */
const notMerged = sql`r.id not in (select m.request_id from feedback_merges m where ${ours('m')})`

export type ListAsk = {
  kind: Kind
  status: Status | 'open' | 'all'
  category: string
  weight: string
  organization_id?: string | undefined
  search: string
  sort: 'newest' | 'votes'
  after?: string | undefined
}

const conditionsOf = (ask: ListAsk): Sql[] => {
  const conditions = [isOne(ask.kind), notMerged]
  const open = openStatuses.map((status) => sql`${status}`)
  if (ask.status === 'open') conditions.push(sql`r.status in (${join(open, sql`, `)})`)
  else if (ask.status !== 'all') conditions.push(sql`r.status = ${ask.status}`)
  if (ask.category !== '') conditions.push(sql`r.category = ${ask.category}`)
  if (ask.weight !== 'any') conditions.push(sql`${weightOf(ask.kind)} = ${ask.weight}`)
  const from = ask.organization_id
  // A department's requests include those its people sent that are merged into another department's.
  if (from)
    conditions.push(sql`(r.organization_id = ${from}::uuid or exists (select from feedback_merges m
      where ${ours('m')} and m.into_id = r.id and m.from_organization_id = ${from}::uuid))`)
  if (ask.search !== '') {
    const like = likeText(ask.search)
    conditions.push(sql`(r.title ilike ${like} or r.description ilike ${like})`)
  }
  return conditions
}

const beyond = (ask: ListAsk): Sql[] => {
  const { votes, rest } = placeOf(ask.after ?? '')
  const at = readCursor(rest)
  if (!at) return []
  if (ask.sort === 'newest') return [sql`(r.created_at, r.id) < (${at.at}::timestamptz, ${at.id}::uuid)`]
  return [sql`(r.votes, r.created_at, r.id) < (${Number(votes)}::int, ${at.at}::timestamptz, ${at.id}::uuid)`]
}

/** Picks the page by keys first and builds JSON only for those rows; the counts take one pass over the table. */
export const listFeedback = (ask: ListAsk): Sql => {
  const byVotes = ask.sort === 'votes'
  const order = byVotes ? sql`r.votes desc, r.created_at desc, r.id desc` : sql`r.created_at desc, r.id desc`
  const table = tableOf(ask.kind)
  return sql`with picked as materialized (
      select r.organization_id, r.id from ${table} r where ${join([...conditionsOf(ask), ...beyond(ask)], sql` and `)}
      order by ${order} limit ${PAGE + 1}::int),
    found as (
      select jsonb_build_object(${facts(ask.kind)}) as item, r.created_at, r.id, r.votes, row_number() over (order by ${order}) as place
      from picked p join ${table} r on r.organization_id = p.organization_id and r.id = p.id),
    counted as (select r.status, count(*) as n from ${table} r where ${isOne(ask.kind)} and ${notMerged} group by r.status)
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(item order by place) from found where place <= ${PAGE}::int), '[]'),
      'next', (select ${byVotes ? sql`votes || '~' ||` : sql``} (to_json(created_at) #>> '{}') || '~' || id from found
        where place = ${PAGE}::int and exists (select from found where place > ${PAGE}::int)),
      'counts', (select jsonb_object_agg(s.status, coalesce(c.n, 0))
        from (values ('pending'), ('in_progress'), ('done'), ('declined')) s (status)
        left join counted c on c.status = s.status))::text as json`
}

const mergedFacts = sql`'id', x.id, 'organization', ${departmentOf(sql`x.organization_id`)},
  'sender', ${senderOf(sql`x.user_id`)}, 'title', x.title, 'description', x.description, 'created_at', x.created_at`

export const findFeedback = (kind: Kind, id: string): Sql => {
  const table = tableOf(kind)
  return sql`select jsonb_build_object(${facts(kind)}, 'description', r.description, 'answer', r.answer,
      'answered_at', r.answered_at, 'browser_info', ${kind === 'problem_report' ? sql`r.browser_info` : sql`null::jsonb`},
      'notes', coalesce((select jsonb_agg(jsonb_build_object('id', n.id, 'body', n.body, 'created_at', n.created_at,
          'author', ${nameOf(sql`n.author_id`)}) order by n.created_at desc, n.id)
        from request_notes n where ${ours('n')} and n.request_id = r.id), '[]'),
      'merged', coalesce((select jsonb_agg(jsonb_build_object(${mergedFacts}) order by x.created_at, x.id)
        from feedback_merges m join ${table} x on x.organization_id = m.from_organization_id and x.id = m.request_id
        where ${ours('m')} and m.into_id = r.id), '[]'),
      'merged_into', (select jsonb_build_object(${mergedFacts}) - 'description'
        from feedback_merges m join ${table} x on x.organization_id = m.into_organization_id and x.id = m.into_id
        where ${ours('m')} and m.request_id = r.id))::text as json
    from ${table} r where r.id = ${id}::uuid and ${isOne(kind)}`
}
