import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import writeWorkbook from 'write-excel-file/node'
import { approveOfficer, countOfficers, createOfficer, rejoinOfficer } from '#features/roster/officers/contract.ts'
import { routes as officerRoutes } from '#features/roster/officers/routes.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { checkImport, getImport, importOfficers } from './contract.ts'
import { routes as importRoutes } from './routes.ts'

const routes = [...importRoutes, ...officerRoutes]

let server: TestServer
let house: TestOrganization
let admin: TestPerson
beforeAll(async () => {
  server = await startTestServer(routes)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})
beforeEach(async () => {
  house = await server.makeOrganization()
  admin = await server.makePerson(house, { role: 'admin' })
})

type Bytes = string | Uint8Array<ArrayBuffer>
const fileOf = (content: Bytes, name = 'roster.csv') => ({
  name,
  bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content,
})
const check = (content: Bytes, mapping?: string, name?: string) =>
  server.call(checkImport, mapping === undefined ? {} : { mapping }, admin, { file: fileOf(content, name) })
const commit = (content: Bytes, mapping: string, more: { id?: string; key?: string; name?: string } = {}) =>
  server.call(importOfficers, { import_id: more.id ?? randomUUID(), mapping }, admin, {
    file: fileOf(content, more.name),
    ...(more.key ? { key: more.key } : {}),
  })
const officers = () =>
  server.rows('select * from officers where organization_id = $1 and id <> $2 order by badge_number', [
    house.id,
    admin.officer_id,
  ])
const small = 'Badge,Name,Rank\n1,Ann,Captain\n2,Bob,\n'

