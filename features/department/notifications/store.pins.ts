import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { pinnedTypes } from './rules.lines.ts'

/**
 * An order or offer that waits for the caller's answer, about a shift that has not started. What each type asked is looked up in a
 * function: in the statement, the database would prepare reading six tables for every list, also for one without such a row.
 */
export const awaitsAnswer: Sql = sql`(n.type in ${oneOf(pinnedTypes)} and app.awaits_answer(n))`
