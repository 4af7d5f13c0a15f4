import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appRole, appUrlOf, eraserUrlOf, migrate, vendorUrlOf } from './migrate.ts'
import { createTestDatabase } from './postgres/testing.ts'

/** An operator who may not make roles: owns the database and nothing else. */
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

test('[issue 2.1] an owner who may not make roles is told in a line of a role that cannot sign in', async () => {
  const nowhere = new URL(appUrlOf(database.url))
  nowhere.pathname = '/not_there'
  await expect(migrate(ownersUrl, { app: nowhere.href })).rejects.toThrow(`may not alter the role ${appRole}`)
})

test('[issue 2.1] with the URLs of the three roles that the operator made, the same owner needs no such right', async () => {
  const given = {
    app: inOwners(appUrlOf(database.url)),
    vendor: inOwners(vendorUrlOf(database.url)),
    eraser: inOwners(eraserUrlOf(database.url)),
  }
  await migrate(ownersUrl, given)
  const app = new pg.Client({ connectionString: given.app })
  await app.connect()
  try {
    expect((await app.query('select count(*)::int as n from officers')).rows).toEqual([{ n: 0 }])
  } finally {
    await app.end()
  }
})
