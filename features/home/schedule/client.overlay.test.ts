import { expect, test } from 'vitest'
import { inWindow } from './client.overlay.ts'

const rect = (left: number, top: number, width: number, height: number) => ({
  ...{ left, top, width, height },
  ...{ right: left + width, bottom: top + height },
})
type Asked = Parameters<typeof inWindow>[0]
const carry = (x: number, y: number, more: Partial<Asked> = {}) => {
  const { x: left, y: top } = inWindow({
    transform: { x, y, scaleX: 1, scaleY: 1 },
    activeNodeRect: rect(900, 300, 120, 40),
    overlayNodeRect: rect(900, 300, 240, 90),
    windowRect: rect(0, 0, 1440, 900),
    ...more,
  } as Asked)
  return [900 + left, 300 + top]
}

test('the carried card follows the pointer, and stays in the window at the right and at the bottom', () => {
  expect(carry(-700, 50)).toEqual([200, 350])
  expect(carry(292, 0)).toEqual([1192, 300])
  expect(carry(500, 0)).toEqual([1192, 300])
  expect(carry(0, 580)).toEqual([900, 802])
  // Wider than the window: show its beginning.
  expect(carry(0, 0, { windowRect: rect(0, 0, 200, 900) })).toEqual([8, 300])
  // Not measured yet.
  expect(carry(500, 0, { overlayNodeRect: null })).toEqual([1400, 300])
})
