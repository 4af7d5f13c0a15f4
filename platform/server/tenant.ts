import { named, type Sql, sql } from './sql.ts'

const conditions = new Map<string, Sql>()

/**
 * The rows of the organization that the transaction is in: `organization_id = (select app.organization_id())`, of the alias where there is
 * one. The fence asks the same; a statement says it too, so that its indexes serve.
 */
export const ours = (alias: string | Sql = ''): Sql => {
  if (typeof alias !== 'string') return sql`${alias}.organization_id = (select app.organization_id())`
  let condition = conditions.get(alias)
  if (condition === undefined) {
    const row = alias === '' ? sql`` : sql`${named(alias)}.`
    condition = sql`${row}organization_id = (select app.organization_id())`
    conditions.set(alias, condition)
  }
  return condition
}