describe('importing a roster', { meta: { shows: ['issue 2.5'] } }, () => {
  it('guesses columns, previews every row, imports all, and a second import changes nothing', async () => {
    const dry = await check(small)
    expect(dry.body.columns).toEqual([
      { header: 'Badge', field: 'badge_number', sample: ['1', '2'] },
      { header: 'Name', field: 'name', sample: ['Ann', 'Bob'] },
      { header: 'Rank', field: 'rank', sample: ['Captain'] },
    ])
    expect(dry.body).toMatchObject({ refused: null, imported_before: null, counts: { create: 2, error: 0 } })
    expect(await officers(), 'a dry run changes nothing').toEqual([])
    const id = randomUUID()
    const done = await commit(small, 'badge_number,name,rank', { id })
    expect(done.body).toEqual({ import_id: id, rows_total: 2, created: 2, updated: 0, unchanged: 0, skipped: 0 })
    expect(await officers()).toMatchObject([
      { badge_number: '1', name: 'Ann', rank: 'Captain', approved: true, user_id: null, role: 'officer' },
      { badge_number: '2', name: 'Bob', rank: null, approved: true },
    ])
    const status = await server.call(getImport, { import_id: id }, admin)
    expect(status.body).toMatchObject({ state: 'done', rows_done: 2, rows_total: 2, created_count: 2, failure: null })
    const again = await check(small)
    expect(again.body.counts).toMatchObject({ create: 0, update: 0, unchanged: 2 })
    expect(again.body.imported_before).not.toBeNull()
    expect((await commit(small, 'badge_number,name,rank')).body).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
    expect((await officers()).map((o) => o.version)).toEqual([1, 1])
  })

  it('names units and ranks that no officer has yet, and imports them all the same', async () => {
    const mapping = 'badge_number,name,unit,rank'
    await commit('Badge,Name,Unit,Rank\n1,Ann,Patrol North,Sergeant\n', mapping)
    const content = 'Badge,Name,Unit,Rank\n2,Bob,Patrol Nrth,Sgt\n3,Cy,Patrol North,Sergeant\n'
    expect((await check(content)).body.new_values).toEqual([
      { field: 'unit', value: 'Patrol Nrth', rows: 1, nearest: 'Patrol North' },
      { field: 'rank', value: 'Sgt', rows: 1, nearest: 'Sergeant' },
    ])
    expect((await commit(content, mapping)).body).toMatchObject({ created: 2 })
    expect((await check(content)).body.new_values).toEqual([])
  })

  it('asks about ambiguous dates and imports them as answered', async () => {
    const content = 'Badge,Name,Hired\n71,Eve,3/5/2021\n'
    const [file, mapping] = [fileOf(content), 'badge_number,name,hired_on']
    const dry = await check(content)
    expect(dry.body).toMatchObject({ ambiguous_date: '3/5/2021', counts: { create: 0, error: 1 } })
    const as = { mapping, dates: 'month_first' } as const
    expect((await server.call(checkImport, as, admin, { file })).body.counts).toMatchObject({ create: 1, error: 0 })
    expect((await commit(content, mapping)).error?.code).toBe('import_errors')
    const done = await server.call(importOfficers, { import_id: randomUUID(), ...as }, admin, { file: fileOf(content) })
    expect(done.body).toMatchObject({ created: 1 })
    const [eve] = await server.rows(
      `select hired_on::text as hired_on from officers where organization_id = $1 and badge_number = '71'`,
      [house.id],
    )
    expect(eve).toEqual({ hired_on: '2021-03-05' })
  })

  it('a file without a header row: asked about, and imported from its first row once the person says so', {
    meta: { shows: ['issue 14.8'] },
  }, async () => {
    const bare = '11,Ann Reyes,ann@x.example\n12,Bob Stone,bob@x.example\n12,Cy Twin,cy@x.example\n'
    expect((await check(bare)).error?.code).toBe('file_no_header')
    const as = { mapping: 'badge_number,name,email', header: 'none' } as const
    const dry = await server.call(checkImport, as, admin, { file: fileOf(bare) })
    expect(dry.body.columns.map(({ header, sample }) => [header, sample[0]])).toEqual([
      ['', '11'],
      ['', 'Ann Reyes'],
      ['', 'ann@x.example'],
    ])
    // Numbered as in the file: the third line repeats the badge of the second.
    expect(dry.body.rows.map(({ row, name, verdict }) => [row, name, verdict])).toEqual([
      [1, 'Ann Reyes', 'create'],
      [2, 'Bob Stone', 'create'],
      [3, 'Cy Twin', 'error'],
    ])
    expect(dry.body.rows[2]?.errors).toMatchObject([{ field: 'badge_number', value: '12', other_row: 2 }])
    const good = bare.replace('12,Cy', '13,Cy')
    const done = await server.call(importOfficers, { ...as, import_id: randomUUID() }, admin, { file: fileOf(good) })
    expect(done.body).toMatchObject({ rows_total: 3, created: 3 })
    expect((await officers()).map((one) => one.name)).toEqual(['Ann Reyes', 'Bob Stone', 'Cy Twin'])
  })

  it('writes one audit row for the file and one per changed officer, all with the request’s id', async () => {
    const answer = await commit(small, 'badge_number,name,rank')
    const audit = await server.rows(
      'select thing_type, request_id::text from audit_entries where organization_id = $1 and action = $2',
      [house.id, 'officers.import'],
    )
    expect(audit.map((row) => row.thing_type).toSorted()).toEqual(['officer_imports', 'officers', 'officers'])
    expect(new Set(audit.map((row) => row.request_id))).toEqual(new Set([answer.headers.get('x-request-id')]))
    const [kept] = await server.rows('select file_hash from officer_imports where organization_id = $1', [house.id])
    expect(kept?.file_hash).toEqual(createHash('sha256').update(small).digest())
  })

  it('updates what differs, showing from and to; blanks change nothing', async () => {
    await commit('Badge,Name,Rank,Rate\n1,Ann,Captain,45.5\n', 'badge_number,name,rank,hourly_rate')
    const next = 'Badge,Name,Rank,Rate\n1,Ann,,46.053305\n'
    const dry = await check(next)
    expect(dry.body.rows[0]).toMatchObject({
      verdict: 'update',
      changes: [{ field: 'hourly_rate', from: '45.50', to: '46.053305' }],
    })
    await commit(next, 'badge_number,name,rank,hourly_rate')
    expect(await officers()).toMatchObject([{ rank: 'Captain', hourly_rate: '46053305', version: 2 }])
  })

  it('the same key twice is one import with one response, and an id belongs to one import', async () => {
    const [key, id] = [randomUUID(), randomUUID()]
    const answers = await Promise.all([1, 2, 3].map(() => commit(small, 'badge_number,name,rank', { key, id })))
    expect(new Set(answers.map((a) => JSON.stringify([a.status, a.body]))).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    expect(await officers()).toHaveLength(2)
    const other = await commit('Badge\n77\n', 'badge_number', { id })
    expect(other.error?.code).toBe('import_repeated')
    expect(await officers()).toHaveLength(2)
  })

  it('is all or nothing: one bad row, named with row and column, stops it', async () => {
    const wrong = 'Badge,Name,Hired\n1,Ann,2019-03-14\n2,Bob,14/14/2019\n'
    const answer = await commit(wrong, 'badge_number,name,hired_on')
    expect([answer.status, answer.error?.code]).toEqual([422, 'import_errors'])
    expect(answer.error?.details).toMatchObject({ count: 1, row: 3, column: 'Hired' })
    expect(await officers()).toEqual([])
  })

  it('enforces max_officers, even with two imports at once', async () => {
    await server.admin.query('update organizations set max_officers = 3 where id = $1', [house.id])
    const answers = await Promise.all([
      commit('Badge\n1\n2\n', 'badge_number'),
      commit('Badge\n3\n4\n', 'badge_number'),
    ])
    expect(answers.map((a) => a.status).toSorted()).toEqual([200, 409])
    expect(answers.find((a) => a.status === 409)?.error?.code).toBe('officers_full')
    expect((await server.call(countOfficers, {}, admin)).body.counted).toBe(3)
  })

  it('of simultaneous approvals, imports, new rows and reinstatements, one gets the last slot', {
    meta: { shows: ['issue 3.3 limit'] },
  }, async () => {
    await server.admin.query('update organizations set max_officers = 2 where id = $1', [house.id])
    const waiting = await Promise.all([1, 2, 3, 4].map(() => server.makePerson(house, { approved: false })))
    const gone = await server.makePerson(house, { left_on: '2026-01-01' })
    const profile = {
      name: 'New',
      badge_number: '',
      email: '',
      rank: '',
      unit: '',
      hired_on: '',
      phone: '',
      hourly_rate: '',
    }
    const answers = await Promise.all([
      ...waiting.map(({ officer_id }) => server.call(approveOfficer, { officer_id }, admin)),
      commit('Badge\n1\n', 'badge_number'),
      commit('Badge\n2\n', 'badge_number'),
      server.call(createOfficer, profile, admin),
      server.call(rejoinOfficer, { officer_id: gone.officer_id }, admin),
    ])
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1)
    for (const one of answers.filter((each) => each.status !== 200))
      expect([one.status, one.error?.code]).toEqual([409, 'officers_full'])
    expect((await server.call(countOfficers, {}, admin)).body.counted).toBe(2)
  })

  it('two simultaneous imports of one file create each officer once', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => commit(small, 'badge_number,name,rank')))
    expect(await officers()).toHaveLength(2)
    for (const answer of answers) {
      if (answer.status === 200) continue
      expect([answer.status, answer.error?.code]).toEqual([409, 'roster_changed'])
    }
  })

  it('role, approval and organization can’t be imported', async () => {
    const file = `Badge,Name,Role,Approved,organization_id\n1,Ann,admin,false,${randomUUID()}\n`
    expect((await check(file)).body.columns.map((column) => column.field)).toEqual([
      'badge_number',
      'name',
      null,
      null,
      null,
    ])
    expect((await commit(file, 'badge_number,name,role,,')).error?.code).toBe('mapping_misfit')
    await commit(file, 'badge_number,name,,,')
    expect(await officers()).toMatchObject([{ role: 'officer', approved: true, organization_id: house.id }])
  })

  it('requires an admin, and another department’s import is not found', async () => {
    const person = await server.makePerson(house)
    const file = fileOf(small)
    expect((await server.call(checkImport, {}, person, { file })).status).toBe(403)
    expect((await server.call(importOfficers, { import_id: randomUUID(), mapping: '' }, person, { file })).status).toBe(
      403,
    )
    const id = randomUUID()
    await commit(small, 'badge_number,name,rank', { id })
    const stranger = await server.makePerson(await server.makeOrganization(), { role: 'admin' })
    const [theirs, never] = [
      await server.call(getImport, { import_id: id }, stranger),
      await server.call(getImport, { import_id: randomUUID() }, stranger),
    ]
    expect([theirs.status, never.status]).toEqual([404, 404])
    expect({ ...theirs.error, request_id: '' }).toEqual({ ...never.error, request_id: '' })
  })
})

