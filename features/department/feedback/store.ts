import type { z } from 'zod'
import type { Db } from '#platform/server/db.ts'
import { nothing, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { readCursor } from '#platform/shared/cursor.ts'
import type { reportProblem, requestFeature } from './contract.ts'

const PAGE = 20

/**
 * How many the person sent in the last hour, under a lock on their own row, so that concurrent calls are counted one after the
 * other.
 */
export const countSentLately = async (db: Db): Promise<number> => {
  const [, row] = await Promise.all([
    db.rows(sql`select id from officers where ${ours()}
      and id = (select app.officer_id()) for no key update`),
    db.row<{ sent: number }>(sql`select ((select count(*) from feature_requests r
        where ${ours('r')} and r.officer_id = (select app.officer_id())
          and r.created_at > now() - interval '1 hour')
      + (select count(*) from problem_reports p where ${ours('p')}
          and p.officer_id = (select app.officer_id()) and p.created_at > now() - interval '1 hour'))::int as sent`),
  ])
  return row?.sent ?? 0
}

export const insertRequest = (db: Db, it: z.output<(typeof requestFeature)['input']>) =>
  db.row<{ id: string }>(sql`insert into feature_requests (organization_id, officer_id, user_id, title, description,
      category, priority)
    values ((select app.organization_id()), (select app.officer_id()), (select app.user_id()), ${it.title},
      ${it.description}, ${it.category}, ${it.priority}) returning id`)

export const insertReport = (db: Db, it: z.output<(typeof reportProblem)['input']>) =>
  db.row<{ id: string }>(sql`insert into problem_reports (organization_id, officer_id, user_id, title, description,
      category, severity, browser_info)
    values ((select app.organization_id()), (select app.officer_id()), (select app.user_id()), ${it.title},
      ${it.description}, ${it.category}, ${it.severity}, ${JSON.stringify(it.browser_info)}::jsonb) returning id`)

/** Newest first, both kinds in one list; each half uses its own index. */
export const listSent = (after: string | undefined): Sql => {
  const cursor = readCursor(after)
  const beyond = cursor ? sql`and (x.created_at, x.id) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)` : nothing
  const half = (table: Sql, kind: string, weight: Sql) => sql`(select x.id, ${kind} as kind, x.title, x.description,
      x.category, ${weight} as weight, x.status, x.answer, x.answered_at,
      x.merged_at is not null as merged, x.created_at from ${table} x
    where ${ours('x')} and x.officer_id = (select app.officer_id()) ${beyond}
    order by x.created_at desc, x.id desc limit ${PAGE + 1}::int)`
  return sql`with found as (
      select * from (${half(sql`feature_requests`, 'feature_request', sql`x.priority`)}
        union all ${half(sql`problem_reports`, 'problem_report', sql`x.severity`)}) both_of
      order by created_at desc, id desc limit ${PAGE + 1}::int),
    shown as (select *, row_number() over (order by created_at desc, id desc) as place from found)
    select json_build_object(
      'items', coalesce((select json_agg(json_build_object('id', id, 'kind', kind, 'title', title,
        'description', description, 'category', category, 'weight', weight, 'status', status, 'answer', answer,
        'answered_at', answered_at, 'merged', merged, 'created_at', created_at) order by place) from shown where place <= ${PAGE}::int), '[]'),
      'next', (select to_json(created_at) #>> '{}' || '~' || id from shown where place = ${PAGE}::int
        and exists (select from shown where place > ${PAGE}::int)))::text as json`
}
