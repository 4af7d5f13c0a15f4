import { isElsewhere, zoneName } from './time.ts'

/**
 * One rule for all screens: the department's zone is named for people whose device is on another clock at that moment, and for nobody
 * else. Undefined: not named.
 */
export const zoneNamed = (when: string | number, zone: string): string | undefined =>
  isElsewhere(when, zone) ? zoneName(when, zone) : undefined

/** After a time field's label: `, CST`, or nothing. */
export const zoneNote = (when: string | number, zone: string): string => {
  const name = zoneNamed(when, zone)
  return name ? `, ${name}` : ''
}
