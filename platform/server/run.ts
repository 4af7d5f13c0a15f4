import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { VENDOR_ID } from '#platform/shared/vendor.ts'
import { type Database, type Db, type Entry, type Me, manyRows } from './db.ts'
import { isOutdated } from './db-plans.ts'
import { noteWriter } from './db-position.ts'
import { createOwnTurns } from './own-turns.ts'
import { type ReadRoute, Refusal, type RequestFacts, type Route, type UploadedFile, type WriteRoute } from './route.ts'
import type { SharedPart } from './shared-reads.ts'
import { type Sql, sql } from './sql.ts'
import { ours } from './tenant.ts'

export const hashToken = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export const entryOf = (endpoint: Endpoint, { token, sent_as, browser_id }: RequestFacts): Entry => {
  if (endpoint.who === 'anyone') return sql`select app.enter_anyone(${browser_id}) as now_at`
  const asks = sql`${endpoint.who}, ${endpoint.feature ?? ''}, ${endpoint.afterTrial === true}`
  // Whose it is comes before what they may do: a refusal by another session's rights would be final for the press.
  return sent_as
    ? sql`select e.* from app.sender(${token}::bytea, ${sent_as}) s (token), lateral app.enter(s.token, ${asks}) e`
    : sql`select * from app.enter(${token}::bytea, ${asks})`
}

/**
 * A super admin's entry into one organization, for exporting it. Without `reads`, enters as a super admin, who shows in the audit
 * log; with `reads`, as the system, which sees everything the organization owns.
 */
export const insideEntryOf = (facts: RequestFacts, organizationId: string, reads = false): Entry =>
  sql`select set_config('app.organization_id', ${organizationId}, true),
      set_config('app.role', ${reads ? 'system' : 'super_admin'}, true)
    from app.enter(${facts.token}::bytea, 'super_admin', '', false)`

/** Who reads across organizations, and why: for super admins, as the role that is allowed to (docs/decisions/0062). */
export const acrossEntryOf = (endpoint: Endpoint, facts: RequestFacts): Entry =>
  sql`select * from app.enter_vendor(${facts.token}::bytea, ${endpoint.name}, ${endpoint.across ?? ''})`

/** The rights of the department for the statement behind it, where the condition holds. */
const departmentWhere = (condition: Sql): Sql => sql`select set_config('app.role', 'system', true) where ${condition}`

const settingsOf = (route: ReadRoute, input: unknown): Sql | undefined => {
  if (route.department) return departmentWhere(route.department(input as never))
  return route.many ? manyRows : undefined
}

/** Who is signed in, and what lets somebody in or keeps them out, is asked of the primary alone. */
const mayReadReplica = (route: ReadRoute, facts: RequestFacts): boolean =>
  !route.primary && route.endpoint.who !== 'anyone' && !facts.sent_as

type Found = { rows: Record<string, unknown>[]; shared: SharedPart | null }

const ownTurns = createOwnTurns()

export const runRead = (database: Database, route: ReadRoute, input: unknown, facts: RequestFacts): Promise<Found> =>
  ownTurns.run(facts.token, () => readFor(database, route, input, facts))

const readFor = async (database: Database, route: ReadRoute, input: unknown, facts: RequestFacts): Promise<Found> => {
  const statement = route.statement(input as never, facts)
  const settings = settingsOf(route, input)
  const entry = entryOf(route.endpoint, facts)
  if (route.endpoint.across !== undefined)
    return { rows: await database.readAcross(acrossEntryOf(route.endpoint, facts), statement, settings), shared: null }
  const read = mayReadReplica(route, facts) ? database.readScreen : database.read
  if (!route.shared) return { rows: await read(entry, statement, settings, 'later'), shared: null }
  // The caller's own part first: it says whether the caller may ask at all, and in which department.
  const own = sql`select own.*, (select app.organization_id())::text as organization_id from (${statement}) own`
  const rows = await read<Record<string, unknown>>(entry, own, settings, 'later')
  const organizationId = rows[0]?.organization_id
  if (typeof organizationId !== 'string') return { rows, shared: null }
  return { rows, shared: await database.shared(organizationId, route.shared(input as never), route.sharedAs) }
}

