import { lastArrival } from '#features/hours/attendance/rules.press.ts'
import type { Saved } from '#platform/web/outbox-state.ts'

/** A press that has waited this long may come too late. */
const closeAfterMs = 12 * 3_600_000
/** Until when a press that waits must be sent to count; null if that is far off, over, or never. Milliseconds on the server's clock. */
export const sendBy = ({ call, at }: Pick<Saved, 'call' | 'at'>, now: number): number | null =>
  call.startsWith('attendance.check_') && now - at > closeAfterMs && now <= lastArrival(at) ? lastArrival(at) : null
