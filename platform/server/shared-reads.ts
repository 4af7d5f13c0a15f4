import type { Turn } from './db-turns.ts'
import { type Sql, sql, toQuery } from './sql.ts'
import { inOwnTrace, inSpan } from './tracing.ts'

/** What one reading of a shared part found, ready to send and, for code, parsed once for all. */
export type SharedPart = { bytes: Buffer; value: () => unknown }
/**
 * As an officer without a row, or with the rights of the whole department: then the caller's code decides what of it may be seen.
 */
export type SharedAs = 'officer' | 'department'
type Reader = { resolve: (part: SharedPart) => void; reject: (error: unknown) => void }

type Shared = { statement: Sql; as: SharedAs }

/** More readers than this wait for one reading: it goes before the reads of single screens. */
const few = 10
/** A crowd's readings take at most a fifth of one connection. */
const pauseFactor = 4
const longestPauseMs = 100

/** Inside the department, with what every officer may see: nobody's own rows, and no draft. */
const asEveryOfficer = sql`select set_config('app.role', 'officer', true)`

const partOf = (json: string): SharedPart => {
  let parsed: unknown
  return {
    bytes: Buffer.from(json),
    value: () => {
      parsed ??= JSON.parse(json)
      return parsed
    },
  }
}

/**
 * Reads once for many: callers of one department that want the same statement get one reading, which began after the last of them had
 * asked. So nothing is older than its request, and nothing is kept when they have it (docs/decisions/0238).
 */
export const createSharedReads = (
  database: {
    read: (entry: Sql, statement: Sql, settings: Sql | undefined, turn: Turn) => Promise<{ json: string }[]>
  },
  pause: (ms: number) => Promise<void> = (ms) => new Promise((go) => setTimeout(go, ms)),
) => {
  /** Those waiting for the next reading, by department, statement and values. */
  const lines = new Map<string, Reader[]>()

  const readFor = async (readers: readonly Reader[], organizationId: string, { statement, as }: Shared) => {
    try {
      const turn = readers.length > few ? 'first' : 'later'
      const entry = sql`select app.enter_system(${organizationId}::uuid, 'read.shared')`
      // Several wait for it, so it is in the trace of none.
      const rows = await inOwnTrace('shared read', { readers: readers.length }, () =>
        database.read(entry, statement, as === 'officer' ? asEveryOfficer : undefined, turn),
      )
      const [row] = rows
      if (!row) throw new Error('a shared part has no row')
      const part = partOf(row.json)
      for (const { resolve } of readers) resolve(part)
    } catch (error) {
      for (const { reject } of readers) reject(error)
    }
  }
  const work = async (key: string, line: Reader[], organizationId: string, shared: Shared) => {
    while (line.length > 0) {
      const readers = line.splice(0)
      const began = performance.now()
      await readFor(readers, organizationId, shared)
      const rest = (performance.now() - began) * Math.min(pauseFactor, readers.length - 1)
      if (rest > 0) await pause(Math.min(longestPauseMs, rest))
    }
    lines.delete(key)
  }
  const join = (organizationId: string, shared: Shared) =>
    new Promise<SharedPart>((resolve, reject) => {
      const { text, values } = toQuery(shared.statement, false)
      const key = `${organizationId} ${shared.as} ${JSON.stringify(values)} ${text}`
      const line = lines.get(key)
      if (line) return void line.push({ resolve, reject })
      const own = [{ resolve, reject }]
      lines.set(key, own)
      void work(key, own, organizationId, shared)
    })
  return {
    /** `organizationId` is that of the caller's session, which the database has just checked. */
    read: (organizationId: string, statement: Sql, as: SharedAs = 'officer') =>
      inSpan('wait for a shared read', {}, () => join(organizationId, { statement, as })),
    /** How many readings run or rest. */
    size: () => lines.size,
  }
}
