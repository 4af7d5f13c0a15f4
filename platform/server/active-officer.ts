import { type Sql, sql } from './sql.ts'

const today = sql`now()::date`

/** An officer who belongs to the department on the day: approved, neither rejected nor gone. A suspended one does. */
export const onRoster = (o: Sql, day: Sql = today): Sql =>
  sql`${o}.approved and ${o}.rejected_at is null and (${o}.left_on is null or ${o}.left_on > ${day})`

/** An officer who may act and be asked: on the roster and not suspended. */
export const activeOfficer = (o: Sql, day: Sql = today): Sql => sql`${onRoster(o, day)} and ${o}.suspended_at is null`
