import type { Db } from '#platform/server/db.ts'
import { nothing, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { standing } from './store.ts'

const PAGE = 50

/** Records acceptance of the current text, once; false if the text has changed by now, or the person is not in the department. */
export const insertAcceptance = async (db: Db, version: number): Promise<boolean> => {
  await db.run(sql`insert into notice_acceptances (organization_id, version, officer_id)
    select f.organization_id, g.notice_version, f.id
    from officers f join organizations g on g.id = f.organization_id
    where ${ours('f')} and f.id = (select app.officer_id()) and f.approved
      and g.notice_version = ${version}
    on conflict do nothing`)
  const found = await db.row(sql`select from notice_acceptances a join organizations g on g.id = a.organization_id
    where ${ours('a')} and a.officer_id = (select app.officer_id())
      and a.version = g.notice_version and a.version = ${version}`)
  return found !== null
}

/** People who have not accepted the current notice come first, by name; `after` is the last one on the previous page. */
export const listAcceptances = ({ after }: { after?: string | undefined }): Sql => sql`
  with asked as (
      select f.id, f.name, f.badge_number, y.accepted_at, y.accepted_at is not null as has
      from officers f join organizations g on g.id = f.organization_id
        left join notice_acceptances y on y.organization_id = f.organization_id and y.officer_id = f.id
          and y.version = g.notice_version
      where ${ours('f')} and g.notice_version is not null and ${standing}),
    page as (
      select a.*, row_number() over (order by a.has, a.name, a.id) as place from asked a
      ${after ? sql`where (a.has, a.name, a.id) > (select c.has, c.name, c.id from asked c where c.id = ${after}::uuid)` : nothing}
      order by a.has, a.name, a.id limit ${PAGE + 1}::int)
  select json_build_object(
    'items', coalesce((select json_agg(json_build_object('officer_id', id, 'name', name, 'badge_number', badge_number,
      'accepted_at', accepted_at) order by place) from page where place <= ${PAGE}::int), '[]'),
    'next', (select id from page where place = ${PAGE}::int
      and exists (select from page where place > ${PAGE}::int)))::text as json`
