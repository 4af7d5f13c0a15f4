import type { Db } from '#platform/server/db.ts'
import { nothing, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { UNDO_SECONDS } from '#platform/shared/time.ts'
import type { ExtraTimeKind } from './rules.ts'
import { hasExpired } from './store.ts'

export type Claim = {
  kind: ExtraTimeKind
  starts_at: string
  minutes: number
  docket_number: string | null
  court: string | null
  reason: string
  signup_id: string | null
}

const mine = sql`${ours()} and officer_id = (select app.officer_id())`
const changed = sql`updated_at = now(), version = version + 1`

/** Stores `expired` on the officer's own overlapping claims that have already expired by the clock. */
export const updateExpired = (db: Db, range: { starts_at: string; ends_at: string }) =>
  db.run(sql`update overtime_requests set status = 'expired', ${changed}
    where ${mine} and ${hasExpired(sql`overtime_requests`)}
      and starts_at < ${range.ends_at}::timestamptz and ends_at > ${range.starts_at}::timestamptz`)

export const insertClaim = (db: Db, c: Claim, created_at: string) =>
  db.row<{
    id: string
  }>(sql`insert into overtime_requests (organization_id, officer_id, kind, starts_at, minutes, docket_number,
      court, reason, signup_id, created_at)
    values ((select app.organization_id()), (select app.officer_id()), ${c.kind}, ${c.starts_at}::timestamptz, ${c.minutes}::int,
      ${c.docket_number}, ${c.court}, ${c.reason}, ${c.signup_id}::uuid, ${created_at}::timestamptz)
    returning id`)

/** Updates a claim; the waiting period restarts now if the claim was returned or had expired. */
export const updateClaim = (db: Db, id: string, c: Claim, anew: boolean) =>
  db.row<{
    version: number
  }>(sql`update overtime_requests set kind = ${c.kind}, starts_at = ${c.starts_at}::timestamptz,
      minutes = ${c.minutes}::int, docket_number = ${c.docket_number}, court = ${c.court}, reason = ${c.reason},
      signup_id = ${c.signup_id}::uuid, status = 'pending', ${anew ? sql`submitted_at = now(), reminded_days = 0,` : nothing}
      ${changed}
    where ${mine} and id = ${id}::uuid
    returning version`)

export const updateWithdrawn = (db: Db, id: string) =>
  db.run(sql`update overtime_requests set status = 'withdrawn', ${changed} where ${mine} and id = ${id}::uuid`)

/** Back to pending, if the caller decided it uncorrected a moment ago; otherwise nothing changes. */
export const updateUndone = (db: Db, id: string): Promise<number> =>
  db.run(sql`update overtime_requests set status = 'pending', decision_reason = null, decided_by = null, decided_at = null, ${changed}
    where ${ours()} and id = ${id}::uuid
      and status in ('approved', 'denied', 'returned') and asked_minutes is null
      and decided_by = (select app.officer_id()) and decided_at > now() - make_interval(secs => ${UNDO_SECONDS}::int)`)

const outcomes = { approve: sql`'approved'`, deny: sql`'denied'`, return: sql`'returned'` } as const
export type Decision = keyof typeof outcomes

/** Applies a decision to claims that are locked and may be decided; corrected times keep the requested ones as well. */
export const updateDecided = (
  db: Db,
  ids: readonly string[],
  decision: Decision,
  reason: string | null,
  times: { starts_at: string; minutes: number } | null = null,
) => {
  const corrected: Sql = times
    ? sql`asked_starts_at = coalesce(asked_starts_at, starts_at), asked_minutes = coalesce(asked_minutes, minutes),
        starts_at = ${times.starts_at}::timestamptz, minutes = ${times.minutes}::int,`
    : nothing
  return db.run(sql`update overtime_requests set status = ${outcomes[decision]}, decision_reason = ${reason}, ${corrected}
      decided_by = (select app.officer_id()), decided_at = now(), ${changed}
    where ${ours()} and id = any(${ids}::uuid[])`)
}
