import { expect, test } from 'vitest'
import type { Database } from './db.ts'
import { createSharedReads } from './shared-reads.ts'
import { type Sql, sql } from './sql.ts'

/** A database whose readings end when the test says so. Each answers with the department that was entered. */
const makeDatabase = () => {
  const readings: { entry: Sql; settings: Sql | undefined; turn: string | undefined; end: (error?: Error) => void }[] =
    []
  let began: () => void = () => undefined
  const read = ((entry: Sql, _statement: Sql, settings?: Sql, turn?: string) =>
    new Promise((resolve, reject) => {
      const n = readings.length + 1
      const end = (error?: Error) =>
        error ? reject(error) : resolve([{ json: JSON.stringify({ n, of: entry.values[0] }) }])
      readings.push({ entry, settings, turn, end })
      began()
    })) as unknown as Database['read']
  const until = async (count: number) => {
    while (readings.length < count)
      await new Promise<void>((go) => {
        began = go
      })
    return readings[count - 1] as (typeof readings)[number]
  }
  return { readings, until, read }
}
const statement = (days: number) => sql`select ${days}::int`

test('callers that ask during a reading share the next one, so nobody gets anything older than the request', {
  meta: { shows: ['issue 13 read once'] },
}, async () => {
  const { readings, until, read } = makeDatabase()
  const shared = createSharedReads({ read }, async () => undefined)
  const first = shared.read('a', statement(30))
  const later = Array.from({ length: 20 }, () => shared.read('a', statement(30)))
  expect(readings.length).toBe(1)
  readings[0]?.end()
  expect((await first).value()).toEqual({ n: 1, of: 'a' })
  const second = await until(2)
  second.end()
  const found = await Promise.all(later)
  expect(found.map((part) => part.value())).toEqual(later.map(() => ({ n: 2, of: 'a' })))
  expect(new Set(found.map(({ bytes }) => bytes)).size).toBe(1)
  // A crowd's reading doesn't wait behind single screens.
  expect([readings[0]?.turn, second.turn]).toEqual(['later', 'first'])
})

test('another department and other values have their own reading, as an officer of that department', {
  meta: { shows: ['issue 13 read once'] },
}, async () => {
  const { readings, read } = makeDatabase()
  const shared = createSharedReads({ read }, async () => undefined)
  const asked = [shared.read('a', statement(30)), shared.read('b', statement(30)), shared.read('a', statement(7))]
  expect(readings.map(({ entry }) => entry.values[0])).toEqual(['a', 'b', 'a'])
  for (const { settings } of readings) expect(settings?.parts.join()).toContain(`'app.role', 'officer'`)
  for (const { end } of readings) end()
  expect((await Promise.all(asked)).map((part) => (part.value() as { of: string }).of)).toEqual(['a', 'b', 'a'])
})

test('what sees the whole department is read apart from what every officer sees, whatever the statement', async () => {
  const { readings, read } = makeDatabase()
  const shared = createSharedReads({ read }, async () => undefined)
  const asked = [shared.read('a', statement(30)), shared.read('a', statement(30), 'department')]
  expect(readings.map(({ settings }) => settings === undefined)).toEqual([false, true])
  for (const { end } of readings) end()
  await Promise.all(asked)
})

test('nothing is kept after the last caller, also after a failure', async () => {
  const { readings, until, read } = makeDatabase()
  const shared = createSharedReads({ read }, async () => undefined)
  const failing = shared.read('a', statement(30))
  const waiting = shared.read('a', statement(30))
  readings[0]?.end(new Error('away'))
  await expect(failing).rejects.toThrow('away')
  ;(await until(2)).end()
  await waiting
  await new Promise((go) => setImmediate(go))
  expect(shared.size()).toBe(0)
})

test('a crowd leaves the connection to others between its readings, and a single caller waits for nothing', async () => {
  const { readings, until, read } = makeDatabase()
  const pauses: number[] = []
  let go: () => void = () => undefined
  const shared = createSharedReads({ read }, (ms) => {
    pauses.push(ms)
    return new Promise((resolve) => {
      go = resolve
    })
  })
  const first = shared.read('a', statement(30))
  const crowd = Array.from({ length: 3 }, () => shared.read('a', statement(30)))
  readings[0]?.end()
  await first
  expect(pauses).toEqual([])
  ;(await until(2)).end()
  await Promise.all(crowd)
  expect(pauses.length).toBe(1)
  const after = shared.read('a', statement(30))
  expect(readings.length).toBe(2)
  go()
  ;(await until(3)).end()
  await after
})
