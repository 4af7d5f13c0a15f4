import { type Sql, sql } from '#platform/server/sql.ts'
import { type Bucket, buckets } from './rules.ts'

/** `bucketOf` of rules.ts, of the days behind a due date: whether they lie in each bucket. */
export const inBucket = (late: Sql): Readonly<Record<Bucket, Sql>> => ({
  current: sql`${late} <= 0`,
  days_1_30: sql`${late} between 1 and 30`,
  days_31_60: sql`${late} between 31 and 60`,
  days_61_90: sql`${late} between 61 and 90`,
  days_over_90: sql`${late} > 90`,
})

/** The bucket itself. */
export const bucketIn = (
  late: Sql,
): Sql => sql`case when ${late} <= 0 then ${buckets[0]} when ${late} <= 30 then ${buckets[1]}
      when ${late} <= 60 then ${buckets[2]} when ${late} <= 90 then ${buckets[3]} else ${buckets[4]} end`
