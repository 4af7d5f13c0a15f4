/** Local time by walking through minutes, for tests that compare the rules with something slow and plain. */
export const MINUTE = 60_000

const formats = new Map<string, Intl.DateTimeFormat>()
/** `2027-03-13 22:00` local time, from the platform's calendar and none of our own code. */
export const wall = (at: number, zone: string): string => {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  formats.set(zone, format)
  return format.format(at)
}

/** The first minute at which the local time is shown; a skipped time moves later by the length of the jump. */
export const instantAt = (day: string, time: string, zone: string, after = Number.NEGATIVE_INFINITY): number => {
  const noon = Date.parse(`${day}T12:00:00Z`)
  const from = noon - 30 * 3_600_000
  for (let at = from; at < noon + 30 * 3_600_000; at += MINUTE)
    if (at > after && wall(at, zone) === `${day} ${time}`) return at
  for (let at = from; at < noon + 30 * 3_600_000; at += MINUTE) {
    if (wall(at, zone) <= `${day} ${time}`) continue
    const jump =
      (Date.parse(`${wall(at, zone).replace(' ', 'T')}Z`) -
        Date.parse(`${wall(at - MINUTE, zone).replace(' ', 'T')}Z`)) /
        MINUTE -
      1
    const late = (Date.parse(`${day}T${time}:00Z`) - Date.parse(`${wall(at, zone).replace(' ', 'T')}Z`)) / MINUTE + jump
    return at + late * MINUTE
  }
  throw new Error('no such minute')
}