type Outcome = {
  json: string
  refusal: Refusal | null
  replayed: boolean
  /** The browser's new session secret; null clears it. Set only by committed calls. */
  session?: string | null
}
type Call = {
  input: unknown
  file: UploadedFile | null
  facts: RequestFacts
  /** null for calls without bookkeeping. */
  key: string | null
}

/** Raises if the caller may not make the call; used when the input is invalid anyway. */
export const mayMake = async (database: Database, route: Route, facts: RequestFacts): Promise<void> => {
  const entry = entryOf(route.endpoint, facts)
  if (route.kind === 'write')
    await database.transaction([entry, sql`select ${markCall(route, facts)}`], async () => undefined)
  else await database.read(entry, sql`select 1`)
}

/** Rolls the transaction back and carries the response. */
class Ended extends Error {
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    super('ended')
    this.outcome = outcome
  }
}

/** The officer was merged while the call waited: what was not found is found as the officer that the session has now. */
class Moved extends Error {}
const hasMoved = async (db: Db): Promise<boolean> => {
  const row = await db.row<{
    moved: boolean
  }>(sql`select app.officer_id() is not null and not exists (select from officers f
    where ${ours('f')} and f.id = (select app.officer_id()) and f.user_id = (select app.user_id())) as moved`)
  return row?.moved === true
}

/** A press that meets a merge being undone may deadlock with it, twice, before its officer has moved. */
const tries = 5
/**
 * Nothing was committed, so the call can run again: after a deadlock, a serialization failure, a statement from before an upgrade, or
 * when its officer, or what it refers to, has gone meanwhile.
 */
const mayRunAgain = (error: unknown): boolean =>
  error instanceof Moved ||
  isOutdated(error) ||
  (error instanceof pg.DatabaseError && (error.code?.startsWith('40') === true || error.code === '23503'))

export const runWrite = async (database: Database, route: WriteRoute, call: Call): Promise<Outcome> => {
  let prepared: unknown = null
  if (route.prepare) {
    const known = await storedAnswer(database, route, call)
    if (known) return known
    prepared = await route.prepare(call.input as never, {
      request: call.facts,
      anyone: (work) => database.transaction(entriesOf(route, call, true), work),
      caller: (work) => database.transaction(entriesOf(route, call), work),
      file: call.file,
    })
    if (prepared instanceof Refusal) return { json: '', refusal: prepared, replayed: false }
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.transaction(entriesOf(route, call), (db, entered) =>
        work(db, route, { ...call, last: attempt === tries, noted: database.hasReplicas }, prepared, entered),
      )
    } catch (error) {
      if (error instanceof Ended) return error.outcome
      if (attempt < tries && mayRunAgain(error)) continue
      throw error
    }
  }
}

const markCall = (route: WriteRoute, facts: RequestFacts) =>
  sql`app.mark(${route.endpoint.name}, ${facts.request_id}::uuid, ${facts.ip}, ${facts.user_agent},
    ${route.endpoint.forSupport === true})`

/** Entering comes first: the function in the list of columns runs for the row that the entry returned. */
const entriesOf = (route: WriteRoute, call: Call, asNobody = false): Entry[] => {
  const entry = asNobody
    ? sql`select app.enter_anyone(${call.facts.browser_id}) as now_at`
    : entryOf(route.endpoint, call.facts)
  return [sql`select e.*, ${markCall(route, call.facts)} as marked from (${entry}) e`]
}

