import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crewIn, initialIn, nameIn, shortName, surname, titleLines } from './client.names.ts'

test('shortens a name to its initial before it is cut', () => {
  expect(['Ana Reyes', 'Maria de la Cruz', 'Ruiz'].map(shortName)).toEqual(['A. Reyes', 'M. de la Cruz', 'Ruiz'])
  expect(['Ana Reyes', 'Maria de la Cruz', 'Sam J. Booker', 'Ruiz'].map(surname)).toEqual([
    ...['Reyes', 'de la Cruz', 'Booker', 'Ruiz'],
  ])
  expect(nameIn('Raymond Stokes', 14)).toBe('Raymond Stokes')
  expect(nameIn('Raymond Stokes', 14, 3)).toBe('R. Stokes')
  expect(nameIn('Kevin Doyle', 10, 6)).toBe('Doyle')
  // In a narrow column all are shown alike.
  expect(nameIn('Ana Reyes', 12)).toBe('A. Reyes')
})

test('puts the name before the time where all names have the same form', () => {
  expect(initialIn('Kevin Doyle', 20, 0, 6)).toEqual({ name: 'K. Doyle', timed: true })
  expect(initialIn('Kevin Doyle', 14, 0, 6)).toEqual({ name: 'K. Doyle', timed: true })
  expect(initialIn('Kevin Doyle', 14, 3, 6)).toEqual({ name: 'K. Doyle', timed: false })
  expect(initialIn('Kevin Doyle', 8, 0, 6)).toEqual({ name: 'K. Doyle', timed: false })
})

test('a title takes a second line where one would cut it, also in the middle of a long word', () => {
  expect(titleLines('Farmers market', 19)).toBe(1)
  expect(titleLines('Road construction, lane closure', 19)).toBe(2)
  expect(titleLines('Counterdemonstrations', 19)).toBe(2)
})

test('names as many of a crew as two lines hold, and counts the others', () => {
  const names = ['Andre Coleman', 'Brian Sutton', 'Curtis Tate', 'Dana Wells', 'Grace Park', 'Hector Luna']
  expect(crewIn(9, names, 13)).toEqual({ shown: ['Coleman', 'Sutton'], more: 7 })
  expect(crewIn(9, names, 26)).toEqual({ shown: names.map(surname), more: 3 })
  expect(crewIn(2, ['Andre Coleman', 'Brian Sutton'], 13)).toEqual({ shown: ['Coleman', 'Sutton'], more: 0 })
  expect(crewIn(3, [], 13)).toEqual({ shown: [], more: 3 })
})

test('always names the first officer, and everyone is named or counted', () => {
  const name = fc.constantFrom('Ana Reyes', 'Bo Ng', 'Maria de la Cruz', 'Featherstonehaugh Chi', 'Ruiz')
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 6 }), fc.nat(40), fc.nat(40), (names, others, room) => {
      const count = names.length + others
      const { shown, more } = crewIn(count, names, room)
      expect(shown.length).toBeGreaterThan(0)
      expect(shown.length + more).toBe(count)
      expect(shown).toEqual(names.slice(0, shown.length).map(surname))
    }),
  )
})
