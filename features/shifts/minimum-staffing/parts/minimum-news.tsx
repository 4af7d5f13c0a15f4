import { dayWords } from '#features/roster/tours/client.ts'
import { weekdayNames } from '#features/roster/tours/words.ts'
import { kindWords, modeWords } from '#features/shifts/assignments/words.ts'
import { listRules } from '#features/shifts/award-rules/contract.ts'
import { requirementWords } from '#features/shifts/eligibility/rules.asked.ts'
import { durationWords } from '#platform/shared/time.ts'
import { type Seen, SeenNotice } from '#platform/web/forms/seen.tsx'
import { useRead } from '#platform/web/reads.ts'
import { clockOf } from '#platform/web/time.ts'
import type { Minimum } from '../contract.ts'
import { groupWords, wallMinutes } from '../rules.ts'
import { officers } from '../words.ts'

const daysOf = (weekdays: readonly number[]): string =>
  weekdays.length === 7
    ? 'every day'
    : [1, 2, 3, 4, 5, 6, 0]
        .filter((day) => weekdays.includes(day))
        .map((day) => weekdayNames[day])
        .join(', ')

const until = ({ starts_on, last_on }: Minimum, today: string): string => {
  const from = starts_on > today ? ` from ${dayWords(starts_on)}` : ''
  return `${from}${last_on === null ? '' : ` until ${dayWords(last_on)}`}`
}

/** `22:00–06:00 (8 h), every day until Fri, Nov 28` */
export const hoursWords = (m: Minimum, today: string): string =>
  `${clockOf(m.start_time)}–${clockOf(m.end_time)} (${durationWords(wallMinutes(m.start_time, m.end_time))}), ${daysOf(m.weekdays)}${until(m, today)}`

/** The parts of a minimum that differ from those the person saw. */
export const MinimumChanged = ({ of, today }: { of: Seen<Minimum | null>; today: string }) => {
  const named = of.live?.award_rule_id !== of.first?.award_rule_id
  const rules = useRead(listRules, {}, { enabled: named }).data?.rules
  const ruleOf = ({ award_rule_id: id }: Minimum) =>
    id === null ? 'Shift type default' : (rules?.find((one) => one.id === id)?.name ?? 'another')
  return (
    <SeenNotice
      of={of}
      shown={(m) => ({
        Name: m.name,
        Minimum: `${officers(m.least)} from ${groupWords(m)}`,
        Hours: hoursWords(m, today),
        Opens: `"${m.title}" ${m.days_ahead === 1 ? '1 day' : `${m.days_ahead} days`} ahead`,
        'No later than': `${durationWords(m.latest_minutes)} before the start`,
        Type: kindWords[m.kind],
        Location: [m.location_name, m.location_address].filter(Boolean).join(', '),
        'How officers are chosen': modeWords[m.signup_mode],
        'Award rule': ruleOf(m),
        Required: requirementWords(m.requirements).join(', '),
      })}
    />
  )
}
