/** A reported position, as it came; nothing in it is believed. Accuracy in metres (radius of 68 %). */
export type Fix = { lat: number; lng: number; accuracy_m: number }
/** Where the job is; `radius_m` metres around it count as there. */
export type Place = { lat: number; lng: number; radius_m: number }

/** A fix this good always verifies, even where the fence is smaller. */
export const BEST_ACCURACY_M = 50
const EARTH_M = 6_371_008.8

/** Why a fix says nothing, or null: no number, off the globe, no accuracy, or (0, 0), which devices send for "unknown". */
export function refuseFix(fix: Fix): 'not_a_position' | 'no_accuracy' | null {
  const { lat, lng, accuracy_m } = fix
  if (!Number.isFinite(lat) || !Number.isFinite(lng) || Math.abs(lat) > 90 || Math.abs(lng) > 180)
    return 'not_a_position'
  if (lat === 0 && lng === 0) return 'not_a_position'
  return Number.isFinite(accuracy_m) && accuracy_m > 0 ? null : 'no_accuracy'
}

/** Metres over the great circle (haversine; the sphere errs by 0.5 % at most). */
export function distanceMetres(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  const rad = Math.PI / 180
  const h =
    Math.sin(((b.lat - a.lat) * rad) / 2) ** 2 +
    Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(((b.lng - a.lng) * rad) / 2) ** 2
  return 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(h)))
}

export type Verdict = { verdict: 'inside' | 'outside' | 'cannot_verify'; distance_m: number | null }

/** Whether the fix is at the place. One that is missing, invalid or worse than max(50 m, radius) says "cannot verify", never "inside". */
export function positionVerdict(fix: Fix | null, place: Place): Verdict {
  if (fix === null || refuseFix(fix) !== null) return { verdict: 'cannot_verify', distance_m: null }
  const distance_m = Math.round(distanceMetres(fix, place))
  if (fix.accuracy_m > Math.max(BEST_ACCURACY_M, place.radius_m)) return { verdict: 'cannot_verify', distance_m }
  return { verdict: distanceMetres(fix, place) <= place.radius_m ? 'inside' : 'outside', distance_m }
}
