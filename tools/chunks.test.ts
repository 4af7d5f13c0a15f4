import { expect, test } from 'vitest'
import { placeOf, type Root } from '#tools/chunks.ts'

const place = (...roots: Root[]) => placeOf(roots, false)

test('a module needed by one screen only, or only on demand, stays where it is', () => {
  expect(place('officer')).toBeNull()
  expect(place('demand')).toBeNull()
  expect(place('demand', 'demand')).toBeNull()
})

test('what several screens need is in the file of those who open them', () => {
  expect(place('home', 'home')).toBe('officer')
  expect(place('home', 'demand')).toBe('officer')
  expect(place('home', 'admin')).toBe('shared')
  expect(place('plain', 'home', 'vendor')).toBe('basics')
  expect(place('admin', 'vendor')).toBe('desk')
  expect(place('vendor', 'vendor')).toBe('vendor')
})

test('what an officer does not open every day is not in the files of the dashboard', () => {
  expect(place('officer', 'admin')).toBe('forms')
  expect(place('plain', 'officer', 'admin')).toBe('entrance')
  expect(place('officer', 'officer')).toBeNull()
})

test('the dashboard of an officer brings along only what it shows', () => {
  expect(place('first')).toBe('start')
  expect(place('first', 'plain', 'home', 'admin')).toBe('start')
  expect(place('plain', 'home')).toBe('basics')
})

test('nor does that of an admin wait for what other screens need', () => {
  expect(place('hub')).toBeNull()
  expect(place('hub', 'admin')).toBe('hub')
  expect(place('hub', 'officer', 'admin', 'vendor')).toBe('hub')
  expect(place('hub', 'home')).toBe('shared')
  expect(place('hub', 'plain', 'home')).toBe('common')
})

test('a sign-in page waits for nothing but the entry and its own file', () => {
  expect(place('login', 'login')).toBe('login')
  expect(place('login', 'plain', 'home', 'admin')).toBe('login')
  expect(place('login', 'frame')).toBe('app')
  expect(placeOf(['login', 'first', 'admin'], true)).toBe('libraries')
})

test('what only two admin screens need does not reach every admin', () => {
  expect(place('admin', 'admin')).toBeNull()
  expect(place('admin', 'admin', 'admin')).toBe('admin')
})

test('the frame and the entry come before every screen, and libraries change less often than our code', () => {
  expect(place('frame')).toBe('frame')
  expect(place('frame', 'officer')).toBe('frame')
  expect(place('entry', 'frame', 'officer')).toBe('app')
  expect(placeOf(['entry', 'officer'], true)).toBe('libraries')
})

test('what a visitor page needs never brings the application along', () => {
  expect(place('visitor', 'entry', 'officer')).toBeNull()
})

test('a file imports only from files above it, for every set of starting points', () => {
  const order =
    'libraries app login frame start common basics shared entrance hub forms officer desk admin vendor'.split(' ')
  // Only of admin screens does it matter whether there are three.
  const kinds: Root[][] = [
    ...(['entry', 'frame', 'first', 'login', 'plain', 'home', 'hub', 'officer', 'vendor', 'demand'] as const).map(
      (one) => [one],
    ),
    ['admin'],
    ['admin', 'admin'],
  ]
  const sets = Array.from({ length: 2 ** kinds.length }, (_, bits) => kinds.filter((_, at) => bits & (1 << at)).flat())
  const places = sets.map((roots) => placeOf(roots, false))
  const wrong: string[] = []
  for (let needed = 1; needed < sets.length; needed++) {
    // What needs the importer needs its imports as well: the importer's set is part of the other one.
    for (let importer = needed; importer > 0; importer = (importer - 1) & needed) {
      const [from, to] = [places[importer], places[needed]]
      if (from && to && order.indexOf(to) > order.indexOf(from)) wrong.push(`${sets[importer]} | ${sets[needed]}`)
    }
  }
  expect(wrong).toEqual([])
})
