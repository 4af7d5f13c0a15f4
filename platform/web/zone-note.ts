import { span } from './time.ts'

/**
 * One rule for all screens: the department's zone is named for people whose device is on another clock at that moment, and for nobody
 * else. What `span` notes of a moment is nothing but that. Undefined: not named.
 */
export const zoneNamed = (when: string | number, zone: string): string | undefined => span(when, when, zone).notes[0]

/** After a time field's label: `, CST`, or nothing. */
export const zoneNote = (when: string | number, zone: string): string => {
  const name = zoneNamed(when, zone)
  return name ? `, ${name}` : ''
}
