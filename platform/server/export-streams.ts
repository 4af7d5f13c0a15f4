import { Readable } from 'node:stream'
import yazl from 'yazl'
import type { ExportFormat } from '#platform/shared/export.ts'
import { csvHead, csvRows, type ExportColumn } from './cells.ts'
import type { Snapshot, Values } from './cursors.ts'
import type { Sql } from './sql.ts'
import { sheetEnd, sheetHead, sheetLines, sheetRows, workbookParts } from './xlsx.ts'

/** One table of an export; the statement returns columns in the order of `columns`. */
export type Sheet = { name: string; columns: readonly ExportColumn[]; statement: Sql }
/** A sheet whose rows were already counted in the same snapshot. */
export type CountedSheet = Sheet & { count: number }

export const mimeOf: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
}

type Source = { snapshot: Snapshot; sheets: readonly CountedSheet[]; onRows: (count: number) => void }

/** The bytes of an export, produced on demand: only a few batches are ever buffered. */
export const streamExport = (format: ExportFormat, source: Source): Readable => {
  const first = source.sheets[0]
  if (!first) throw new Error('an export without a sheet')
  if (format === 'csv') return readableOf(csvOf(source, first))
  const entries = format === 'xlsx' ? sheetEntries(source, first) : csvEntries(source)
  const parts = format === 'xlsx' ? workbookParts(first.name, entries.length) : []
  return zipOf(parts, entries)
}

/** Buffers at most two pieces; a piece is a batch of rows. */
const readableOf = (pieces: AsyncGenerator<string, void, void>): Readable =>
  Readable.from(toBuffers(pieces), { objectMode: true, highWaterMark: 2 })

async function* toBuffers(pieces: AsyncGenerator<string, void, void>) {
  for await (const piece of pieces) yield Buffer.from(piece)
}

async function* csvOf({ snapshot, onRows }: Source, sheet: Sheet) {
  yield csvHead(sheet.columns)
  for await (const rows of snapshot.batches(sheet.statement)) {
    yield csvRows(sheet.columns, rows)
    onRows(rows.length)
  }
}

/** One cursor for a long table split over several sheets; each sheet takes the rows it has room for. */
const sheetEntries = ({ snapshot, onRows }: Source, sheet: CountedSheet): Entry[] => {
  const room = sheetRows - 1
  const rows = rowsOf(snapshot.batches(sheet.statement))
  return Array.from({ length: Math.max(1, Math.ceil(sheet.count / room)) }, (_, n) => ({
    path: `xl/worksheets/sheet${n + 1}.xml`,
    open: () =>
      readableOf(
        (async function* () {
          yield sheetHead(sheet.columns)
          for (let left = room; left > 0; ) {
            const batch = await rows.take(left)
            if (batch.length === 0) break
            yield sheetLines(sheet.columns, batch, room - left + 2)
            onRows(batch.length)
            left -= batch.length
          }
          yield sheetEnd
        })(),
      ),
  }))
}

/** Splits batches at sheet boundaries: `take` returns at least one row and at most the given number, or none at the end. */
const rowsOf = (batches: AsyncGenerator<Values[], void, void>) => {
  let rest: Values[] = []
  return {
    take: async (most: number): Promise<Values[]> => {
      if (rest.length === 0) rest = (await batches.next()).value ?? []
      const taken = rest.slice(0, most)
      rest = rest.slice(most)
      return taken
    },
  }
}

const csvEntries = (source: Source): Entry[] =>
  source.sheets.map((sheet) => ({
    path: `${sheet.name}.csv`,
    open: () => readableOf(csvOf(source, sheet)),
  }))

type Entry = { path: string; open: () => Readable }
/** Half the size of the best level, in a third of the time. */
const compressionLevel = 3

const zipOf = (parts: readonly { path: string; text: string }[], entries: readonly Entry[]): Readable => {
  const zip = new yazl.ZipFile()
  const out = zip.outputStream as Readable
  // One for each source.
  out.setMaxListeners(entries.length + 10)
  zip.on('error', (error: Error) => out.destroy(error))
  for (const { path, text } of parts) zip.addBuffer(Buffer.from(text), path)
  for (const { path, open } of entries) {
    zip.addReadStreamLazy(path, { compressionLevel }, (done) => {
      const source = open()
      // The zip library does not forward a source's errors, nor tell the source that its reader is gone.
      source.on('error', (error) => out.destroy(error))
      out.on('close', () => source.destroy())
      done(null, source)
    })
  }
  zip.end()
  return out
}
