import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findDrift, readLock } from './fence-watch.ts'
import { appUrlOf, eraserUrlOf, migrate, vendorUrlOf } from './migrate.ts'
import { createTestDatabase } from './postgres/testing.ts'
import { appRole } from './roles.ts'

/** An operator without the right to create roles, who owns only the database. */
const owner = `owner_${randomBytes(4).toString('hex')}`
let database: Awaited<ReturnType<typeof createTestDatabase>>
let admin: pg.Client
let ownersUrl: string

beforeAll(async () => {
  database = await createTestDatabase()
  admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  await admin.query(`create role ${owner} login password 'a plain one'`)
  await admin.query(`create database ${owner} owner ${owner}`)
  const url = new URL(appUrlOf(database.url))
  url.pathname = `/${owner}`
  if (url.hostname === '') {
    url.searchParams.set('user', owner)
    url.searchParams.set('password', 'a plain one')
  } else {
    url.username = owner
    url.password = 'a plain one'
  }
  ownersUrl = url.href
})
afterAll(async () => {
  await admin.query(`drop database ${owner} with (force)`)
  await admin.query(`drop role ${owner}`)
  await admin.end()
  await database.drop()
})

const inOwners = (url: string): string => {
  const moved = new URL(url)
  moved.pathname = `/${owner}`
  return moved.href
}

test('an owner who can’t create roles gets a one-line error for a role that can’t sign in', {
  meta: { shows: ['issue 2.1'] },
}, async () => {
  const nowhere = new URL(appUrlOf(database.url))
  nowhere.pathname = '/not_there'
  await expect(migrate(ownersUrl, { app: nowhere.href })).rejects.toThrow(`may not alter the role ${appRole}`)
})

test('with URLs of the three roles the operator created, the same owner doesn’t need that right', {
  meta: { shows: ['issue 2.1'] },
}, async () => {
  const given = {
    app: inOwners(appUrlOf(database.url)),
    vendor: inOwners(vendorUrlOf(database.url)),
    eraser: inOwners(eraserUrlOf(database.url)),
  }
  await migrate(ownersUrl, given)
  // This owner is no superuser, sees the whole catalog all the same, and is no fault in it.
  expect(await findDrift(ownersUrl, readLock(), [])).toEqual([])
  const app = new pg.Client({ connectionString: given.app })
  await app.connect()
  try {
    expect((await app.query('select count(*)::int as n from officers')).rows).toEqual([{ n: 0 }])
  } finally {
    await app.end()
  }
})

test('a version whose fence was replaced is refused, except in development', {
  meta: { shows: ['issue 14.1'] },
}, async () => {
  const given = {
    app: inOwners(appUrlOf(database.url)),
    vendor: inOwners(vendorUrlOf(database.url)),
    eraser: inOwners(eraserUrlOf(database.url)),
  }
  await migrate(ownersUrl, given)
  const client = new pg.Client({ connectionString: ownersUrl })
  await client.connect()
  const current = async () =>
    (await client.query(`select checksum from schema_migrations where name = 'fence'`)).rows[0].checksum
  try {
    const own = await current()
    await client.query(`update schema_migrations set checksum = 'a newer fence' where name = 'fence'`)
    await expect(migrate(ownersUrl, given)).rejects.toThrow('older than the database. Nothing was changed.')
    expect(await current()).toBe('a newer fence')
    await migrate(ownersUrl, { ...given, mayGoBack: true })
    expect(await current()).toBe(own)
  } finally {
    await client.end()
  }
})
