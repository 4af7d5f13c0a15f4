import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'

/** Notes the acceptance of the text in force, once; false where it is another one by now, or the person is not of the department. */
export const insertAcceptance = async (db: Db, version: number): Promise<boolean> => {
  await db.run(sql`insert into notice_acceptances (organization_id, version, officer_id)
    select f.organization_id, g.notice_version, f.id
    from officers f join organizations g on g.id = f.organization_id
    where f.organization_id = (select app.organization_id()) and f.id = (select app.officer_id()) and f.approved
      and g.notice_version = ${version}
    on conflict do nothing`)
  const found = await db.row(sql`select from notice_acceptances a join organizations g on g.id = a.organization_id
    where a.organization_id = (select app.organization_id()) and a.officer_id = (select app.officer_id())
      and a.version = g.notice_version and a.version = ${version}`)
  return found !== null
}
