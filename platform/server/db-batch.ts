import pg from 'pg'
import utils from 'pg/lib/utils.js'
import { type Sql, sql, toQuery } from './sql.ts'

type Prepared = { text: string; values: unknown[]; name?: string }
/** What a batch uses of the driver's connection. */
type Wire = {
  parsedStatements: Readonly<Record<string, string>>
  bind: (what: { portal: ''; statement: string; values: unknown[]; valueMapper: (value: unknown) => unknown }) => void
  execute: (what: { portal: ''; rows: number }) => void
}
const wireOf = (client: pg.ClientBase) => (client as unknown as { connection: Wire }).connection
/** What the driver's query does with the database's answers; not in its types. */
type Answered = {
  prepare: (wire: Wire) => void
  handleDataRow: (message: unknown) => void
  handleCommandComplete: (message: unknown, wire: Wire) => void
}
const driversOwn = pg.Query.prototype as unknown as Answered

type Answer = (error: Error | undefined, result: pg.QueryResult) => void

/**
 * Statements that the connection has prepared, sent with one sync: the database takes them as one transaction, answers once, and an
 * error skips the rest. Only the last one has rows.
 */
class Batch extends pg.Query {
  readonly #first: readonly Prepared[]
  #done = 0

  constructor(first: readonly Prepared[], last: Prepared, answered: Answer) {
    super(last, answered as never)
    this.#first = first
  }
  prepare(wire: Wire) {
    for (const { name = '', values } of this.#first) {
      wire.bind({ portal: '', statement: name, values, valueMapper: utils.prepareValue })
      wire.execute({ portal: '', rows: 0 })
    }
    driversOwn.prepare.call(this, wire)
  }
  handleDataRow(message: unknown) {
    if (this.#done === this.#first.length) driversOwn.handleDataRow.call(this, message)
  }
  handleCommandComplete(message: unknown, wire: Wire) {
    if (this.#done === this.#first.length) driversOwn.handleCommandComplete.call(this, message, wire)
    else this.#done += 1
  }
}

/** The reads of screens begin with this; a batch needs it prepared, as it does the entry. */
export const readOnly: Sql = sql`select set_config('transaction_read_only', 'on', true)`

/**
 * The statements as one batch, in a transaction that only reads. Null if the connection has yet to prepare an entry: then they are
 * sent one by one.
 */
export const readInBatch = <R extends pg.QueryResultRow>(
  client: pg.ClientBase,
  entries: readonly Sql[],
  statement: Sql,
): Promise<pg.QueryResult<R>> | null => {
  const first = [readOnly, ...entries].map((one) => toQuery(one, true))
  const { parsedStatements } = wireOf(client)
  if (first.some(({ name = '' }) => parsedStatements[name] === undefined)) return null
  return new Promise((resolve, reject) => {
    const answered: Answer = (error, result) => (error ? reject(error) : resolve(result as pg.QueryResult<R>))
    client.query(new Batch(first, toQuery(statement, true), answered))
  })
}
