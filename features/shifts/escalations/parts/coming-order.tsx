import CircleAlert from 'lucide-react/icons/circle-alert'
import { useOrganization } from '#platform/web/session.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { type ComingOrder as Coming, isAsking } from '../words.coming.ts'

type Props = {
  coming: Coming
  /** Signing up or requesting a spot is still possible. */
  open: boolean
  now: number
}

/** On an open shift: when an officer will be ordered in if it stays unfilled, and what an answer as a volunteer is beside a sign-up. */
export const ComingOrder = ({ coming, open, now }: Props) => {
  const { time_zone: zone } = useOrganization()
  const at = dayAndClock(coming.decides_at, zone, now)
  return (
    <p className="figures mt-1 flex items-start gap-1.5 text-small text-warn">
      <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      {isAsking(coming, now)
        ? `Officers can volunteer until ${at}. Spots still open then go to volunteers, then to the force list.${open ? ' A spot you get here before then is yours.' : ''}`
        : `If this shift is still unfilled, an officer will be ordered in on ${at}.`}
    </p>
  )
}
