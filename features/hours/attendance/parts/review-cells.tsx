import { paths } from '#platform/shared/paths.ts'
import { MINUTE } from '#platform/shared/time.ts'
import { useNow } from '#platform/web/clock.ts'
import { useOrganization } from '#platform/web/session.ts'
import { clock, day, duration, span } from '#platform/web/time.ts'
import { StatusBadge } from '#platform/web/ui/badge.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { RowLink } from '#platform/web/ui/link.tsx'
import { attendanceBadge, attendanceFlagBadge, signupBadge } from '#platform/web/ui/status.ts'
import type { ReviewRow } from '../contract.review.ts'
import { distanceWords, IMPOSSIBLE_KMH, mphWords } from '../rules.position.ts'
import { isSkewed } from '../rules.ts'

export const OfficerCell = ({ row }: { row: ReviewRow }) => (
  <span className="lg:whitespace-nowrap">
    {row.officer.name}
    {row.own && <span className="text-faint"> (you)</span>}
    <span className="text-small font-normal text-faint max-md:ml-2 md:block">
      {row.officer.badge_number ?? row.officer.rank}
    </span>
  </span>
)

export const ShiftCell = ({ row }: { row: ReviewRow }) => (
  <span>
    <RowLink to={paths.adminAssignment(row.assignment_id)}>{row.title}</RowLink>
    <span className="text-small text-faint md:block">
      <span className="md:hidden"> ·{'\u00a0'}</span>
      {row.post}
    </span>
  </span>
)

export const ScheduledCell = ({ row, withDay }: { row: ReviewRow; withDay: boolean }) => {
  const { time_zone } = useOrganization()
  const times = span(row.starts_at, row.ends_at, time_zone)
  return (
    <span className="figures md:whitespace-nowrap">
      {withDay && <span className="md:block">{times.day} </span>}
      {times.clock}
    </span>
  )
}

const OLD_FIX_SECONDS = 120

const spotWords = (spot: ReviewRow['in_spot']): string | null => {
  if (spot.verdict === null) return null
  const where =
    spot.verdict === 'inside'
      ? 'at the location'
      : spot.verdict === 'outside'
        ? `${distanceWords(spot.distance_m ?? 0)} away`
        : spot.accuracy_m === null
          ? 'no location'
          : `location ±${distanceWords(spot.accuracy_m)}`
  // A fix this old was not captured at the press.
  const old =
    spot.age_s !== null && spot.age_s > OLD_FIX_SECONDS ? `, ${duration(Math.floor(spot.age_s / 60))} old` : ''
  const fast = spot.kmh !== null && spot.kmh > IMPOSSIBLE_KMH ? `, ${mphWords(spot.kmh)} since the last check-in` : ''
  return `${where}${old}${fast}`
}

/** One press: the effective time, the originally recorded time, the position, and the device clock's time. */
export const PressCell = ({ row, side }: { row: ReviewRow; side: 'in' | 'out' }) => {
  const { time_zone: zone } = useOrganization()
  const [at, original, device, spot, arrived] =
    side === 'in'
      ? [row.checked_in_at, row.original_in_at, row.device_in_at, row.in_spot, row.in_arrived_at]
      : [row.checked_out_at, row.original_out_at, row.device_out_at, row.out_spot, row.out_arrived_at]
  if (at === null) return <span className="text-faint">–</span>
  const scheduled = side === 'in' ? row.starts_at : row.ends_at
  const elsewhere = day(at, zone) !== day(scheduled, zone)
  const lines = [
    original && original !== at ? `was ${clock(original, zone)}` : null,
    arrived
      ? `received ${day(arrived, zone) === day(at, zone) ? '' : `${day(arrived, zone)} `}${clock(arrived, zone)}`
      : null,
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
        <span key={line} className="text-small text-faint md:block md:whitespace-nowrap">
          <span className="md:hidden">, </span>
          {line}
        </span>
      ))}
    </span>
  )
}

