import { type Sql, sql } from '#platform/server/sql.ts'

/** The sign-up is for the post and all of its time, as a line of a plan is: a request for a part isn't one for the line. */
export const wantsAll = (signup: Sql, post: Sql): Sql => sql`(${signup}.post_id = ${post}.id
  and (${signup}.starts_at, ${signup}.ends_at) = (${post}.starts_at, ${post}.ends_at))`
