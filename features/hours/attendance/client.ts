import { useEffect, useRef, useState } from 'react'
import type { InputOf, OutputOf } from '#platform/shared/endpoint.ts'
import { ApiError, isSaved, mayPass } from '#platform/web/api.ts'
import { noteShiftCompleted } from '#platform/web/install.ts'
import { useWrite } from '#platform/web/reads.ts'
import { forgetRunning, noteOut, readRunning } from '#platform/web/running-shift.ts'
import { pressClock } from '#platform/web/session-ends.ts'
import { checkIn, checkOut, undoCheckOut } from './contract.ts'

type Press = InputOf<typeof checkIn>
type Shift = { signup_id: string; asks_position: boolean }
type Extra = { early?: boolean; remove?: boolean }

/** The browser's position; null if it is unknown, or the person declines to share it. */
export const locate = (): Promise<Press['position']> =>
  new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve(null)
    navigator.geolocation.getCurrentPosition(
      ({ coords, timestamp }) =>
        resolve({
          lat: coords.latitude,
          lng: coords.longitude,
          accuracy_m: coords.accuracy,
          age_s: Math.max(0, Math.min(31_536_000, Math.round((Date.now() - timestamp) / 1000))),
        }),
      () => resolve(null),
      { enableHighAccuracy: true, timeout: 10_000, maximumAge: 0 },
    )
  })

/** For this long, pressing again after a lost response sends the same press; later it is a new one, with its own time. */
const SAME_PRESS_MS = 120_000
/** Whether nothing of a failed press is left to repeat: it is saved, was refused, or was never sent. */
const isSettled = (error: unknown): boolean => error instanceof ApiError && !mayPass(error)

/**
 * Requests the position only on press, and only if the job requires it; the press is on the device before that. If a response is
 * lost, the same press is sent again unchanged.
 */
const usePress = <Output>(
  write: { run: (input: Press & Extra, part?: () => Promise<Pick<Press, 'position'>>) => Promise<Output> },
  /** The press counts: `output` is null while it is saved on the device. */
  onPressed: (output: Output | null, press: Press) => void = () => undefined,
) => {
  const kept = useRef<(Press & Extra) | null>(null)
  const located = useRef<Promise<Press['position']> | null>(null)
  return async ({ signup_id, asks_position }: Shift, extra: Extra = {}): Promise<Output> => {
    const before = kept.current
    const isRecent = before !== null && Math.abs(Date.now() - Date.parse(before.device_at)) < SAME_PRESS_MS
    const same =
      isRecent && before.signup_id === signup_id && before.early === extra.early && before.remove === extra.remove
    const press = (same && before) || {
      signup_id,
      ...extra,
      device_at: new Date().toISOString(),
      clock: pressClock(),
      position: null,
    }
    if (press !== before) located.current = null
    kept.current = press
    const position = async () => {
      located.current ??= locate()
      return { position: await located.current }
    }
    try {
      const output = await (asks_position ? write.run(press, position) : write.run(press))
      kept.current = null
      onPressed(output, press)
      return output
    } catch (error) {
      if (isSaved(error)) onPressed(null, press)
      if (isSettled(error)) kept.current = null
      throw error
    }
  }
}

export const useCheckIn = () => usePress<OutputOf<typeof checkIn>>(useWrite(checkIn))
/** What becomes of the note of the shift that was checked out of; that of another shift stays. */
export const noteCheckOut = (answered: boolean, { signup_id, device_at }: Pick<Press, 'signup_id' | 'device_at'>) => {
  const shift = readRunning()
  if (shift?.signup_id !== signup_id) return
  const at = Date.parse(device_at)
  // Only saved: the sign-in page says so if the session ends before it is sent.
  if (!answered && (shift.counts || at + shift.ahead_ms >= Date.parse(shift.starts_at))) noteOut(shift, at)
  else forgetRunning()
}
const checkedOut = (output: OutputOf<typeof checkOut> | null, press: Press) => {
  noteCheckOut(output !== null, press)
  if (!output?.taken_back) noteShiftCompleted()
}
export const useCheckOut = () => usePress<OutputOf<typeof checkOut>>(useWrite(checkOut), checkedOut)
export const useUndoCheckOut = () => useWrite(undoCheckOut)

/** Whether the person has blocked location access for this site; false if the browser does not say. */
export const usePositionBlocked = (asks: boolean): boolean => {
  const [blocked, setBlocked] = useState(false)
  useEffect(() => {
    if (!asks || !('permissions' in navigator)) return
    let permission: PermissionStatus | null = null
    let gone = false
    const look = () => setBlocked(permission?.state === 'denied')
    navigator.permissions
      .query({ name: 'geolocation' })
      .then((found) => {
        if (gone) return
        permission = found
        permission.addEventListener('change', look)
        look()
      })
      .catch(() => setBlocked(false))
    return () => {
      gone = true
      permission?.removeEventListener('change', look)
    }
  }, [asks])
  return blocked
}

/** How long all taps are ignored, and for how much longer after each of them; milliseconds. */
const [restsMs, tapsOnMs] = [1000, 1500]
/** How long after a press the button that comes next may come; milliseconds. */
const bringsMs = 20_000
let pressedAt = Number.NEGATIVE_INFINITY

/** Ignores all taps for a moment, and for as long as the thumb taps on, whatever the screen shows under it by then. */
export const restThumb = (): void => {
  const shield = document.createElement('div')
  shield.style.cssText = 'position: fixed; inset: 0; z-index: 100'
  const takeAway = () => shield.remove()
  let timer = setTimeout(takeAway, restsMs)
  shield.addEventListener('pointerdown', () => {
    clearTimeout(timer)
    timer = setTimeout(takeAway, tapsOnMs)
  })
  document.body.append(shield)
}
/** The thumb rests after a press, and as a button comes that the press has brought: with a slow answer, the screen knows it first. */
export const restAfterPress = (): void => {
  pressedAt = performance.now()
  restThumb()
}
export const restIfPressed = (): void => {
  if (performance.now() - pressedAt < bringsMs) restThumb()
}