/** `+15 min`, `−1 h`: more or less than scheduled. */
const Difference = ({ row: { worked_minutes, starts_at, ends_at } }: { row: ReviewRow }) => {
  const more = (worked_minutes ?? 0) - Math.round((Date.parse(ends_at) - Date.parse(starts_at)) / MINUTE)
  if (worked_minutes === null || more === 0) return null
  return (
    <span className="text-small font-normal text-soft max-md:ml-1.5 md:block">
      {more > 0 && '+'}
      {duration(more)}
      <span className="sr-only"> against the schedule</span>
    </span>
  )
}

export const WorkedCell = ({ row }: { row: ReviewRow }) => (
  <span className="figures font-medium md:whitespace-nowrap">
    {row.worked_minutes === null ? '–' : duration(row.worked_minutes)}
    <Difference row={row} />
    <Between row={row} />
  </span>
)

/** A sentence below the hours; it wraps, so that the column stays as wide as hours are. */
const line = 'block text-small font-normal whitespace-normal md:ml-auto md:max-w-44'

/** Each off-duty gap with the positions of its two presses, and the times the officer requests. */
const Between = ({ row }: { row: ReviewRow }) => {
  const { time_zone: zone } = useOrganization()
  return (
    <>
      {row.gaps.map((gap) => (
        <span key={gap.left_at} className="block text-small font-normal text-faint">
          {gap.left_at === gap.back_at
            ? `checked out ${clock(gap.left_at, zone)}, sent too late`
            : `${gap.counted ? 'counted' : 'off duty'} ${clock(gap.left_at, zone)}–${clock(gap.back_at, zone)}`}
          {[spotWords(gap.left_spot), spotWords(gap.back_spot)].map(
            (words, i) =>
              words !== null &&
              words !== 'at the location' && (
                <span key={i === 0 ? 'out' : 'in'} className="block">
                  {i === 0 ? 'out: ' : 'in: '}
                  {words}
                </span>
              ),
          )}
        </span>
      ))}
      {row.asked_in_at && row.asked_out_at && (
        <span className="block text-small font-normal text-warn">
          {row.state === 'submitted' ? 'requests ' : 'requested '}
          {clock(row.asked_in_at, zone)}–{clock(row.asked_out_at, zone)}
        </span>
      )}
      {row.paid_already && <span className={cx(line, 'text-warn')}>includes {row.paid_already}, already approved</span>}
      {row.late_out_at && (
        <span className={cx(line, 'text-warn')}>checked out {clock(row.late_out_at, zone)}, sent after approval</span>
      )}
    </>
  )
}

export const FlagsCell = ({ row }: { row: ReviewRow }) => (
  <span className="flex flex-wrap gap-1">
    {row.flags.map((flag) => (
      <StatusBadge key={flag} of={attendanceFlagBadge[flag]} />
    ))}
    {row.flags.length === 0 && <span className="text-faint max-md:hidden">None</span>}
    {row.note && <span className="block w-full text-small text-soft">"{row.note}"</span>}
  </span>
)

/** Without a record: whether the officer should be there by now. */
const unrecordedBadge = ({ status, starts_at }: ReviewRow, now: number) =>
  status === 'confirmed' && Date.parse(starts_at) <= now
    ? { ...attendanceFlagBadge.missed_in, word: 'Not checked in' }
    : signupBadge[status]

const StateBadge = ({ row }: { row: ReviewRow }) => {
  const now = useNow()
  return <StatusBadge of={row.state === 'none' ? unrecordedBadge(row, now) : attendanceBadge[row.state]} />
}

export const StateCell = ({ row }: { row: ReviewRow }) => (
  <span className="inline-flex flex-col items-end gap-1 md:items-start">
    <StateBadge row={row} />
    {row.decided_by && (
      <span className="text-small text-faint">
        by {row.decided_by}
        {row.reason && `: "${row.reason}"`}
      </span>
    )}
  </span>
)
