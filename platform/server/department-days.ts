import { type Sql, sql } from './sql.ts'

/** The time zone of the department that the transaction is in. */
export const zone = sql`(select g.time_zone from organizations g where g.id = (select app.organization_id()))`

/** Midnight in the department's zone, `plus` days after the date. */
export const dayBegins = (date: string, plus = 0): Sql =>
  sql`((${date}::date + ${plus}::int)::timestamp at time zone ${zone})`
