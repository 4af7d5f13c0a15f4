import { lastArrival } from '#features/hours/attendance/rules.press.ts'
import { HOUR } from '#platform/shared/time.ts'
import type { Saved } from '#platform/web/outbox-state.ts'

/** A press that has waited this long may come too late. */
const closeAfterMs = 12 * HOUR
/** A check-in or a check-out. */
export const isPress = ({ call }: Pick<Saved, 'call'>): boolean => call.startsWith('attendance.check_')
/** Until when a press that waits must be sent to count; null if that is far off, over, or never. Milliseconds on the server's clock. */
export const sendBy = (one: Pick<Saved, 'call' | 'at'>, now: number): number | null => {
  const until = lastArrival(one.at)
  return isPress(one) && now - one.at > closeAfterMs && now <= until ? until : null
}
/** A check-in or check-out is undone by the next one, which keeps both times; an undo that waits may have arrived. */
export const mayDelete = ({ call }: Pick<Saved, 'call'>): boolean => !/^attendance\.(check|undo)_/.test(call)
