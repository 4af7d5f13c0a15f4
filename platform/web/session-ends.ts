import { useSyncExternalStore } from 'react'

/**
 * When the session ends, by the server's clock, and how far that clock is ahead of this device's. A separate small store, since
 * it changes every minute and must not re-render the frame.
 */
export type EndsAnswer = { now_at: string; idle_ends_at: string; ends_at: string }
export type Ends = {
  /** End without further activity, and latest possible end; milliseconds on the server's clock. */
  idle: number
  last: number
  ahead: number
  /** By how many milliseconds `ahead` can be off; earlier releases didn't store it. */
  off?: number
  heard: number
  /** The steady clock of this page when the response arrived; null if the page was opened since. */
  steady: number | null
  /** How far this device's clock was ahead of the steady one by then. */
  apart?: number
}

let ends: Ends | null = null
const listeners = new Set<() => void>()
const set = (next: Ends | null) => {
  ends = next
  for (const told of listeners) told()
}

/** If this device's clocks moved apart by more than this since the last response, one was set or stopped. */
const APART_MS = 2_000
/**
 * Whether this page has heard from the server, and this device's clock was not set since. A device that slept looks the same as one
 * whose clock was set.
 */
export const isClockSure = (): boolean =>
  Math.abs(Date.now() - performance.now() - (ends?.apart ?? Number.NaN)) < APART_MS

/**
 * How far the server's clock is ahead. It was read somewhere on the way of this response, which took `way` milliseconds in all: the
 * bounds that earlier responses left narrow it down, unless this device's clock was set since.
 */
const clockOf = (heard: number, way: number, arrived: Asked): Pick<Ends, 'ahead' | 'off' | 'apart'> => {
  const here = arrived.wall
  let [least, most] = [heard - here, heard - here + way]
  let apart = here - arrived.steady
  if (ends && isClockSure()) {
    const { ahead, off = 0 } = ends
    const narrow = [Math.max(least, ahead - off), Math.min(most, ahead + off)] as const
    // Small steps of the clock add up against the first answer, not each against the one before it.
    if (narrow[0] <= narrow[1]) [least, most, apart] = [...narrow, ends.apart ?? apart]
  }
  return { ahead: (least + most) / 2, off: (most - least) / 2, apart }
}

/** When a request was sent, by both clocks of this device. */
export type Asked = { steady: number; wall: number }
export const askedNow = (): Asked => ({ steady: performance.now(), wall: Date.now() })
/** The person may go on for longer: what is known of the clocks stays. */
const moveEnds = (known: Ends, answer: EndsAnswer) =>
  set({ ...known, idle: Math.max(known.idle, Date.parse(answer.idle_ends_at)), last: Date.parse(answer.ends_at) })

/**
 * Stores a server response; ignores one older than what is known. If the device slept or its clock was set on the way, it says nothing
 * about the clocks. `arrived`: now, unless it came with the page.
 */
export const noteEnds = (answer: EndsAnswer, asked: Asked, arrived: Asked = askedNow()): void => {
  const heard = Date.parse(answer.now_at)
  if (ends && heard < ends.heard) return
  const way = arrived.steady - asked.steady
  const slept = Math.abs(arrived.wall - asked.wall - way) > APART_MS
  if (slept && ends) moveEnds(ends, answer)
  else
    set({
      idle: Date.parse(answer.idle_ends_at),
      last: Date.parse(answer.ends_at),
      ...clockOf(heard, way, arrived),
      ...(slept && { apart: Number.NaN }),
      heard,
      steady: arrived.steady,
    })
}
/**
 * The ends that another tab heard, sent at this time of the device, after a response that took `way` milliseconds. A message that took
 * longer waited for a tab that slept, and says nothing about the clocks: the server's time in it has passed.
 */
export const noteToldEnds = (answer: EndsAnswer, at: number, way: number): void => {
  const since = Date.now() - at
  const asked = { steady: performance.now() - since - way, wall: at - way }
  if (Math.abs(since) < APART_MS) noteEnds(answer, asked)
  else if (ends) moveEnds(ends, answer)
}
/** What was noted before the page was opened again. */
export const restoreEnds = (kept: Ends): void => {
  if (!ends) set({ ...kept, steady: null, apart: Number.NaN })
}
/** The person's own input while the server can't be told: moves the end for want of input, on this device only. */
export const prolongHere = (idle: number): void => {
  if (ends && idle > ends.idle) set({ ...ends, idle })
}
export const forgetEnds = (): void => set(null)
export const readEnds = (): Ends | null => ends

export const subscribeEnds = (told: () => void) => {
  listeners.add(told)
  return () => listeners.delete(told)
}
export const useEnds = (): Ends | null => useSyncExternalStore(subscribeEnds, readEnds)

/** The server's clock, as estimated on this device. */
export const serverNow = (): number => Date.now() + (ends?.ahead ?? 0)

/** The clocks that a saved press brings along, so that the server can tell when it was made; null if the server was never heard. */
export const pressClock = () =>
  ends && {
    ahead_ms: Math.round(ends.ahead),
    heard_at: new Date(ends.heard).toISOString(),
    since_ms: ends.steady === null ? null : Math.max(0, Math.round(performance.now() - ends.steady)),
  }

/**
 * How far the server's clock was ahead at a press, by which the server judges it (`claimedAt`): a clock that was set back since the last
 * answer gains nothing.
 */
export const aheadAt = (at: number, clock: { ahead_ms: number; heard_at: string; since_ms: number | null }): number =>
  Math.max(clock.ahead_ms, Date.parse(clock.heard_at) + (clock.since_ms ?? 0) - at)

/** Why the session ended, judging by the clocks, with one second of tolerance for network delay. */
export const endOf = (): 'idle' | 'lasted' | 'elsewhere' => {
  const now = serverNow() + 1000
  if (ends && now >= ends.last) return 'lasted'
  return ends && now >= ends.idle ? 'idle' : 'elsewhere'
}
