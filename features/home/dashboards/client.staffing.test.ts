import { expect, test } from 'vitest'
import { minimumWords } from './client.staffing.ts'

type Forecast = Parameters<typeof minimumWords>[0]
const today = '2026-11-28'
const day = (on_day: string, missing: number) => ({ on_day, missing }) as Forecast['items'][number]

test('counts the days from today on that lack officers, once each', () => {
  const items = [day('2026-11-27', 2), day('2026-11-30', 1), day('2026-11-29', 0), day('2026-11-30', 2), day(today, 1)]
  expect(minimumWords({ items, today })).toEqual({
    value: 2,
    label: 'days below minimum, next 7 days',
    next: 'First: Nov 28, 2026',
    urgent: true,
  })
  expect(minimumWords({ items: [day(today, 0)], today })).toEqual({
    value: 0,
    label: 'days below minimum, next 7 days',
    next: null,
    urgent: false,
  })
})
