import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { checkTours, importTours } from './contract.imports.ts'
import { getTours } from './contract.ts'
import { routes } from './routes.imports.ts'
import { routes as tourRoutes } from './routes.ts'

let server: TestServer
let house: TestOrganization
let admin: TestPerson
let officer: TestPerson

const fileOf = (content: string | Uint8Array<ArrayBuffer>, name = 'tours.csv') => ({
  name,
  bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content,
})
const mapping = 'badge_number,date,start,end'
const check = (content: string | Uint8Array<ArrayBuffer>, name?: string, as = admin) =>
  server.call(checkTours, {}, as, { file: fileOf(content, name) })
const bring = (content: string, over = mapping) =>
  server.call(importTours, { mapping: over }, admin, { file: fileOf(content) })
const header = 'Badge,Date,Start,End\n'
const starts = async () =>
  (await server.call(getTours, { from: '2027-03-01', days: 7 }, officer)).body.tours.map((tour) => tour.starts_at)

beforeAll(async () => {
  server = await startTestServer([...routes, ...tourRoutes])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})
beforeEach(async () => {
  house = await server.makeOrganization()
  admin = await server.makePerson(house, { role: 'admin' })
  officer = await server.makePerson(house, { badge_number: '2001' })
})

describe('tour import', { meta: { shows: ['issue 5.2 tour import'] } }, () => {
  it('checks, writes, and writes again without changes', async () => {
    const file = `${header}2001,2027-03-01,06:00,18:00\n2001,2027-03-02,18:00,06:00\n`
    expect((await check(file)).body).toMatchObject({ counts: { create: 2, error: 0 }, refused: null })
    expect(await starts()).toEqual([])
    expect((await bring(file)).body).toMatchObject({ created: 2, removed: 0, unchanged: 0 })
    expect(await starts()).toEqual(['2027-03-01T12:00:00.000Z', '2027-03-03T00:00:00.000Z'])
    expect((await bring(file)).body).toMatchObject({ created: 0, removed: 0, unchanged: 2 })
    const corrected = `${header}2001,2027-03-01,07:00,18:00\n2001,2027-03-02,,\n`
    expect((await bring(corrected)).body).toMatchObject({ created: 1, removed: 2 })
    expect(await starts()).toEqual(['2027-03-01T13:00:00.000Z'])
  })

  it('is all or nothing and names the first bad cell', async () => {
    const file = `${header}2001,2027-03-01,06:00,18:00\n9999,2027-03-01,06:00,18:00\n`
    expect((await check(file)).body.errors).toEqual([
      {
        row: 3,
        field: 'badge_number',
        column: 'Badge',
        value: '9999',
        message: 'No active officer has this badge number.',
      },
    ])
    const refused = await bring(file)
    expect(refused.error?.code).toBe('import_errors')
    expect(refused.error?.details).toMatchObject({ count: 1, row: 3, column: 'Badge' })
    expect((await bring(file, 'badge_number,date,start,')).error?.code).toBe('columns_missing')
    expect((await bring(file, 'badge_number')).error?.code).toBe('mapping_misfit')
    expect(await starts()).toEqual([])
  })

  it('refuses malicious files with a message, and doesn’t know other departments’ badges', async () => {
    // Other file errors are covered where files are parsed: features/roster/officer-imports.
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
    const codes = [
      (await check('<html><body>no table</body></html>')).error?.code,
      (await check(png, 'tours.csv')).error?.code,
    ]
    expect(codes).toEqual(['file_html', 'file_unreadable'])
    const theirs = await server.makeOrganization()
    const stranger = await server.makePerson(theirs, { role: 'admin' })
    const found = await check(`${header}2001,2027-03-01,06:00,18:00\n`, 'tours.csv', stranger)
    expect(found.body.errors[0]?.message).toBe('No active officer has this badge number.')
    expect((await check(header, 'tours.csv', officer)).status).toBe(403)
  })

  it('two imports of one file at once write it once', async () => {
    const rows = Array.from({ length: 28 }, (_, i) => `2001,2027-04-${String(i + 1).padStart(2, '0')},06:00,18:00`)
    const file = `${header}${rows.join('\n')}\n`
    const answers = await Promise.all([bring(file), bring(file)])
    for (const one of answers) expect([200, 409]).toContain(one.status)
    expect(answers.some((one) => one.status === 200)).toBe(true)
    const [count] = await server.rows<{ n: number }>(
      'select count(*)::int as n from imported_tours where organization_id = $1',
      [house.id],
    )
    expect(count?.n).toBe(28)
  })
})
