import { expect, it } from 'vitest'
import { cellKey, cellOf, iconOf, knownCity, nearCity, skyOf } from './rules.ts'

it('a cell is a tenth of a degree, and a city matches in any spelling', { meta: { shows: ['7 get-weather'] } }, () => {
  expect(cellKey(cellOf({ latitude: 29.7604, longitude: -95.3698 }))).toBe('29.8,-95.4')
  expect(cellKey(cellOf({ latitude: -0.04, longitude: 0 }))).toMatch(/^-?0\.0,0\.0$/)
  expect(knownCity('st louis, MO')?.name).toBe('St. Louis')
  expect(knownCity('Smallville')).toBeNull()
  expect(nearCity({ latitude: 41.9, longitude: -87.7 })?.name).toBe('Chicago')
  expect(nearCity({ latitude: 45, longitude: -110 })).toBeNull()
})

it('every sky code has words and an icon', () => {
  expect([0, 3, 45, 61, 75, 95, 1000].map((code) => skyOf(code).icon)).toEqual([
    'clear',
    'clouds',
    'fog',
    'rain',
    'snow',
    'storm',
    'unknown',
  ])
  expect(['01d', '10n', '50d', 'x'].map(iconOf)).toEqual(['clear', 'rain', 'fog', 'unknown'])
})
