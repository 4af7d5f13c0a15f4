/** A reported position, exactly as received and untrusted. Accuracy in meters (68% radius). */
export type Fix = { lat: number; lng: number; accuracy_m: number }
/** A press with its position, as stored. */
export type FixAt = Fix & { at: string }
/** The job's location; positions within `radius_m` meters of it count as inside. */
export type Place = { lat: number; lng: number; radius_m: number }

/** A fix this accurate always verifies, even if the geofence is smaller. */
const BEST_ACCURACY_M = 50
const EARTH_M = 6_371_008.8

/** Why a fix is unusable, or null: not a number, off the globe, no accuracy, or (0, 0), which devices send for "unknown". */
export function refuseFix(fix: Fix): 'not_a_position' | 'no_accuracy' | null {
  const { lat, lng, accuracy_m } = fix
  if (!Number.isFinite(lat) || !Number.isFinite(lng) || Math.abs(lat) > 90 || Math.abs(lng) > 180)
    return 'not_a_position'
  if (lat === 0 && lng === 0) return 'not_a_position'
  return Number.isFinite(accuracy_m) && accuracy_m > 0 ? null : 'no_accuracy'
}

/** Great-circle distance in meters (haversine; the spherical model is off by at most 0.5%). */
export function distanceMetres(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  const rad = Math.PI / 180
  const h =
    Math.sin(((b.lat - a.lat) * rad) / 2) ** 2 +
    Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(((b.lng - a.lng) * rad) / 2) ** 2
  return 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(h)))
}

export type Verdict = { verdict: 'inside' | 'outside' | 'cannot_verify'; distance_m: number | null }

/**
 * Whether the fix is at the location. A fix that is missing, invalid or less accurate than max(50 m, radius) yields "cannot
 * verify", never "inside".
 */
export function positionVerdict(fix: Fix | null, place: Place): Verdict {
  if (fix === null || refuseFix(fix) !== null) return { verdict: 'cannot_verify', distance_m: null }
  const distance_m = Math.round(distanceMetres(fix, place))
  if (fix.accuracy_m > Math.max(BEST_ACCURACY_M, place.radius_m)) return { verdict: 'cannot_verify', distance_m }
  return { verdict: distanceMetres(fix, place) <= place.radius_m ? 'inside' : 'outside', distance_m }
}

/** Speed that nobody can drive between two presses. */
export const IMPOSSIBLE_KMH = 300
/** The third check-in with an identical fix is flagged: phones never report the same position twice to seven decimals. */
export const SAME_FIX_BEFORE = 2

/**
 * Minimum speed in km/h that explains two fixes, giving the officer the benefit of both accuracies. Null if either is not a valid
 * position.
 */
export function speedKmh(last: FixAt | null, now: FixAt | null): number | null {
  if (last === null || now === null || refuseFix(last) !== null || refuseFix(now) !== null) return null
  const metres = Math.max(0, distanceMetres(last, now) - last.accuracy_m - now.accuracy_m)
  const seconds = Math.max(1, Math.abs(Date.parse(now.at) - Date.parse(last.at)) / 1000)
  return Math.round((metres / seconds) * 3.6)
}

const FEET_PER_METRE = 1 / 0.3048
const FEET_PER_MILE = 5280

/** `480 ft` below a fifth of a mile, `2.8 mi` above, `1,240 mi` for long distances. */
export function distanceWords(metres: number): string {
  const feet = metres * FEET_PER_METRE
  if (feet < 1000) return `${Math.round(feet / 10) * 10} ft`
  const miles = feet / FEET_PER_MILE
  const digits = miles < 100 ? 1 : 0
  return `${miles.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })} mi`
}

/** A speed in US units: `410 mph`. */
export const mphWords = (kmh: number): string => `${Math.round(kmh / 1.609344).toLocaleString('en-US')} mph`
