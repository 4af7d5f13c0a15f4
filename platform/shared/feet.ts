const METERS_A_FOOT = 0.3048

/**
 * Meters as feet, in tens from 40 ft on: 500 ft is kept as 152 m, and 152 m reads 500 ft. The stored value of one that was typed
 * otherwise stays: 100 m reads 330 ft. Less than 40 ft is rounded to the foot.
 */
export const feetOf = (meters: number): number => {
  const feet = meters / METERS_A_FOOT
  const ten = Math.round(feet / 10) * 10
  return ten >= radiusFeet.min || metersOf(ten) === meters ? ten : Math.round(feet)
}
export const metersOf = (feet: number): number => Math.round(feet * METERS_A_FOOT)

/** Meters are stored, feet are shown and typed. */
export const feetUnit = { shown: feetOf, held: metersOf } as const

/** The bounds of a radius in feet, on tens. */
export const radiusFeet = { min: 40, max: 16_400 } as const

/** `500 ft`, `about 330 ft` of what is kept in other steps, from a mile on `1.2 mi`. */
export const radiusWords = (meters: number): string => {
  const feet = feetOf(meters)
  if (feet >= 5280) return `${(feet / 5280).toFixed(1)} mi`
  return `${metersOf(feet) === meters ? '' : 'about '}${feet.toLocaleString('en-US')} ft`
}
