const METERS_A_FOOT = 0.3048

/**
 * Meters as whole feet. Tens of feet come back as they were typed: 500 ft is kept as 152 m, and 152 m reads 500 ft. Anything else is
 * rounded to the foot.
 */
export const feetOf = (meters: number): number => {
  const ten = Math.round(meters / METERS_A_FOOT / 10) * 10
  return metersOf(ten) === meters ? ten : Math.round(meters / METERS_A_FOOT)
}
export const metersOf = (feet: number): number => Math.round(feet * METERS_A_FOOT)

/** Meters are stored, feet are shown and typed. */
export const feetUnit = { shown: feetOf, held: metersOf } as const

/** The bounds of a radius in feet, on tens. */
export const radiusFeet = { min: 40, max: 16_400 } as const

/** `500 ft`, from a mile on `1.2 mi`. */
export const radiusWords = (meters: number): string => {
  const feet = feetOf(meters)
  return feet >= 5280 ? `${(feet / 5280).toFixed(1)} mi` : `${feet.toLocaleString('en-US')} ft`
}
