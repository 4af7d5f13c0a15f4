import { inflateSync } from 'node:zlib'

/** The objects of a PDF, with streams decompressed. */
export const objectsOf = (pdf: Buffer) => {
  const text = pdf.toString('latin1')
  return [...text.matchAll(/\n(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = '', body = '']) => {
    const [head = '', packed] = body.split('\nstream\n')
    const bytes = packed === undefined ? null : Buffer.from(packed.replace(/\nendstream$/, ''), 'latin1')
    const stream = bytes && (head.includes('FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1')
    return { id: Number(id), head, stream }
  })
}
/** The text of each mark, its hex glyphs decoded with the font's own table: of the whole document in page order, or of each page. */
export function textOf(pdf: Buffer): string
export function textOf(pdf: Buffer, of: 'each page'): string[]
export function textOf(pdf: Buffer, of?: 'each page'): string | string[] {
  const objects = objectsOf(pdf)
  const byId = new Map(objects.map((one) => [one.id, one]))
  const tables = new Map<string, string[]>()
  for (const { head } of objects)
    for (const [, name = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const font = byId.get(Number(id))?.head ?? ''
      const map = byId.get(Number(/\/ToUnicode (\d+) 0 R/.exec(font)?.[1]))?.stream ?? ''
      tables.set(
        name,
        [...map.matchAll(/<([0-9a-f]{4})>(?=[ \]])/g)].map(([, code = '0']) =>
          String.fromCharCode(Number.parseInt(code, 16)),
        ),
      )
    }
  const pages: string[] = []
  for (const { stream } of objects.filter((one) => one.stream?.includes('BDC'))) {
    let [font, said] = ['', '']
    for (const [, name, hex, end] of (stream ?? '').matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9a-f]+)>|(EMC)/g)) {
      if (name) font = name
      // The first two codes of a table are the bounds of its range.
      if (hex)
        for (const [code] of hex.matchAll(/.{4}/g)) said += tables.get(font)?.slice(2)[Number.parseInt(code, 16)] ?? '�'
      if (end) said += '\n'
    }
    pages.push(said)
  }
  return of ? pages : pages.join('')
}
