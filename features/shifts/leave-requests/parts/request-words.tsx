import { leaveSpan } from '#features/roster/leaves/client.ts'
import type { ShiftInLeave } from '#features/roster/leaves/contract.ts'
import { leaveKindWords } from '#features/roster/leaves/words.ts'
import { day, span } from '#platform/web/time.ts'
import { TextLink } from '#platform/web/ui/link.tsx'
import type { OwnLeaveRequest } from '../contract.ts'
import { denialWords } from '../words.ts'

/** `Vacation, Mon, Mar 8 to Sun, Mar 14`. */
export const requestName = (of: Pick<OwnLeaveRequest, 'kind' | 'starts_at' | 'ends_at' | 'whole_days'>, zone: string) =>
  `${leaveKindWords[of.kind]}, ${leaveSpan(of, zone)}`

const DAYS_NAMED = 3
const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** `Below minimum Dec 1, Dec 2`; the first days of many. */
export const belowWords = (days: readonly string[]): string => {
  const named = days.slice(0, DAYS_NAMED).map((one) => shortDay.format(new Date(`${one}T12:00:00Z`)))
  const more = days.length > DAYS_NAMED ? ` and ${days.length - DAYS_NAMED} more` : ''
  return `Below minimum ${named.join(', ')}${more}`
}

/** What became of a request, in a sentence; null while it waits or once it is withdrawn. */
export const outcomeWords = (of: OwnLeaveRequest, zone: string): string | null => {
  if (of.state === 'denied' && of.deny_reason) return denialWords(of.deny_reason, of.answer)
  if (of.state === 'removed') return 'An admin deleted this leave after it was approved.'
  if (of.state === 'approved' && of.decided_at)
    return `Approved ${day(of.decided_at, zone)} by ${of.decided_by ?? 'an admin'}.`
  return null
}

type ShiftsProps = {
  title: string
  shifts: readonly ShiftInLeave[]
  zone: string
  /** The page of a shift, for whoever reads this. */
  linkOf: (assignment_id: string) => string
}

/** Confirmed shifts in the time of a leave: they stay until somebody acts. */
export const ShiftsThen = ({ title, shifts, zone, linkOf }: ShiftsProps) =>
  shifts.length > 0 && (
    <div className="rounded-ui bg-warn-wash p-3">
      <p className="mb-1 font-medium text-warn">{title}</p>
      <ul aria-label={title} className="flex flex-col gap-1">
        {shifts.map((shift) => (
          <li key={shift.signup_id} className="figures text-small">
            <TextLink to={linkOf(shift.assignment_id)} className="inline-flex min-h-11 items-center md:min-h-0">
              {shift.title}
            </TextLink>
            <span className="text-soft">
              {' '}
              {day(shift.starts_at, zone)}, {span(shift.starts_at, shift.ends_at, zone).clock}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
