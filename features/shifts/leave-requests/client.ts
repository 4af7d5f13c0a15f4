import type { ShiftInLeave } from '#features/roster/leaves/contract.ts'
import { type GivenLeave, leaveRange } from '#features/roster/leaves/rules.ts'
import type { OwnSignup } from '#features/shifts/signups/contract.ts'
import { confirmedStatuses } from '#platform/shared/statuses.ts'
import { isDate, isTime, overlaps, type Range } from '#platform/shared/time.ts'

const confirmed: readonly string[] = confirmedStatuses

/** Of these shifts, those during a leave as typed, by start; none until its days and times are complete. */
export const duringLeave = <S extends Range>(typed: GivenLeave, shifts: readonly S[], zone: string): S[] => {
  const { first_day, last_day, whole_days, start_time, end_time } = typed
  if (!isDate(first_day) || !isDate(last_day)) return []
  if (!whole_days && !(isTime(start_time) && isTime(end_time))) return []
  const range = leaveRange(typed, zone)
  if ('field' in range || range.ends_at === null) return []
  const leave = { starts_at: range.starts_at, ends_at: range.ends_at }
  return shifts
    .filter((one) => overlaps(one, leave))
    .toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at))
}

/** Of the officer's sign-ups, the confirmed shifts during a leave as typed, by start; none until its days and times are complete. */
export const shiftsDuring = (typed: GivenLeave, mine: readonly OwnSignup[], zone: string): ShiftInLeave[] =>
  duringLeave(
    typed,
    mine.filter((one) => confirmed.includes(one.status)),
    zone,
  ).map(({ id, assignment_id, title, starts_at, ends_at }) => ({
    signup_id: id,
    assignment_id,
    title,
    starts_at,
    ends_at,
  }))
