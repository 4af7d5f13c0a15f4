import CircleAlert from 'lucide-react/icons/circle-alert'
import { dayAndClock } from '#platform/web/time.ts'

/** On an open shift: when an officer will be ordered in if it stays unfilled. */
export const ComingOrder = ({ at, zone }: { at: string; zone: string }) => (
  <p className="figures mt-1 flex items-start gap-1.5 text-small text-warn">
    <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" /> If this shift is still unfilled, an officer will be
    ordered in on {dayAndClock(at, zone)}.
  </p>
)
