import { describe, expect, it } from 'vitest'
import { zoneNames, zoneOfCity } from './city-zones.ts'
import { isZone } from './zone.ts'

describe('the time zone a city suggests', () => {
  it.each([
    ['Springfield, IL', 'America/Chicago'],
    ['springfield il 62701', 'America/Chicago'],
    ['Springfield, Massachusetts', 'America/New_York'],
    ['El Paso, TX', 'America/Denver'],
    ['El Paso', 'America/Denver'],
    ['Houston, TX', 'America/Chicago'],
    ['St. Louis', 'America/Chicago'],
    ["Coeur d'Alene, ID", 'America/Los_Angeles'],
    ['Kansas City, KS', 'America/Chicago'],
    ['Charleston, West Virginia', 'America/New_York'],
    ['Washington, DC', 'America/New_York'],
    ['Vancouver, Washington', 'America/Los_Angeles'],
    ['Knoxville, TN', 'America/New_York'],
    ['Phoenix', 'America/Phoenix'],
    ['New York', 'America/New_York'],
    ['Ohio', 'America/New_York'],
  ])('%s is %s', (city, zone) => {
    expect(zoneOfCity(city)).toBe(zone)
  })
  it.each(['', '  ', 'Gotham', 'La', 'Springfield', 'Berlin', '90210', 'Hi'])('suggests nothing for “%s”', (city) => {
    expect(zoneOfCity(city)).toBeNull()
  })
  it('suggests only time zones that a department can have', () => {
    expect(zoneNames.length).toBeGreaterThan(400)
    expect(zoneNames).toContain('UTC')
    expect(new Set(zoneNames).size).toBe(zoneNames.length)
    expect(zoneNames.filter((zone) => !isZone(zone))).toEqual([])
    for (const city of [
      'Adak',
      'Iron Mountain',
      'Louisville',
      'Indianapolis',
      'Boise',
      'San Juan',
      'Honolulu',
      'Detroit',
    ])
      expect(isZone(zoneOfCity(city) ?? '')).toBe(true)
  })
})
