/**
 * With a write that a device saved: its time of day as it is sent, and how long before that it was made by a clock that nobody can set, if
 * this page made it. They show what was done to the device's clock since.
 */
export const deviceClockHeader = 'x-device-clock'

export type DeviceClock = {
  /** The device's time of day, in milliseconds since 1970. */
  now_ms: number
  /** Milliseconds since the write was made; null if another page made it. The clock may stop while the device sleeps. */
  made_ms: number | null
}

export const writeDeviceClock = ({ now_ms, made_ms }: DeviceClock): string =>
  [now_ms, ...(made_ms === null ? [] : [made_ms])].map(Math.round).join(' ')

/** Null for anything else: a write is never refused for this header. */
export const readDeviceClock = (text: string | undefined): DeviceClock | null => {
  const [, now, made] = /^(\d{1,15})(?: (\d{1,12}))?$/.exec(text ?? '') ?? []
  return now === undefined ? null : { now_ms: Number(now), made_ms: made === undefined ? null : Number(made) }
}
