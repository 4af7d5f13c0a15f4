import { describe, expect, it } from 'vitest'
import { DateText, Id } from '#platform/shared/shapes.ts'
import { dateOrNull, idOrNull } from './url.ts'

describe('what an address names is asked for only if the server takes it', () => {
  const dates = [
    '2026-11-30',
    '2025-13-01',
    '2026-02-29',
    '2028-02-29',
    '0001-01-01',
    '1899-12-31',
    '2200-01-01',
    'x',
    '',
  ]
  it.each(dates)('the date %j', (text) => {
    expect(dateOrNull(text)).toBe(DateText.safeParse(text).success ? text : null)
  })

  const ids = ['00000000-0000-0000-0000-000000000001', '------------------------------------', 'a'.repeat(36), '']
  it.each(ids)('the id %j', (text) => {
    expect(idOrNull(text)).toBe(Id.safeParse(text).success ? text : null)
  })

  it('nothing', () => {
    expect([dateOrNull(null), idOrNull(null)]).toEqual([null, null])
  })
})
