import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseFile } from './jobs.parse.ts'

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

/** A workbook of one sheet, not compressed. */
const workbook = (cells: string, before = ''): Uint8Array<ArrayBuffer> => {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packages = 'http://schemas.openxmlformats.org/package/2006/relationships'
  const files: [string, string][] = [
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${packages}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ],
    ['xl/worksheets/sheet1.xml', `${before}<worksheet xmlns="${main}"><sheetData>${cells}</sheetData></worksheet>`],
  ]
  const locals: Buffer[] = []
  const listed: Buffer[] = []
  let at = 0
  for (const [name, text] of files) {
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt32LE(text.length, 18)
    local.writeUInt32LE(text.length, 22)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt32LE(text.length, 20)
    entry.writeUInt32LE(text.length, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    locals.push(local, Buffer.from(name), Buffer.from(text))
    listed.push(entry, Buffer.from(name))
    at += 30 + name.length + text.length
  }
  const directory = Buffer.concat(listed)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return new Uint8Array(Buffer.concat([...locals, directory, end]))
}
const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
const row = (n: number, ...cells: string[]) => `<row r="${n}">${cells.join('')}</row>`
const table = row(1, cell('A1', 'Badge'), cell('B1', 'Name')) + row(2, cell('A2', 'Z1'), cell('B2', 'Avery'))

test('a small workbook with a cell in the farthest corner is refused without being laid out', {
  meta: { shows: ['issue 14.8'] },
}, async () => {
  expect(await parseFile(workbook(table), 'a.xlsx')).toEqual({
    headers: ['Badge', 'Name'],
    rows: [['Z1', 'Avery']],
    first: 2,
  })
  const far = workbook(table + row(1_048_576, cell('XFD1048576', 'x')))
  expect(far.length).toBeLessThan(1400)
  expect(await parseFile(far, 'a.xlsx')).toEqual({
    problem: { code: 'file_too_many_columns', details: { columns: 16_384, most: 200 } },
  })
  const long = workbook(table + row(1_048_576, cell('C1048576', 'x')))
  expect(await parseFile(long, 'a.xlsx')).toEqual({ problem: { code: 'too_many_rows', details: { most: 10_000 } } })
})

test('a file is refused as what it is, whatever its name', { meta: { shows: ['issue 14.8'] } }, async () => {
  const code = async (text: string) => {
    const answer = await parseFile(bytes(text), 'roster.csv')
    return 'problem' in answer ? answer.problem.code : answer.headers
  }
  expect(await code('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>\n')).toBe('file_pdf')
  const noise = Array.from({ length: 4000 }, (_, n) => String.fromCharCode(((n * 97 + 13) % 255) + 1)).join('')
  expect(await code(noise)).toBe('file_unreadable')
  expect(await code('Badge,Name\nZ1,Av\x07ery\n')).toEqual(['Badge', 'Name'])
})

test('a file whose first row is an officer is asked about, so that the first officer is not lost', {
  meta: { shows: ['issue 14.8'] },
}, async () => {
  for (const first of [
    'Z1,Avery,avery@x.example',
    'Z1,Avery,2019-03-14',
    'Z1,Avery,3/14/2019',
    'Z1,Avery,45.50',
    'Z1,Avery,(312) 555-0100',
  ])
    expect(await parseFile(bytes(`${first}\nZ2,Blake,x\n`), 'a.csv')).toEqual({
      problem: { code: 'file_no_header', details: { row: 1 } },
    })
  expect(await parseFile(bytes('Badge #,Name,Rate 2026,401k\nZ1,Avery,45.50,x\n'), 'a.csv')).toMatchObject({
    headers: ['Badge #', 'Name', 'Rate 2026', '401k'],
  })
})

test('without a header row every row is data, as wide as the widest, and numbered from 1', {
  meta: { shows: ['issue 14.8'] },
}, async () => {
  expect(await parseFile(bytes('Z1,Avery,avery@x.example\n\nZ2,Blake,x,K9\n'), 'a.csv', false)).toEqual({
    headers: ['', '', '', ''],
    rows: [
      ['Z1', 'Avery', 'avery@x.example', ''],
      ['', '', '', ''],
      ['Z2', 'Blake', 'x', 'K9'],
    ],
    first: 1,
  })
  expect(await parseFile(bytes('\n\n'), 'a.csv', false)).toEqual({ problem: { code: 'file_empty' } })
  const wide = Array.from({ length: 201 }, () => 'x').join(',')
  expect(await parseFile(bytes(`a\n${wide}\n`), 'a.csv', false)).toMatchObject({
    problem: { code: 'file_too_many_columns', details: { columns: 201 } },
  })
  const long = `${'a,b\n'.repeat(10_001)}`
  expect(await parseFile(bytes(long), 'a.csv', false)).toMatchObject({ problem: { code: 'too_many_rows' } })
  expect(await parseFile(bytes(long.slice(4)), 'a.csv', false)).toMatchObject({ first: 1 })
})

test('the XML of a workbook resolves no entity, from outside or its own', {
  meta: { shows: ['issue 14.8'] },
}, async () => {
  const outside = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname"><!ENTITY own "Avery">]>'
  for (const entity of ['&e;', '&own;']) {
    const cells = row(1, cell('A1', 'Badge'), cell('B1', 'Name')) + row(2, cell('A2', 'Z1'), cell('B2', entity))
    const read = await parseFile(workbook(cells, outside), 'a.xlsx')
    expect(JSON.stringify(read)).not.toContain('Avery')
    if (existsSync('/etc/hostname'))
      expect(JSON.stringify(read)).not.toContain(readFileSync('/etc/hostname', 'utf8').trim())
    expect(read).toEqual({ headers: ['Badge', 'Name'], rows: [['Z1', entity]], first: 2 })
  }
})

test('entities that grow are not grown', { meta: { shows: ['issue 14.8'] } }, async () => {
  const levels = Array.from({ length: 12 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`)
  const bomb = `<!DOCTYPE x [<!ENTITY l0 "ha">${levels.join('')}]>`
  const cells = row(1, cell('A1', 'Badge'), cell('B1', 'Name')) + row(2, cell('A2', 'Z1'), cell('B2', '&l12;'))
  expect(JSON.stringify(await parseFile(workbook(cells, bomb), 'a.xlsx')).length).toBeLessThan(1000)
})
