import { clock } from '#platform/web/time.ts'
import type { ColleagueReason, ColleagueReasonCode } from '../rules.colleagues.ts'

const words: Readonly<Record<ColleagueReasonCode, string>> = {
  signed_up: 'Already on this shift',
  overlaps: 'Overlaps another shift',
  rest: 'Too little rest',
  limit: 'Over the hour limit',
  requirement: 'Missing a requirement',
  not_available: 'Not available',
}

/** `Overlaps Gate A, 18:00–02:00`, `Rest`, `Not available`. */
export const colleagueWords = ({ code, title, starts_at, ends_at }: ColleagueReason, zone: string): string =>
  code === 'overlaps' && title !== undefined && starts_at !== undefined && ends_at !== undefined
    ? `Overlaps ${title}, ${clock(starts_at, zone)}–${clock(ends_at, zone)}`
    : words[code]
