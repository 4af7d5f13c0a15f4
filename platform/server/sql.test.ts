import { expect, test } from 'vitest'
import { join, named, nothing, oneOf, type Sql, sql, toQuery } from './sql.ts'

test('splices statements in and makes anything else a parameter', () => {
  const piece = sql`id = ${7}`
  expect(sql`select ${'a'} where ${piece}`).toMatchObject({ parts: ['select ', ' where id = ', ''], values: ['a', 7] })
})

test('refuses a function that was meant to be called', () => {
  expect(() => sql`select ${() => 1}`).toThrow('call it')
})

const found = (id: number, more: Sql = nothing) => sql`select from t where id = ${id} ${more}`

test('composes a text once, whatever its values', () => {
  const [first, second] = [found(1), found(2)]
  expect(second.parts).toBe(first.parts)
  expect([first.values, second.values]).toEqual([[1], [2]])
  expect(toQuery(second, true)).toEqual({
    text: 'select from t where id = $1 ',
    values: [2],
    name: toQuery(first, true).name,
  })
})

test('tells the pieces of one template apart', () => {
  const pieces = [nothing, sql`and ${named('a')}`, sql`and b = ${3}`, sql`and c in ${oneOf(['x', 'y'])}`]
  const texts = pieces.map((piece) => toQuery(found(1, piece), false))
  expect(texts.map(({ text }) => text.split('$1 ')[1])).toEqual(['', 'and a', 'and b = $2', "and c in ('x', 'y')"])
  expect(texts.map(({ values }) => values)).toEqual([[1], [1], [1, 3], [1]])
  // A value where a piece was, and the other way round.
  const either = (it: unknown) => toQuery(sql`select ${it}`, false)
  expect([either(1), either(sql`1`), either(2)].map(({ text }) => text)).toEqual(['select $1', 'select 1', 'select $1'])
})

test('composes a list of any length', () => {
  const list = (count: number) =>
    join(
      Array.from({ length: count }, (_, i) => sql`${i}`),
      sql`, `,
    )
  for (const count of [3, 40, 2, 40]) {
    const { text, values } = toQuery(list(count), false)
    expect(text).toBe(Array.from({ length: count }, (_, i) => `$${i + 1}`).join(', '))
    expect(values).toEqual(Array.from({ length: count }, (_, i) => i))
  }
})
