import { expect, test } from 'vitest'
import { toastFloor } from './toast-floor.ts'

const phone = { width: 390, height: 844 }
const desk = { width: 1440, height: 900 }
const at = (top: number, left = 16, right = 374) => ({ top, bottom: top + 48, left, right })

test('rests above the bottom bar of a phone, and in the corner of a desktop', () => {
  expect(toastFloor(phone, true, null)).toBe(76)
  expect(toastFloor(desk, false, null)).toBe(24)
  // Above the action bar too.
  expect(toastFloor({ ...phone, bars: 137 }, true, null)).toBe(149)
  expect(toastFloor(phone, true, at(200))).toBe(76)
  expect(toastFloor(desk, false, at(800, 400, 600))).toBe(24)
})

test('moves above a button that it would cover', () => {
  const pressed = at(700)
  expect(phone.height - toastFloor(phone, true, pressed)).toBeLessThan(pressed.top)
  const corner = at(800, 1200, 1400)
  expect(desk.height - toastFloor(desk, false, corner)).toBeLessThan(corner.top)
})

test('goes below the button when there is no room under the header', () => {
  const low = { width: 844, height: 390 }
  const pressed = at(180)
  expect(low.height - toastFloor(low, true, pressed) - 132).toBeGreaterThan(pressed.bottom)
})

test('on a phone, leaves the form of the button free where there is room', () => {
  const button = at(670)
  const form = { ...button, top: 470 }
  expect(phone.height - toastFloor(phone, true, button, form)).toBeLessThan(form.top)
  // A form that begins right under the header: only the button.
  const tall = { ...button, top: 90 }
  expect(toastFloor(phone, true, button, tall)).toBe(toastFloor(phone, true, button))
  expect(toastFloor(phone, true, at(300), { ...at(300), top: 120 })).toBe(76)
  expect(toastFloor(desk, false, at(800, 1200, 1400), { ...at(800, 1200, 1400), top: 500 })).toBe(
    toastFloor(desk, false, at(800, 1200, 1400)),
  )
})
