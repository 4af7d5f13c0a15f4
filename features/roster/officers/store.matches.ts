import type { Db } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'

const MOST = 5
/** Same expression as the index on officers: `badgeKey` of rules.ts. */
const badgeKey = (badge: Sql): Sql => sql`upper(normalize(${badge}, NFKC))`

/** Roster rows `r` without an account. */
export const unclaimed = sql`${ours('r')} and r.user_id is null and r.approved
  and r.rejected_at is null and r.suspended_at is null and r.left_on is null`

export const matchFacts = sql`'id', r.id, 'name', r.name, 'badge_number', r.badge_number, 'rank', r.rank, 'unit', r.unit,
  'hired_on', r.hired_on`

const byBadge = sql`${badgeKey(sql`r.badge_number`)} = ${badgeKey(sql`f.claimed_badge`)}`

/** Rows that may be the person of row `f`, strongest evidence first; a name counts only if there is nothing else. */
export const matches = sql`coalesce((select jsonb_agg(jsonb_build_object(${matchFacts}, 'by', r.by) order by r.sign, r.name, r.id)
  from (select distinct on (r.id) r.* from (
      select r.*, 1 as sign, 'badge' as by from officers r where ${unclaimed} and ${byBadge}
      union all select r.*, 2, 'email' from officers r where ${unclaimed} and r.email_key = f.claimed_email_key
      union all (select r.*, 3, 'name' from officers r where ${unclaimed} and app.name_key(r.name) = app.name_key(f.name)
        and app.name_key(f.name) <> '' order by r.id limit ${MOST}::int)) r
    order by r.id, r.sign) r), '[]')`

/** The claim of a pending registration `f`. */
export const claim = sql`jsonb_build_object('badge_number', f.claimed_badge, 'matches', ${matches},
  'rivals', coalesce((select jsonb_agg(jsonb_build_object('id', w.id, 'name', w.name) order by w.created_at, w.id) from officers w
    where w.organization_id = f.organization_id and w.id <> f.id and not w.approved and w.rejected_at is null
      and w.left_on is null and w.claimed_badge is not null
      and ${badgeKey(sql`w.claimed_badge`)} = ${badgeKey(sql`f.claimed_badge`)}), '[]'))`

/** Which of these registrations claim a roster row by badge or email: those are decided individually. */
export const listClaiming = async (db: Db, ids: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`select f.id from officers f
      where ${ours('f')} and f.id = any(${ids}::uuid[])
        and (f.claimed_email_key is not null and f.email_key is null
          or exists (select from officers r where ${unclaimed} and ${byBadge}))`)
  ).map((row) => row.id)
