import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { pinnedTypes } from './rules.lines.ts'

/** Of notification `n` of the caller: what it asked is still open. One piece per type, so that none is forgotten. */
const open: Readonly<Record<(typeof pinnedTypes)[number], Sql>> = {
  ordered_in: sql`exists (select from order_ins i where ${ours('i')} and i.officer_id = n.officer_id
    and i.assignment_id = n.assignment_id and i.seen_at is null and i.cancelled_at is null and i.fell_at is null)`,
  volunteers_asked: sql`exists (select from order_asked q
    join order_calls c on c.organization_id = q.organization_id and c.id = q.call_id
    where ${ours('q')} and q.officer_id = n.officer_id and q.answer is null and c.assignment_id = n.assignment_id
      and c.closed_at is null)`,
  place_offered: offered(),
  place_offered_now: offered(),
  swap_asked: sql`exists (select from swaps w where ${ours('w')} and w.assignment_id = n.assignment_id
    and w.to_officer_id = n.officer_id and w.state = 'open')`,
  swap_answered: sql`exists (select from swaps w where ${ours('w')} and w.assignment_id = n.assignment_id
    and w.officer_id = n.officer_id and w.state = 'answered')`,
}

function offered(): Sql {
  return sql`exists (select from officer_assignments s where ${ours('s')} and s.officer_id = n.officer_id
    and s.assignment_id = n.assignment_id and s.status = 'offered' and s.offer_expires_at > now())`
}

/** An order or offer that waits for the caller's answer, about a shift that has not started. */
export const awaitsAnswer: Sql = sql`(n.type = any(${[...pinnedTypes]}::text[])
  and exists (select from assignments a where ${ours('a')} and a.id = n.assignment_id and a.starts_at > now())
  and case n.type ${pinnedTypes.map((type) => sql`when ${type} then ${open[type]}`).reduce((all, one) => sql`${all} ${one}`)}
    else false end)`