const city = resolve(import.meta.dirname, '../../../../shared/data/roster_2020.csv')
describe('the real roster', { meta: { shows: ['issue 2.5'] } }, () => {
  it.skipIf(!existsSync(city))(
    'imports whole in 10 s or less, and again without a change (skipped without ../shared/data)',
    async () => {
      const bytes = new Uint8Array(readFileSync(city))
      const began = performance.now()
      const dry = await check(bytes, undefined, 'roster_2020.csv')
      const mapping = dry.body.columns.map((column) => column.field ?? '').join(',')
      const done = await commit(bytes, mapping, { name: 'roster_2020.csv' })
      const seconds = (performance.now() - began) / 1000
      expect(mapping).toBe('badge_number,,,rank,hourly_rate,unit')
      expect(done.body).toMatchObject({ rows_total: 1115, created: 1115 })
      expect(seconds).toBeLessThan(10)
      console.info(`1,115 rows checked and imported in ${seconds.toFixed(2)} s`)
      expect((await check(bytes)).body.counts).toMatchObject({ create: 0, update: 0, unchanged: 1115, error: 0 })
    },
  )

  it('imports 10,000 rows while reporting progress', async () => {
    const file = `Badge,Name,Unit\n${Array.from({ length: 10_000 }, (_, i) => `B${i},Officer ${i},Unit ${i % 40}`).join('\n')}\nTotal,10000,\n`
    const id = randomUUID()
    const began = performance.now()
    let over = false
    const seen = new Set<number>()
    const under = commit(file.replace(/Total.*\n/, ''), 'badge_number,name,unit', { id }).finally(() => {
      over = true
    })
    while (!over) {
      const status = await server.call(getImport, { import_id: id }, admin)
      if (status.status === 200) seen.add(status.body.rows_done)
    }
    expect((await under).body).toMatchObject({ created: 10_000 })
    console.info(
      `10,000 rows imported in ${((performance.now() - began) / 1000).toFixed(2)} s, progress ${[...seen].join(' ')}`,
    )
    expect(
      [...seen].some((done) => done > 0 && done < 10_000),
      'between nothing and all',
    ).toBe(true)
    expect((await check(file)).error?.code, 'the totals row is the 10,001st').toBe('too_many_rows')
  })
})

