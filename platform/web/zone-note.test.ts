import { expect, test } from 'vitest'
import { viewerZone } from './time.ts'
import { zoneNamed, zoneNote } from './zone-note.ts'

const at = '2026-11-28T03:00:00Z'

test('names the zone for people on another clock only', () => {
  expect([zoneNamed(at, viewerZone()), zoneNote(at, viewerZone())]).toEqual([undefined, ''])
  expect([zoneNamed(at, 'Pacific/Kiritimati'), zoneNote(at, 'Pacific/Kiritimati')]).toEqual(['GMT+14', ', GMT+14'])
})
