import MapPin from 'lucide-react/icons/map-pin'
import MapPinOff from 'lucide-react/icons/map-pin-off'
import { usePositionBlocked } from '../client.ts'
import { distanceWords } from '../rules.position.ts'

/** Shown before a press: which permission is needed, and how to unblock it. */
export const PositionHint = ({ asks, radius_m = null }: { asks: boolean; radius_m?: number | null }) => {
  const blocked = usePositionBlocked(asks)
  if (!asks) return null
  if (blocked)
    return (
      <p className="mt-2 text-small text-warn">
        Location is blocked for this site. To allow it, turn on Location in the site settings next to the address bar.
        You can check in without it; an admin will verify where you were.
      </p>
    )
  return (
    <p className="mt-2 text-small text-faint">
      Your location is read once, when you check in.{' '}
      {radius_m !== null && ` Check in within ${distanceWords(radius_m)} of the location.`}
    </p>
  )
}

type Spot = { verdict: 'inside' | 'outside' | 'cannot_verify' | null; distance_m: number | null }

/** Result of the position check at the last press. It stays on the card. */
export const SpotLine = ({ spot, asks }: { spot: Spot; asks: boolean }) => {
  const blocked = usePositionBlocked(asks)
  if (spot.verdict === null) return null
  if (spot.verdict === 'inside')
    return (
      <p className="mt-2 flex items-center gap-1.5 text-small text-soft">
        <MapPin aria-hidden className="size-4 shrink-0" /> At the location
      </p>
    )
  return (
    <p className="mt-2 flex items-start gap-1.5 text-small font-medium text-warn">
      <MapPinOff aria-hidden className="mt-px size-4 shrink-0" />
      <span>
        {spot.verdict === 'outside'
          ? `${distanceWords(spot.distance_m ?? 0)} away from the location. An admin will check it.`
          : "Your location couldn't be verified. An admin will check it."}
        {blocked && ' To allow it next time, turn on Location in the site settings next to the address bar.'}
      </span>
    </p>
  )
}
