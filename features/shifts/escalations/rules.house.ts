import { hoursOf } from '#features/department/notifications/rules.quiet.ts'
import type { House } from './rules.ts'

/** The department's quiet hours and zone, from a row. */
export const houseOf = (of: { quiet_from: string | null; quiet_to: string | null; house_zone: string }): House => ({
  quiet: hoursOf(of.quiet_from, of.quiet_to),
  zone: of.house_zone,
})
