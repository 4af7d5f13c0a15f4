import { pressedLast } from './pressed.ts'

/** Default distance of toasts from the bottom edge, in pixels: leaves a phone's bars free. */
const restingAt = (phone: boolean, bars = 0): number => (phone ? Math.max(76, bars + 12) : 24)
/** Maximum toast height: its text can have three lines. */
const HEIGHT = 132
const WIDTH = 408
const GAP = 8
const HEADER = 56

type Rect = { top: number; bottom: number; left: number; right: number }

type Window = { width: number; height: number; bars?: number }

/** Where a toast leaves this free: at rest, or above it; null where there is no room under the header. */
const freeOf = (window: Window, phone: boolean, { top, bottom, right }: Rect): number | null => {
  const resting = restingAt(phone, window.bars)
  const besides = !phone && right < window.width - WIDTH
  const above = bottom < window.height - resting - HEIGHT
  const below = top > window.height - resting
  if (besides || above || below) return resting
  const raised = window.height - top + GAP
  return window.height - raised - HEIGHT > HEADER ? raised : null
}

/**
 * Position of a toast's bottom edge, in pixels above the window's, so that it does not cover the pressed control; on a phone, not
 * the control's form either, such as the password to be typed again.
 */
export const toastFloor = (window: Window, phone: boolean, pressed: Rect | null, form: Rect | null = null): number => {
  const resting = restingAt(phone, window.bars)
  if (pressed === null) return resting
  const free = phone && form ? freeOf(window, phone, form) : null
  // If there is no room between the control and the header, place it below the control.
  return free ?? freeOf(window, phone, pressed) ?? Math.min(resting, GAP)
}

/** What a toast on a phone rests on: the action bar with the bottom bar, and a list's bar for selected rows. */
const low = '[data-bars], [data-low]'
/** How far they reach up from the window's bottom edge. Where they are drawn may be a frame behind a keyboard that opens below them. */
const barsHeight = (): number =>
  Math.max(0, ...[...document.querySelectorAll(low)].map((bar) => bar.getBoundingClientRect().height)) +
  (Number.parseFloat(document.documentElement.style.getPropertyValue('--keyboard')) || 0)

type SetFloor = (floor: number) => void
let watched: Element | null = null
/** An action bar that appears under a toast moves it up. */
const followBars = (setFloor: SetFloor): void => {
  const bars = document.querySelector('[data-bars]')
  if (!bars || bars === watched || typeof ResizeObserver === 'undefined') return
  watched = bars
  new ResizeObserver(() => place(true, setFloor)).observe(bars)
}

/** Call before showing a toast: sets its position from the pressed control. */
export const placeToast = (phone: boolean, setFloor: SetFloor): void => {
  place(phone, setFloor)
  if (phone) followBars(setFloor)
}

const place = (phone: boolean, setFloor: SetFloor): void => {
  const control = pressedLast()
  const rect = control?.isConnected ? control.getBoundingClientRect() : null
  const form = control?.closest('form')?.getBoundingClientRect() ?? null
  const size = { width: window.innerWidth, height: window.innerHeight, bars: phone ? barsHeight() : 0 }
  const floor = toastFloor(size, phone, rect && rect.width > 0 ? rect : null, form)
  setFloor(floor)
}
