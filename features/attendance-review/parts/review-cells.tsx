import { isSkewed } from '#features/attendance/rules.ts'
import { paths } from '#platform/shared/paths.ts'
import { useOrganization } from '#platform/web/session.ts'
import { clock, day, duration, span } from '#platform/web/time.ts'
import { StatusBadge } from '#platform/web/ui/badge.tsx'
import { RowLink } from '#platform/web/ui/link.tsx'
import { attendanceBadge, attendanceFlagBadge, signupBadge } from '#platform/web/ui/status.ts'
import type { ReviewRow } from '../contract.ts'

export const OfficerCell = ({ row }: { row: ReviewRow }) => (
  <span>
    {row.officer.name}
    {row.own && <span className="text-faint"> (you)</span>}
    <span className="block text-small font-normal text-faint">{row.officer.badge_number ?? row.officer.rank}</span>
  </span>
)

export const ShiftCell = ({ row }: { row: ReviewRow }) => (
  <span>
    <RowLink to={paths.adminAssignment(row.assignment_id)}>{row.title}</RowLink>
    <span className="block text-small text-faint">{row.post}</span>
  </span>
)

export const ScheduledCell = ({ row, withDay }: { row: ReviewRow; withDay: boolean }) => {
  const { time_zone } = useOrganization()
  const times = span(row.starts_at, row.ends_at, time_zone)
  return (
    <span className="figures whitespace-nowrap">
      {withDay && <span className="block">{times.day}</span>}
      {times.clock}
    </span>
  )
}

const spotWords = (spot: ReviewRow['in_spot']): string | null => {
  const metres = (m: number | null) => `${Math.round(m ?? 0).toLocaleString('en-US')} m`
  if (spot.verdict === 'inside') return 'at the place'
  if (spot.verdict === 'outside') return `${metres(spot.distance_m)} away`
  if (spot.verdict === null) return null
  return spot.accuracy_m === null ? 'no position' : `position ±${metres(spot.accuracy_m)}`
}

/** One press: the time that counts, what was recorded first, where it was, and what the device's clock said. */
export const PressCell = ({ row, side }: { row: ReviewRow; side: 'in' | 'out' }) => {
  const { time_zone: zone } = useOrganization()
  const [at, original, device, spot] =
    side === 'in'
      ? [row.checked_in_at, row.original_in_at, row.device_in_at, row.in_spot]
      : [row.checked_out_at, row.original_out_at, row.device_out_at, row.out_spot]
  if (at === null) return <span className="text-faint">–</span>
  const scheduled = side === 'in' ? row.starts_at : row.ends_at
  const elsewhere = day(at, zone) !== day(scheduled, zone)
  const lines = [
    original && original !== at ? `first ${clock(original, zone)}` : null,
    spotWords(spot),
    device && isSkewed(original ?? at, device)
      ? `device ${day(device, zone) === day(at, zone) ? '' : `${day(device, zone)} `}${clock(device, zone)}`
      : null,
  ].filter((line) => line !== null)
  return (
    <span className="figures">
      {clock(at, zone)}
      {elsewhere && <span className="text-faint"> {day(at, zone)}</span>}
      {lines.map((line) => (
        <span key={line} className="block text-small text-faint md:whitespace-nowrap">
          {line}
        </span>
      ))}
    </span>
  )
}

export const WorkedCell = ({ row }: { row: ReviewRow }) => (
  <span className="figures font-medium whitespace-nowrap">
    {row.worked_minutes === null ? '–' : duration(row.worked_minutes)}
  </span>
)

export const FlagsCell = ({ row }: { row: ReviewRow }) => (
  <span className="flex flex-wrap gap-1">
    {row.flags.map((flag) => (
      <StatusBadge key={flag} of={attendanceFlagBadge[flag]} />
    ))}
    {row.flags.length === 0 && <span className="text-faint">None</span>}
    {row.note && <span className="block w-full text-small text-soft">“{row.note}”</span>}
  </span>
)

export const StateCell = ({ row }: { row: ReviewRow }) => (
  <span className="inline-flex flex-col items-end gap-1 md:items-start">
    <StatusBadge of={row.state === 'none' ? signupBadge[row.status] : attendanceBadge[row.state]} />
    {row.decided_by && (
      <span className="text-small text-faint">
        by {row.decided_by}
        {row.reason && `: “${row.reason}”`}
      </span>
    )}
  </span>
)
