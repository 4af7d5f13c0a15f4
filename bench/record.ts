import { connectDatabase, type Database, type Entry } from '#platform/server/db.ts'
import { appUrlOf } from '#platform/server/migrate.ts'
import { Refusal } from '#platform/server/route.ts'
import { hashToken, runRead, runWrite } from '#platform/server/run.ts'
import { createSharedReads } from '#platform/server/shared-reads.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { type Call, inputOf, inputSql, type Numbers } from './calls.ts'
import { secretOf, tokenHashSql } from './ids.ts'

/** What the server sends to the database for one call: statements in order, grouped into round trips. */
export type Recorded = { trips: Sql[][]; values: ReadonlyMap<string, string> }

const begin = { read: sql`begin read only`, write: sql`begin` }
const commit = sql`commit`
const KEY = 'bench-key-of-the-recording'

/** Forwards everything and records it; a statement sent after an awaited response starts a new trip. */
const noting = (database: Database, trips: Sql[][]): Database => {
  let trip: Sql[] | null = null
  const note = (statement: Sql) => {
    if (trip === null) {
      trip = []
      trips.push(trip)
    }
    trip.push(statement)
  }
  const send = <T>(statement: Sql, answer: Promise<T>): Promise<T> => {
    note(statement)
    return answer
  }
  const awaited = async <T>(statement: Sql, answer: Promise<T>): Promise<T> => {
    const result = await send(statement, answer)
    trip = null
    return result
  }
  const read: Database['read'] = async (entry: Entry, statement: Sql, settings?: Sql) => {
    for (const one of [begin.read, entry, ...(settings ? [settings] : []), statement, commit]) note(one)
    const rows = await database.read(entry, statement, settings)
    trip = null
    return rows as never
  }
  return {
    ...database,
    read,
    readScreen: read,
    shared: createSharedReads({ read }).read,
    transaction: async (entries, work) => {
      for (const one of [begin.write, ...entries]) note(one)
      const result = await database.transaction(entries, (db, entered) =>
        work(
          {
            ...db,
            rows: (statement) => send(statement, db.rows(statement)),
            row: (statement) => awaited(statement, db.row(statement)),
            run: (statement) => send(statement, db.run(statement)),
          },
          entered,
        ),
      )
      note(commit)
      return result
    },
  }
}

/** Makes the call once, through its own route, and returns the statements sent to the database, with the values that vary. */
export const record = async (adminUrl: string, call: Call, numbers: Numbers): Promise<Recorded> => {
  const database = connectDatabase(appUrlOf(adminUrl), { size: 1, pipeline: true, named: false })
  const trips: Sql[][] = []
  const token = hashToken(secretOf(numbers.person))
  const facts = {
    request_id: '5c1ca8c2-7a5c-4a39-8a3f-0f9a52b0a001',
    ip: '127.0.0.1',
    user_agent: 'bench',
    browser_id: 'AAAAAAAAAAAAAAAAAAAAAA',
    token,
    origin: 'http://localhost',
    support_email: null,
  }
  const input = call.route.endpoint.input.parse(inputOf(call, numbers))
  try {
    if (call.route.kind === 'read') {
      const { rows } = await runRead(noting(database, trips), call.route, input, facts)
      if (rows.length === 0) throw new Error(`${call.name} answered no row`)
    } else if (call.route.kind === 'write') {
      const outcome = await runWrite(noting(database, trips), call.route, {
        input,
        file: null,
        facts,
        key: KEY,
      })
      if (outcome.refusal instanceof Refusal) throw new Error(`${call.name} was refused: ${outcome.refusal.code}`)
    }
  } finally {
    await database.close()
  }
  if (trips.length === 0) throw new Error(`nothing was recorded of ${call.name}`)
  const values = new Map<string, string>([
    [token.toString('hex'), tokenHashSql(':person')],
    [KEY, `'bench-key-' || :i`],
    ...inputSql(call, numbers),
  ])
  return { trips, values }
}
