import { busyOf, minuteOf, type Span } from '#features/shifts/eligibility/rules.spans.ts'
import { confirmedStatuses } from '#platform/shared/statuses.ts'
import { plusDays, type WallDate } from '#platform/shared/time.ts'
import { startOfDayIn } from '#platform/shared/wall.ts'
import type { OfficerEntry } from './contract.ts'

const holds: ReadonlySet<string | null> = new Set(confirmedStatuses)

/**
 * Minutes in the days of a sheet, as hour caps count them: spots that are held, each minute once, and of an entry that reaches over
 * the edge the part inside. `extra` is what is worked beside the tours.
 */
export function hoursOf(
  entries: readonly OfficerEntry[],
  { from, days }: { from: WallDate; days: number },
  zone: string,
): { tours: number; extra: number } {
  const [start, end] = [minuteOf(startOfDayIn(zone, from)), minuteOf(startOfDayIn(zone, plusDays(from, days)))]
  const spanOf = (one: OfficerEntry): Span => [minuteOf(one.starts_at), minuteOf(one.ends_at)]
  const tours = entries.filter(({ kind }) => kind === 'tour').map(spanOf)
  const shifts = entries.filter(({ kind, status }) => kind === 'shift' && holds.has(status)).map(spanOf)
  const onTour = busyOf(tours).within(start, end)
  return { tours: onTour, extra: busyOf([...tours, ...shifts]).within(start, end) - onTour }
}
