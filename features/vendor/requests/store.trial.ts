import type { Db } from '#platform/server/db.ts'
import { join, likeText, nothing, type Sql, sql } from '#platform/server/sql.ts'
import { readCursor } from '#platform/shared/cursor.ts'
import { openStates, type TrialState } from './rules.trial.ts'

const PAGE = 50

const vendor = sql`(select app.organization_id())`
const trials = sql`r.organization_id = ${vendor} and r.trial_state is not null`
const colleague = (
  id: Sql,
) => sql`(select jsonb_build_object('id', u.id, 'name', coalesce(a.name, u.email), 'email', u.email)
  from super_admin_users u left join accounts a on a.id = u.account_id where u.id = ${id})`
const mine = sql`(select u.id from super_admin_users u where u.account_id = (select app.user_id()))`
const isOpen = sql`r.trial_state in (${join(
  openStates.map((state) => sql`${state}`),
  sql`, `,
)})`
const today = sql`(now() at time zone 'UTC')::date`
const isDue = sql`(${isOpen} and coalesce(r.next_step_on <= ${today}, false))`

const facts = sql`'id', r.id, 'organization', r.trial_data ->> 'organizationName', 'contact', r.trial_data ->> 'contactName',
  'email', r.trial_data ->> 'email', 'team_size', (r.trial_data ->> 'teamSize')::int, 'state', r.trial_state,
  'owner', ${colleague(sql`r.owner_id`)}, 'next_step_on', r.next_step_on, 'is_due', ${isDue},
  'organization_made', (select jsonb_build_object('id', o.id, 'name', o.name, 'subdomain', o.subdomain,
      'trial_end_date', o.trial_end_date, 'state', o.state) from organizations o where o.id = r.trial_organization_id),
  'created_at', r.created_at, 'version', r.version`

export type ListAsk = {
  state: TrialState | 'open' | 'all'
  owner: 'anybody' | 'me' | 'nobody'
  due: 'any' | 'now'
  search: string
  after?: string | undefined
}

const conditionsOf = (ask: ListAsk): Sql[] => {
  const conditions = [trials]
  if (ask.state === 'open') conditions.push(isOpen)
  else if (ask.state !== 'all') conditions.push(sql`r.trial_state = ${ask.state}`)
  if (ask.owner === 'me') conditions.push(sql`r.owner_id = ${mine}`)
  if (ask.owner === 'nobody') conditions.push(sql`r.owner_id is null`)
  if (ask.due === 'now') conditions.push(isDue)
  if (ask.search !== '') {
    const like = likeText(ask.search)
    conditions.push(sql`(r.trial_data ->> 'organizationName' ilike ${like} or r.trial_data ->> 'contactName' ilike ${like}
      or r.trial_data ->> 'email' ilike ${like} or r.trial_data ->> 'message' ilike ${like})`)
  }
  return conditions
}

/** Newest first, keyed by instant and id; with counts per state that ignore the filters. */
export const listRequests = (ask: ListAsk): Sql => {
  const cursor = readCursor(ask.after)
  const beyond = cursor ? sql`and (r.created_at, r.id) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)` : nothing
  return sql`with picked as materialized (
      select r.id from feature_requests r where ${join(conditionsOf(ask), sql` and `)} ${beyond}
      order by r.created_at desc, r.id desc limit ${PAGE + 1}::int),
    found as (
      select jsonb_build_object(${facts}) as item, r.created_at, r.id,
        row_number() over (order by r.created_at desc, r.id desc) as place
      from picked p join feature_requests r on r.organization_id = ${vendor} and r.id = p.id),
    counted as (select r.trial_state as state, count(*) as n from feature_requests r where ${trials} group by r.trial_state)
    select jsonb_build_object(
      'items', coalesce((select jsonb_agg(item order by place) from found where place <= ${PAGE}::int), '[]'),
      'next', (select to_json(created_at) #>> '{}' || '~' || id from found where place = ${PAGE}::int
        and exists (select from found where place > ${PAGE}::int)),
      'counts', (select jsonb_object_agg(s.state, coalesce(c.n, 0))
        from (values ('new'), ('contacted'), ('trial_started'), ('won'), ('lost')) s (state)
        left join counted c on c.state = s.state))::text as json`
}

