import type pg from 'pg'
import { readInBatch, readOnly } from './db-batch.ts'
import { gatherWrites } from './db-deadline.ts'
import { isOutdated } from './db-plans.ts'
import { give, isReadOnly, type Source, take, watchTaken } from './db-source.ts'
import type { Turn } from './db-turns.ts'
import { type Sql, toQuery } from './sql.ts'
import { inStatement } from './tracing.ts'

export type Reading = {
  begin: 'begin' | 'begin read only'
  /** Run before the statement, in this order; each sets something or raises. */
  entries: readonly Sql[]
  statement: Sql
  settings?: Sql | undefined
  turn?: Turn | undefined
}

export const readOn = <R extends pg.QueryResultRow>(from: Source, reading: Reading): Promise<R[]> =>
  readOnce<R>(from, reading).catch((error: unknown) => {
    if (isOutdated(error)) return readOnce<R>(from, reading)
    throw error
  })

const readOnce = async <R extends pg.QueryResultRow>(from: Source, reading: Reading): Promise<R[]> => {
  const client = await take(from, reading.turn ?? 'first')
  return inStatement(reading.statement, () => readWith<R>(client, from, reading))
}

const readWith = async <R extends pg.QueryResultRow>(
  client: pg.PoolClient,
  from: Source,
  reading: Reading,
): Promise<R[]> => {
  const { begin, entries, statement, settings, turn = 'first' } = reading
  const answers = watchTaken(from, client)
  gatherWrites(client)
  const isPlain = from.named && begin === 'begin read only' && settings === undefined
  const batch = isPlain ? readInBatch<R>(client, entries, statement) : null
  const sent = (batch ? [batch] : sendSingly<R>(client, from, reading)).map((one) =>
    answers.track<pg.QueryResult<pg.QueryResultRow>>(one),
  )
  const settled = await Promise.allSettled(sent)
  answers.stop()
  const failed = settled.find((s) => s.status === 'rejected')
  give(from, turn, client, failed?.reason)
  if (failed) {
    // The transaction only reads once it has entered: that is a fault of the statement, not trouble of the database.
    const isOurs = begin === 'begin read only' || failed === settled.at(-2)
    if (isOurs && isReadOnly(failed.reason)) throw new Error(`a read tried to write: ${failed.reason}`)
    if (begin === 'begin') from.failed(failed.reason)
    throw failed.reason
  }
  return (await (sent[batch ? 0 : sent.length - 2] as Promise<pg.QueryResult<R>>)).rows
}

/** A read as statements of their own; the one before the last has the rows. */
const sendSingly = <R extends pg.QueryResultRow>(
  client: pg.PoolClient,
  { named }: Source,
  { begin, entries, statement, settings }: Reading,
): Promise<pg.QueryResult<R>>[] => [
  client.query(begin),
  ...(named && begin === 'begin read only' ? [client.query(toQuery(readOnly, true))] : []),
  ...entries.map((entry) => client.query<R>(toQuery(entry, named))),
  ...(settings ? [client.query<R>(toQuery(settings, false))] : []),
  client.query<R>(toQuery(statement, named)),
  client.query('commit'),
]
