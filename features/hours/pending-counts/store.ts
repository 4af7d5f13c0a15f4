import { waitsForReview } from '#features/hours/attendance/store.ts'
import { stillWaits } from '#features/hours/extra-time/store.ts'
import { isOpenCase } from '#features/shifts/award-checks/store.cases.ts'
import { waitsForLeave } from '#features/shifts/leave-requests/store.ts'
import { waitsForSwap } from '#features/shifts/swaps/store.ts'
import { oneOf, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { askingStatuses } from '#platform/shared/statuses.ts'

/**
 * The three pending counts of specification section 7, hours to review, and what the page Staffing has to decide. Assignments:
 * requests and requested call-offs. Every open screen of an admin reads this, so each part has to be a look into an index.
 */
export const countPending = () => sql`select json_build_object(
  'officers', (select count(*) from officers where ${ours()}
    and not approved and rejected_at is null and left_on is null),
  'extra_time', (select count(*) from overtime_requests where ${ours()}
    and ${stillWaits(sql`overtime_requests`)}),
  'attendance', (select count(*) from attendance t where ${ours('t')} and ${waitsForReview}),
  'assignments', (select count(*) from officer_assignments where ${ours()}
    and status in ${oneOf(askingStatuses)}),
  'staffing', (select count(*) from leave_requests where ${ours()} and ${waitsForLeave(sql`leave_requests`)})
    + (select count(*) from swaps where ${ours()} and ${waitsForSwap(sql`swaps`)})
    + (select count(*) from award_cases where ${ours()} and ${isOpenCase(sql`award_cases`)}))::text as json`