/** One request with all its fields; the rules decide which actions are allowed. */
export const findRequest = (id: string): Sql => sql`
  select jsonb_build_object(${facts}, 'phone', r.trial_data ->> 'phone', 'message', r.trial_data ->> 'message',
    'closed_reason', r.closed_reason, 'worked_at', r.worked_at,
    'notes', coalesce((select jsonb_agg(jsonb_build_object('id', n.id, 'body', n.body, 'created_at', n.created_at,
        'author', (${colleague(sql`n.author_id`)} ->> 'name')) order by n.created_at desc, n.id)
      from request_notes n where n.organization_id = ${vendor} and n.request_id = r.id), '[]'),
    'staff', (select coalesce(jsonb_agg(${colleague(sql`w.id`)} order by w.email), '[]')
      from super_admin_users w where w.active),
    'me', ${mine}) as item
  from feature_requests r where ${trials} and r.id = ${id}::uuid`

export type Locked = {
  id: string
  version: number
  state: TrialState
  trial_organization_id: string | null
  /** The name of the trial it became, shown to a second caller. */
  trial_name: string | null
}

/** The request, locked until the transaction ends; read after the lock, so a waiting caller sees the first one's change. */
export const lockRequest = async (db: Db, id: string): Promise<Locked | null> => {
  const [, row] = await Promise.all([
    db.rows(sql`select r.id from feature_requests r where ${trials} and r.id = ${id}::uuid for no key update`),
    db.row<Locked>(sql`select r.id, r.version, r.trial_state as state, r.trial_organization_id, o.name as trial_name
      from feature_requests r left join organizations o on o.id = r.trial_organization_id
      where ${trials} and r.id = ${id}::uuid`),
  ])
  return row
}

export const isColleague = async (db: Db, id: string): Promise<boolean> =>
  (await db.row(sql`select from super_admin_users where id = ${id}::uuid and active`)) !== null

export const updatePlan = (db: Db, it: { id: string; owner_id: string | null; next_step_on: string | null }) =>
  db.run(sql`update feature_requests r set owner_id = ${it.owner_id}::uuid, next_step_on = ${it.next_step_on}::date,
      version = version + 1, updated_at = now()
    where ${trials} and r.id = ${it.id}::uuid`)

/** Sets the state and the specification's status. If the request has no owner, the caller becomes its owner. */
export const updateState = (
  db: Db,
  it: { id: string; state: TrialState; reason: string | null; organization_id?: string },
) =>
  db.run(sql`update feature_requests r set trial_state = ${it.state},
      status = case ${it.state} when 'new' then 'pending' when 'won' then 'done' when 'lost' then 'declined' else 'in_progress' end,
      closed_reason = ${it.reason}, owner_id = coalesce(r.owner_id, ${mine}), worked_at = now(),
      next_step_on = case when ${it.state} in ('won', 'lost') then null else r.next_step_on end,
      trial_organization_id = coalesce(${it.organization_id ?? null}::uuid, r.trial_organization_id),
      version = version + 1, updated_at = now()
    where ${trials} and r.id = ${it.id}::uuid`)

/** An internal staff note about any request. Stored under the vendor's organization, wherever the request is stored. */
export const insertNote = (db: Db, requestId: string, body: string) =>
  db.row<{ id: string }>(sql`insert into request_notes (organization_id, request_id, author_id, body)
    values (${vendor}, ${requestId}::uuid, ${mine}, ${body}) returning id`)

export const findTrialEnd = (db: Db, organizationId: string) =>
  db.row<{ trial_end_date: string }>(
    sql`select trial_end_date::text from organizations where id = ${organizationId}::uuid`,
  )
