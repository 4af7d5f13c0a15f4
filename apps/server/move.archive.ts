import { createHash } from 'node:crypto'
import { Readable, Writable } from 'node:stream'
import {
  BackupError,
  type BackupKey,
  OtherKeyError,
  readSealed,
  writeSealed,
} from '#platform/server/backup/sealed-file.ts'
import { StartError } from '#platform/server/start-error.ts'

/**
 * An archive is one sealed file of lines of JSON: the head, then each table's name and columns followed by its rows (the database's
 * own text of each column), and at the end what was counted and hashed.
 */
export type Head = {
  format: 1
  /** The migrations and the fence of the database it was read from. */
  schema: string
  exported_at: string
  organization: { id: string; name: string; subdomain: string }
}
export type Row = (string | null)[]
export type TableSum = { rows: number; sha256: string }
export type Tail = {
  tables: Record<string, TableSum>
  /** The chain at the moment of the export: its first and last seal, and the last entry, which may have no seal yet. */
  audit: {
    entries: number
    seals: number
    first_seal: string | null
    last_seal: string | null
    last_entry: string | null
  }
}
type Line = { head: Head } | { table: string; columns: string[] } | Row | { tail: Tail }

/** What the file is bound to, so that no file of a backup passes for an archive. */
const bound = 'watchbill organization archive'

/** Sums the rows of one table, in their order. */
export const createSum = () => {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add: (row: Row) => {
      hash.update(JSON.stringify(row)).update('\n')
      rows += 1
    },
    end: (): TableSum => ({ rows, sha256: hash.digest('hex') }),
  }
}

export const writeArchive = (path: string, lines: AsyncIterable<Line>, key: BackupKey): Promise<void> => {
  const text = async function* () {
    for await (const line of lines) yield `${JSON.stringify(line)}\n`
  }
  return writeSealed(path, bound, Readable.from(text()), key)
}

export type Reader = {
  head: (head: Head) => Promise<void> | void
  table: (name: string, columns: readonly string[]) => Promise<void> | void
  row: (row: Row) => Promise<void> | void
  tail: (tail: Tail) => Promise<void> | void
}

const dispatch = async (line: Line, reader: Reader): Promise<void> => {
  if (Array.isArray(line)) await reader.row(line)
  else if ('table' in line) await reader.table(line.table, line.columns)
  else if ('head' in line) await reader.head(line.head)
  else await reader.tail(line.tail)
}

/** Splits bytes into lines and hands each to the reader, one after another. */
const lineWriter = (reader: Reader, failed: (error: unknown) => void) => {
  let rest: Buffer[] = []
  const take = async (chunk: Buffer) => {
    let from = 0
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      const line = Buffer.concat([...rest, chunk.subarray(from, at)]).toString('utf8')
      rest = []
      from = at + 1
      await dispatch(JSON.parse(line), reader)
    }
    if (from < chunk.length) rest.push(chunk.subarray(from))
  }
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      take(chunk).then(
        () => done(),
        (error: Error) => {
          failed(error)
          done(error)
        },
      )
    },
  })
}

/** Reads an archive to its end. Throws a StartError if it is damaged or the key is another one; what was read by then must not be kept. */
export const readArchive = async (path: string, key: BackupKey, reader: Reader): Promise<void> => {
  // What the reader throws is passed on as it is, not as damage of the file.
  let own: { error: unknown } | null = null
  try {
    await readSealed(path, bound, [key], () => lineWriter(reader, (error) => (own = { error })))
  } catch (error) {
    const thrown = own as { error: unknown } | null
    if (thrown) throw thrown.error
    if (error instanceof OtherKeyError) throw new StartError('The archive was encrypted with another MOVE_KEY.')
    if (error instanceof BackupError) throw new StartError(`${error.message} Nothing was imported.`)
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new StartError(`There is no file "${path}".`)
    throw error
  }
}

export type Checked = { head: Head; tail: Tail; accounts: { id: string; email_key: string }[] }

/**
 * Reads the whole archive without keeping it: that it is whole, that its rows are those that were counted and hashed, and who is in
 * it.
 */
export const checkArchive = async (path: string, key: BackupKey): Promise<Checked> => {
  const sums = new Map<string, ReturnType<typeof createSum>>()
  const accounts: Checked['accounts'] = []
  const found: { head?: Head; tail?: Tail } = {}
  let current: { name: string; columns: readonly string[]; sum: ReturnType<typeof createSum> } | null = null
  await readArchive(path, key, {
    head: (head) => {
      found.head = head
    },
    table: (name, columns) => {
      current = { name, columns, sum: createSum() }
      sums.set(name, current.sum)
    },
    row: (row) => {
      if (!current) return
      current.sum.add(row)
      if (current.name !== 'accounts') return
      const value = (column: string) => row[current?.columns.indexOf(column) ?? -1] ?? ''
      accounts.push({ id: value('id'), email_key: value('email_key') })
    },
    tail: (tail) => {
      found.tail = tail
    },
  })
  const { head, tail } = found
  if (head?.format !== 1 || !tail) throw new StartError(`"${path}" is no archive of an organization.`)
  const own = Object.fromEntries([...sums].map(([name, sum]) => [name, sum.end()]))
  const wrong = differing(own, tail.tables)
  if (wrong !== null)
    throw new StartError(`The rows of ${wrong} in the archive are not those that were counted. Nothing was imported.`)
  return { head, tail, accounts }
}

/** The first table whose count or hash is another one; null if there is none. */
export const differing = (
  a: Readonly<Record<string, TableSum>>,
  b: Readonly<Record<string, TableSum>>,
): string | null =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].toSorted().find((name) => {
    const [one, other] = [a[name], b[name]]
    return one?.rows !== other?.rows || one?.sha256 !== other?.sha256
  }) ?? null
