import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { Exhausted as Shift } from '#features/shifts/escalations/contract.unplanned.ts'
import { AssignLink } from '#features/shifts/signup-decisions/parts/assign-link.tsx'
import { paths } from '#platform/shared/paths.ts'
import { countdown } from '#platform/web/countdown.ts'
import { useOrganization } from '#platform/web/session.ts'
import { nearDay, span } from '#platform/web/time.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'

/** Shifts that the force list cannot fill, as long as they lack officers. Nothing where there are none. */
export const ExhaustedShifts = ({ shifts, now }: { shifts: readonly Shift[]; now: number }) => {
  const { time_zone: zone } = useOrganization()
  if (shifts.length === 0) return null
  return (
    <Card
      flush
      title={
        <span className="flex items-center gap-2 text-bad">
          <TriangleAlert aria-hidden className="size-4 shrink-0" />
          No officers left to order in
        </span>
      }
      hint="The force list has no eligible officers for these spots."
      aside={<TextLink to={paths.adminEscalation()}>Escalation</TextLink>}
    >
      <ul aria-label="No officers left to order in" className="divide-y divide-line">
        {shifts.map((shift) => (
          <li
            key={shift.assignment_id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-bad-wash px-4 py-line last:rounded-b-ui md:px-5"
          >
            <div className="min-w-0 flex-1 basis-64">
              <p className="wrap-anywhere">
                <TextLink to={paths.adminAssignment(shift.assignment_id)}>{shift.title}</TextLink>
                <span className="font-medium text-bad">
                  {' '}
                  · {shift.missing} {shift.missing === 1 ? 'spot' : 'spots'} open
                </span>
              </p>
              <p className="figures text-small text-soft">
                {nearDay(shift.starts_at, zone, now)}, {span(shift.starts_at, shift.ends_at, zone, { now }).clock},
                starts {countdown(shift.starts_at, zone, now)}
                {shift.location_name && ` · ${shift.location_name}`}
              </p>
            </div>
            <AssignLink assignmentId={shift.assignment_id} title={shift.title} look="tint" />
          </li>
        ))}
      </ul>
    </Card>
  )
}
