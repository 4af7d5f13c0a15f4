import { expect, test } from 'vitest'
import { sql } from './sql.ts'

test('splices statements in and makes anything else a parameter', () => {
  const piece = sql`id = ${7}`
  expect(sql`select ${'a'} where ${piece}`).toMatchObject({ parts: ['select ', ' where id = ', ''], values: ['a', 7] })
})

test('refuses a function that was meant to be called', () => {
  expect(() => sql`select ${() => 1}`).toThrow('call it')
})
