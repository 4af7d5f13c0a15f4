import { isAssigned } from '#features/shifts/signup-decisions/store.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { UNDO_SECONDS } from '#platform/shared/time.ts'

const minute = sql`make_interval(secs => ${UNDO_SECONDS}::int)`
const justNow = (at: Sql): Sql => sql`${at} > now() - ${minute}`

/** A sick call or move that took the sign-up `s` off its post, or gave it its spot. */
const moved = sql`exists (select from shift_changes c where ${ours('c')} and c.undone_at is null and ${justNow(sql`c.made_at`)}
  and (c.signup_id = s.id and s.status = 'released' or c.next_signup_id = s.id and s.status = c.next_as))`

/**
 * Whether an undo can still free or fill a spot of post `p`: of a sick call or move, of an approval, of an assignment by hand or from a plan, or of an
 * officer's own sign-up. Not in the last minute before the start, when there is no time to wait for it.
 */
export const isUndoable = sql`(p.starts_at > now() + ${minute} and (
  exists (select from officer_assignments s where ${ours('s')} and s.assignment_id = p.assignment_id and s.post_id = p.id
    and (app.just_signed_up(s) or s.status = 'confirmed' and (s.decided_from is not null and ${justNow(sql`s.decided_at`)}
      or s.decided_at is null and ${isAssigned} and ${justNow(sql`s.applied_at`)}) or ${moved}))
  or exists (select from fill_plan_lines l where ${ours('l')} and l.assignment_id = p.assignment_id and l.post_id = p.id
    and ${justNow(sql`l.taken_at`)})))`
