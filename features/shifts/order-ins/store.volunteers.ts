import type { Db } from '#platform/server/db.ts'
import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { aheadStatuses } from '#platform/shared/statuses.ts'
import type { VolunteerStanding } from './rules.ts'

/** How a shift is given up, or lost to an admin's decision: after that, an earlier yes no longer counts. */
const gaveUp = ['called_off', 'released', 'replaced', 'offer_declined'] as const

/**
 * What has become of a volunteer since the answer: a `VolunteerStanding`. `q` is a row of order_asked and `c` its call. What an offer keeps
 * is read where `missing` counts it.
 */
export const standingOf = (q: Sql, c: Sql): Sql => sql`(select case
    when bool_or(s.status in ${oneOf(aheadStatuses)}) then 'has_shift'
    when bool_or(h.kind = 'offered' and h.post_id = ${c}.post_id) then 'offered_spot'
    when bool_or(h.kind in ('offered', 'replacing')) then 'offered_other'
    when bool_or(s.status in ${oneOf(gaveUp)} and s.updated_at > ${q}.answered_at) then 'gave_up' else 'waits' end
  from officer_assignments s
  left join place_holds h on h.organization_id = s.organization_id and h.signup_id = s.id and h.until > now()
  where s.organization_id = ${q}.organization_id and s.officer_id = ${q}.officer_id and s.assignment_id = ${c}.assignment_id)`

type Volunteer = { officer_id: string; standing: VolunteerStanding }

/** Volunteers, in order of response. */
export const listVolunteers = (db: Db, call_id: string) =>
  db.rows<Volunteer>(sql`select q.officer_id, ${standingOf(sql`q`, sql`c`)} as standing
    from order_asked q join order_calls c on c.organization_id = q.organization_id and c.id = q.call_id
    where ${ours('q')} and q.call_id = ${call_id}::uuid and q.answer = 'yes'
    order by q.answered_at, q.officer_id`)

/** Officers with an open offer that keeps a spot of the post for them. */
export const listOffered = async (db: Db, post_id: string): Promise<string[]> =>
  (
    await db.rows<{ officer_id: string }>(sql`select s.officer_id from place_holds h
      join officer_assignments s on s.organization_id = h.organization_id and s.id = h.signup_id
      where ${ours('h')} and h.post_id = ${post_id}::uuid and h.kind = 'offered' and h.until > now()`)
  ).map((row) => row.officer_id)
