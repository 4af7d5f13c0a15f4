import type { ContactState } from '#features/department/contact-requests/rules.ts'
import type { Db } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { readCursor } from '#platform/shared/cursor.ts'

const PAGE = 30

const person = (id: Sql) =>
  sql`(select json_build_object('name', a.name, 'email', a.email) from accounts a where a.id = ${id})`

/** Across departments: newest first by instant and id, with counts per state that ignore the filter. */
export const listRequests = (ask: {
  state: ContactState | 'open' | 'all'
  organization?: string | undefined
  after?: string | undefined
}): Sql => {
  const isOfOne = (table: Sql) => sql`(${ask.organization ?? null}::uuid is null
    or ${table}.organization_id = ${ask.organization ?? null}::uuid)`
  const key = readCursor(ask.after)
  const states =
    ask.state === 'all'
      ? ['new', 'in_progress', 'answered', 'closed']
      : ask.state === 'open'
        ? ['new', 'in_progress']
        : [ask.state]
  return sql`with found as materialized (
      select c.* from contact_requests c where c.status = any (${states}::text[]) and ${isOfOne(sql`c`)}
        and (${key?.at ?? null}::timestamptz is null
          or (c.created_at, c.id) < (${key?.at ?? null}::timestamptz, ${key?.id ?? null}::uuid))
      order by c.created_at desc, c.id desc limit ${PAGE + 1}::int),
    shown as (select * from found order by created_at desc, id desc limit ${PAGE}::int)
    select json_build_object(
      'items', coalesce((select json_agg(json_build_object('id', c.id, 'kind', c.kind, 'message', c.message,
          'organization', json_build_object('id', g.id, 'name', g.name, 'subdomain', g.subdomain,
            'subscription_tier', g.subscription_tier, 'trial_end_date', g.trial_end_date),
          'sender', ${person(sql`c.asked_by`)}, 'status', c.status, 'answer', c.answer, 'answered_at', c.answered_at,
          'worker', ${person(sql`c.worked_by`)}, 'created_at', c.created_at, 'version', c.version)
          order by c.created_at desc, c.id desc)
        from shown c join organizations g on g.id = c.organization_id), '[]'),
      'next', case when (select count(*) from found) > ${PAGE}::int then
        (select to_json(created_at) #>> '{}' || '~' || id from shown order by created_at, id limit 1) end,
      'counts', (select json_object_agg(s.state, (select count(*) from contact_requests c where c.status = s.state and ${isOfOne(sql`c`)}))
        from (values ('new'), ('in_progress'), ('answered'), ('closed')) s (state)))::text as json`
}

export type Found = { status: ContactState; version: number; officer_id: string; message: string }

/** Locks the request until the transaction ends; runs in the scope of its organization. */
export const lockRequest = (db: Db, id: string): Promise<Found | null> =>
  db.row<Found>(sql`select status, version, officer_id, message from contact_requests
    where ${ours()} and id = ${id}::uuid for no key update`)

/** Keeps the existing answer if none is given; the previous answer is in the audit log. */
export const updateRequest = (db: Db, id: string, to: { status: ContactState; answer: string | null }) =>
  db.run(sql`update contact_requests set status = ${to.status}, answer = coalesce(${to.answer}::text, answer),
      answered_at = case when ${to.answer}::text is null then answered_at else clock_timestamp() end,
      worked_by = (select app.user_id()), updated_at = clock_timestamp(), version = version + 1
    where ${ours()} and id = ${id}::uuid`)
