import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPooled } from './db-pooled.ts'
import { createTestDatabase } from './postgres/testing.ts'
import { freePort } from './testing.port.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let pooler: Server
let port = 0

beforeAll(async () => {
  database = await createTestDatabase()
  const folder = new URL(database.url).searchParams.get('host') ?? ''
  port = await freePort()
  // Passes everything on, and says another process than PostgreSQL did, as a pooler does.
  pooler = createServer((client) => {
    const server = connect(join(folder, '.s.PGSQL.5432'))
    client.pipe(server)
    client.on('error', () => server.destroy())
    server.on('error', () => client.destroy())
    server.on('data', (bytes: Buffer) => {
      const key = bytes.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]))
      if (key >= 0) bytes.writeInt32BE(bytes.readInt32BE(key + 5) + 1, key + 5)
      client.write(bytes)
    })
    server.on('end', () => client.end())
  }).listen(port, '127.0.0.1')
})
afterAll(async () => {
  pooler.close()
  await database.drop()
})

test('tells a pooler from the database itself', { meta: { shows: ['issue 14.5 pooled'] } }, async () => {
  expect(await isPooled(database.url)).toBe(false)
  const { pathname, searchParams } = new URL(database.url)
  const user = searchParams.get('user')
  expect(await isPooled(`postgresql://${user}@127.0.0.1:${port}${pathname}?sslmode=disable`)).toBe(true)
})