const utf16 = (text: string, big: boolean) => {
  const bytes = new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))
  if (big) for (let i = 0; i + 1 < bytes.length; i += 2) bytes.set([bytes[i + 1] ?? 0, bytes[i] ?? 0], i)
  return bytes
}
/** A zip with the workbook's sheet, as produced by the writer. */
const workbook = async (rows: (string | number)[][]): Promise<Uint8Array<ArrayBuffer>> => {
  const sheet = rows.map((row) => row.map((value) => ({ value, type: typeof value === 'number' ? Number : String })))
  return new Uint8Array(await writeWorkbook(sheet as never).toBuffer())
}

describe('malicious and odd files', { meta: { shows: ['issue 2.5'] } }, () => {
  it.each<[string, Bytes]>([
    ['a byte order mark', '\ufeffBadge,Name\n1,Zoë\n'],
    ['UTF-16 little endian', utf16('Badge,Name\n1,Zoë\n', false)],
    ['UTF-16 big endian', utf16('Badge,Name\n1,Zoë\n', true)],
    ['semicolons', 'Badge;Name\n1;Zoë\n'],
    ['a lone CR', 'Badge,Name\r1,Zoë\r'],
    ['CR LF and blank lines at the end', 'Badge,Name\r\n1,Zoë\r\n\r\n,\r\n'],
    ['sep= first', 'sep=;\r\nBadge;Name\r\n1;Zoë\r\n'],
    ['a totals row at the end', 'Badge,Name\n1,Zoë\nTotal,1\n'],
    ['windows-1252', new Uint8Array(Buffer.from('Badge,Name\n1,Zo\u00eb\n', 'latin1'))],
  ])('reads %s', async (_, content) => {
    const { body } = await check(content)
    expect(body.rows[0]).toMatchObject({ row: 2, verdict: 'create', badge_number: '1', name: 'Zoë' })
    expect(body.counts).toMatchObject({ create: 1, error: 0 })
  })

  it('reads a workbook: numbers, dates, text', async () => {
    const bytes = await workbook([
      ['Badge', 'Name', 'Rate'],
      [735, 'Zoë', 46.053305],
      ['007', 'Bond', 45],
    ])
    const { body } = await check(bytes, undefined, 'roster.xlsx')
    expect(body.rows).toMatchObject([
      { badge_number: '735', verdict: 'create' },
      { badge_number: '007', verdict: 'create' },
    ])
    await commit(bytes, 'badge_number,name,hourly_rate', { name: 'roster.xlsx' })
    expect(await officers()).toMatchObject([{ badge_number: '007' }, { badge_number: '735', hourly_rate: '46053305' }])
  })

  it.each<[string, Bytes, string, string, Record<string, unknown>]>([
    ['an empty file', '', 'a.csv', 'file_empty', {}],
    ['blank lines only', '\n,,\n \n', 'a.csv', 'file_empty', {}],
    ['text named .xlsx', small, 'a.xlsx', 'file_renamed', {}],
    ['a web page named .csv', '<!DOCTYPE html><html><table>', 'a.csv', 'file_html', {}],
    ['an old workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), 'a.xls', 'file_old_excel', {}],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]), 'a.csv', 'file_unreadable', {}],
    ['a truncated zip', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), 'a.xlsx', 'file_workbook_broken', {}],
    [
      'a quotation mark never closed',
      'Badge,Name\n1,Ann\n2,"Bob\n3,Cy\n',
      'a.csv',
      'file_quotes',
      { row: 3, column: 2 },
    ],
    ['a quotation mark in the middle', 'Badge,Name\n1,"Ann"x\n', 'a.csv', 'file_quotes', { row: 2, column: 2 }],
    ['a comma too many', 'Badge,Name\n1,Ann\n2,Bob,Jr\n', 'a.csv', 'file_row_too_long', { row: 3, column: 3 }],
    ['10,001 rows', `Badge\n${'1\n'.repeat(10_001)}`, 'a.csv', 'too_many_rows', {}],
    ['300 columns', `${'A,'.repeat(299)}A\n1\n`, 'a.csv', 'file_too_many_columns', { columns: 300 }],
  ])('refuses %s with a message', async (_, content, name, code, details) => {
    const answer = await check(content, undefined, name)
    expect([answer.status, answer.error?.code]).toEqual([422, code])
    expect(answer.error?.details ?? {}).toMatchObject(details)
  })

  it('names duplicates and formulas with row, column and the other row', async () => {
    const { body } = await check(
      'Badge,Name,E-mail\na1,Ann,a@x.org\nA1,"=HYPERLINK(""x"")",b@x.org\n3,"\t=1",A@x.org\n',
    )
    expect(body.rows[1]?.errors).toMatchObject([
      { field: 'name', column: 'Name', value: '=HYPERLINK("x")' },
      { field: 'badge_number', column: 'Badge', value: 'A1', other_row: 2 },
    ])
    expect(body.rows[2]?.errors.map((error) => error.column)).toEqual(['Name', 'E-mail'])
  })

  it('refuses a zip bomb in a workbook before unpacking all of it', async () => {
    const { deflateRawSync } = await import('node:zlib')
    const packed = deflateRawSync(Buffer.alloc(400_000_000))
    const zip = zipOf('xl/worksheets/sheet1.xml', packed, 400_000_000)
    expect(zip.length).toBeLessThan(1_000_000)
    expect((await check(zip, undefined, 'a.xlsx')).error?.code).toBe('file_inflates')
    // A file that lies about its size.
    expect((await check(zipOf('xl/a.xml', packed, 10), undefined, 'a.xlsx')).error?.code).toBe('file_inflates')
    expect((await check(small)).status).toBe(200)
  })

  it('refuses 200 MB by the announced size: the connection ends, and the server survives', async () => {
    const url = new URL(server.base)
    const head = [
      'POST /api/officer-imports/check HTTP/1.1',
      `Host: ${url.host}`,
      `Origin: ${server.base}`,
      `Cookie: watchbill=${admin.secret}`,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 209715200',
      '',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nBadge',
    ].join('\r\n')
    const answer = await new Promise<string>((done, fail) => {
      let text = ''
      const socket = connect(Number(url.port), url.hostname, () => socket.write(head))
      socket.setTimeout(10_000, () => fail(new Error('the connection stays open')))
      socket.on('data', (chunk) => {
        text += chunk.toString()
      })
      socket.on('close', () => done(text))
      socket.on('error', fail)
    })
    expect(answer).toContain('HTTP/1.1 413')
    expect(answer).toContain('too_large')
    expect((await check(small)).status).toBe(200)
  })

  it('refuses a file over the limit without an announced size, and a form without a file', async () => {
    expect((await check(`Badge\n${'x'.repeat(10_050_000)}`)).status).toBe(413)
    const none = await server.call(checkImport, {}, admin)
    expect([none.status, none.error?.code]).toEqual([400, 'file_missing'])
  })
})

/** A zip with one deflated entry and the given claimed size. */
const zipOf = (name: string, packed: Buffer, claims: number): Uint8Array<ArrayBuffer> => {
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(claims, 22)
  local.writeUInt16LE(name.length, 26)
  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x02014b50, 0)
  central.writeUInt16LE(8, 10)
  central.writeUInt32LE(packed.length, 20)
  central.writeUInt32LE(claims, 24)
  central.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(46 + name.length, 12)
  end.writeUInt32LE(30 + name.length + packed.length, 16)
  return new Uint8Array(Buffer.concat([local, Buffer.from(name), packed, central, Buffer.from(name), end]))
}
