import { randomUUID } from 'node:crypto'
import { eachNote } from '#features/shifts/assignments/contract.shapes.ts'
import type { Db } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import type { TemplateBody } from './contract.templates.ts'

export const countTemplates = async (db: Db): Promise<number> =>
  (
    await db.row<{ n: number }>(sql`select count(*)::int as n from assignment_templates
      where ${ours()}`)
  )?.n ?? 0

export const insertTemplate = async (db: Db, name: string, body: TemplateBody): Promise<string> => {
  const id = randomUUID()
  await db.run(sql`insert into assignment_templates (organization_id, id, name, body, created_by)
    values ((select app.organization_id()), ${id}::uuid, ${name}, ${JSON.stringify(body)}::jsonb, (select app.officer_id()))`)
  return id
}

export const updateTemplateName = (db: Db, id: string, name: string) =>
  db.run(sql`update assignment_templates set name = ${name}, updated_at = now(), version = version + 1
    where ${ours()} and id = ${id}::uuid`)

export const deleteTemplateRow = (db: Db, id: string) =>
  db.run(sql`delete from assignment_templates where ${ours()} and id = ${id}::uuid`)

/** A template row's body in the shape of `TemplateBody`. Adds notes that did not exist yet when the template was saved. */
export const wholeBody: Sql = sql`(${JSON.stringify(eachNote(() => null))}::jsonb || body)`

export const listTemplateRows = (): Sql => sql`
  select jsonb_build_object('items', coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'body', ${wholeBody},
    'updated_at', updated_at, 'version', version) order by lower(name), id), '[]'), 'next', null)::text as json
  from (select * from assignment_templates where ${ours()}
    order by lower(name), id limit 200) t`
