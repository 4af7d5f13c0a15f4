import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkBrand, contrastOf, isColor, solidOf } from './brand.ts'

const luminance = (hex: string) => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

test('text on any organization color has contrast of 4.5:1', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (n) => {
      const step = solidOf(`#${n.toString(16).padStart(6, '0')}`)
      if (!step) throw new Error('a colour was refused')
      const [a, b] = [luminance(step.solid), luminance(step.text)]
      expect((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: 2000 },
  )
})

test('a color is written with # and six digits in small letters', () => {
  const bad = ['#3B82F6', '#fff', '3b82f6', '#3b82f6;}body{display:none', '#3b82f6\n']
  expect([isColor('#3b82f6'), ...bad.map(isColor)]).toEqual([true, ...bad.map(() => false)])
})

test('rejects values that are not colors', () => {
  expect(solidOf('red')).toBeNull()
  expect(solidOf('#fff')).toBeNull()
})

test('rounds contrast ratios down to one decimal, and rejects non-colors', { meta: { shows: ['issue 3.6'] } }, () => {
  expect([
    contrastOf('#000000', '#ffffff'),
    contrastOf('#ffffff', '#ffffff'),
    contrastOf('#777777', '#ffffff'),
  ]).toEqual([21, 1, 4.4])
  expect(contrastOf('red', '#ffffff')).toBeNull()
})

test('for any color, text on buttons and links in both themes has contrast of 4.5:1 or more', {
  meta: { shows: ['issue 3.6'] },
}, () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (n) => {
      const checks = checkBrand(`#${n.toString(16).padStart(6, '0')}`)
      expect(checks.map((one) => one.where)).toEqual(['button', 'dark', 'light'])
      for (const { text, ground, ratio } of checks) {
        const [a, b] = [luminance(text), luminance(ground)]
        const exact = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
        expect(exact).toBeGreaterThanOrEqual(4.5)
        expect(Math.abs(exact - ratio)).toBeLessThanOrEqual(0.1)
      }
    }),
    { numRuns: 2000 },
  )
  expect(checkBrand('red')).toEqual([])
})
