import { describe, expect, it } from 'vitest'
import { mapLink, mapsOf } from './maps.ts'

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile Safari/604.1'
const pixel = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36'
const desk = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36'

const arena = {
  location_name: 'Ellery Arena',
  location_address: '400 Harbor Dr & 2nd',
  spot: { lat: 43.65, lng: -70.25 },
}

describe('the link to a map', () => {
  it('opens the maps of the device', () => {
    expect(mapLink(arena, mapsOf(pixel))).toBe('geo:43.65,-70.25?q=400%20Harbor%20Dr%20%26%202nd')
    expect(mapLink(arena, mapsOf(iphone))).toBe(
      'https://maps.apple.com/?q=400%20Harbor%20Dr%20%26%202nd&sll=43.65,-70.25',
    )
    expect(mapLink(arena, mapsOf(desk))).toBe(
      'https://www.openstreetmap.org/search?query=400%20Harbor%20Dr%20%26%202nd',
    )
  })
  it('points to the coordinates without an address, and to the name without either', () => {
    expect(mapLink({ ...arena, location_address: null }, 'android')).toBe('geo:43.65,-70.25?q=43.65%2C-70.25')
    expect(mapLink({ ...arena, location_address: null, spot: null }, 'android')).toBe('geo:0,0?q=Ellery%20Arena')
  })
  it('is left out where the location is not known', () => {
    expect(mapLink({ location_name: null, location_address: null, spot: null }, 'web')).toBeNull()
  })
})
