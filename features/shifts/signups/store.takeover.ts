import { type Sql, sql } from '#platform/server/sql.ts'

const present = sql`now()`

/** `takesOver` of rules.takeover.ts, for a post `p` with its times and `split_minutes`. */
export const takesOver = (p: Sql, at: Sql = present): Sql =>
  sql`(${p}.split_minutes is null and ${p}.starts_at <= ${at} and ${at} < ${p}.ends_at)`

/** `heldFrom` of rules.takeover.ts; `part`: the start of a part of the post, which a takeover never has. */
export const heldFrom = (p: Sql, part: Sql = sql`${p}.starts_at`, at: Sql = present): Sql =>
  sql`(case when ${takesOver(p, at)} then greatest(${p}.starts_at, date_trunc('minute', ${at})) else ${part} end)`

/** A post `r` as the rules ask for the spot that is given now: of a shift under way, what is left of it. `from`, `to`: a part of its time. */
export const givenPost = (from: Sql = sql`r.starts_at`, to: Sql = sql`r.ends_at`): Sql =>
  sql`r.organization_id, r.id, r.assignment_id, r.position, r.required_count, r.confirmed_count, r.requirements,
    ${heldFrom(sql`r`, from)} as starts_at, ${to} as ends_at`

/**
 * `Night patrol, Fri, Nov 21 · 22:00`, in the department's time. Of a takeover, since when:
 * `Night patrol, from Fri, Nov 21 · 23:10 (already started)`.
 */
export const whatIsGiven = (title: Sql, starts: Sql, tookOver: Sql): Sql =>
  sql`${title} || case when ${tookOver} then ', from ' || app.day_and_clock(${starts}) || ' (already started)'
    else ', ' || app.day_and_clock(${starts}) end`