const work = async (
  db: Db,
  route: WriteRoute,
  call: Call & { last: boolean; noted: boolean },
  prepared: unknown,
  entered: Promise<unknown>[],
): Promise<Outcome> => {
  const taken = keepsAnswer(route, call) ? takeKey(db, route, call) : null
  taken?.catch(() => undefined)
  const saved = db.run(sql`savepoint work`)
  saved.catch(() => undefined)
  const me = async () => ((await entered[0]) as Me[])[0] as Me
  let secret: string | null | undefined
  const result = await settle(route, () =>
    route.handler({
      db,
      input: call.input,
      file: call.file,
      request: call.facts,
      prepared,
      reply: {
        setSession: (value: string | null) => {
          secret = value
        },
      },
      me,
      now: async () => (await me()).now_at,
    } as never),
  )
  // The key was already used: roll back this run and return the first response again.
  if ((await taken) === false) {
    // The handler may have hit a constraint, which aborts the transaction until a rollback.
    await db.run(sql`rollback to savepoint work`)
    const before = answerOf(await findKey(db, route, call), bodyHash(call))
    if (!route.repeated || !before.refusal || before.refusal.code === 'key_reused') throw new Ended(before)
    await route.repeated({ db, input: call.input, request: call.facts } as never, before.refusal)
    return before
  }
  const refusal = result instanceof Refusal ? result : null
  if (refusal) {
    await db.run(sql`rollback to savepoint work`)
    if (refusal.code === 'not_found' && !call.last && (await hasMoved(db))) throw new Moved()
    await route.refused?.({ db, input: call.input, request: call.facts } as never, refusal)
  }
  if (call.noted) db.run(noteWriter).catch(() => undefined)
  const json = refusal ? JSON.stringify(refusal) : JSON.stringify(route.endpoint.output.parse(result))
  if (keepsAnswer(route, call)) {
    // The key is stored where it was taken, even if the handler has changed scope: these two start in the vendor's organization.
    if (route.endpoint.who === 'anyone' || route.endpoint.who === 'super_admin')
      db.rows(sql`select set_config('app.organization_id', ${VENDOR_ID}, true)`).catch(() => undefined)
    db.run(sql`update idempotency_keys set status = ${refusal ? 1 : 0}, answer = ${json}
      where ${ours()} and scope = (select app.scope())
        and call = ${route.endpoint.name} and key = ${call.key}`).catch(() => undefined)
  }
  return { json, refusal, replayed: false, ...(secret === undefined || refusal ? {} : { session: secret }) }
}

/** A response that carries a secret is never stored, so its key is not taken: a repeat runs the call again. */
const keepsAnswer = (route: WriteRoute, call: Call) => call.key !== null && !route.endpoint.secret

const bodyHash = (call: Call): Buffer => {
  const hash = createHash('sha256').update(JSON.stringify(call.input))
  if (call.file) hash.update(call.file.bytes)
  return hash.digest()
}

type KeyRow = { body_hash: Buffer; status: number | null; answer: string | null }

/** Takes the key, waiting for a running call with the same one; false if it was already taken. */
const takeKey = async (db: Db, route: WriteRoute, call: Call): Promise<boolean> => {
  const taken = await db.run(sql`insert into idempotency_keys (organization_id, scope, call, key, body_hash)
    values ((select app.organization_id()), (select app.scope()), ${route.endpoint.name}, ${call.key}, ${bodyHash(call)})
    on conflict do nothing`)
  return taken === 1
}

const findKey = (db: Db, route: WriteRoute, call: Call) =>
  db.row<KeyRow>(sql`select body_hash, status, answer from idempotency_keys
    where ${ours()} and scope = (select app.scope())
      and call = ${route.endpoint.name} and key = ${call.key}`)

const answerOf = (row: KeyRow | null, hash: Buffer): Outcome => {
  if (!row || row.answer === null || !row.body_hash.equals(hash)) {
    return { json: '', refusal: new Refusal('key_reused'), replayed: true }
  }
  if (row.status === 0) return { json: row.answer, refusal: null, replayed: true }
  const kept = JSON.parse(row.answer) as Refusal
  return { json: '', refusal: new Refusal(kept.code, kept.details, kept.fields), replayed: true }
}

const storedAnswer = async (database: Database, route: WriteRoute, call: Call): Promise<Outcome | null> => {
  if (!keepsAnswer(route, call)) return null
  const row = await database.transaction(entriesOf(route, call), (db) => findKey(db, route, call))
  return row ? answerOf(row, bodyHash(call)) : null
}

/** Runs the handler; turns a violated constraint the route knows into its refusal. */
const settle = async (route: WriteRoute, handler: () => Promise<unknown>): Promise<unknown> => {
  try {
    return await handler()
  } catch (error) {
    const code = error instanceof pg.DatabaseError && error.constraint ? route.constraints[error.constraint] : undefined
    if (code === undefined) throw error
    return new Refusal(code)
  }
}
