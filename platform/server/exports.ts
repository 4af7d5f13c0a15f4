import { pipeline } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import { type Database, type Entry, manyRows } from './db.ts'
import { type CountedSheet, mimeOf, streamExport } from './export-streams.ts'
import { type ExportPlan, type ExportRoute, Refusal, type RequestFacts } from './route.ts'
import { acrossEntryOf, insideEntryOf } from './run.ts'
import { type Sql, sql } from './sql.ts'
import { ours } from './tenant.ts'

/** How often a running export reports progress and checks that it may continue. */
const beatMs = 1_000
/** A process silent for this long counts as dead and no longer blocks the next export. */
export const deadAfterSeconds = 15
/** A receiver that accepts nothing for this long counts as gone. */
const stalledMs = 30_000

type Run = {
  database: Database
  route: ExportRoute
  plan: ExportPlan
  input: unknown
  facts: RequestFacts
  entry: Entry
}
type Claimed = { id: string; organization_id: string; file_name: string }

const readsOf = ({ plan, facts, entry }: Run): Entry =>
  plan.inside === undefined ? entry : insideEntryOf(facts, plan.inside, true)

/** Streams one export into the response. Refusals come before the first byte; a later failure cuts the response off. */
export const runExport = async (run: Run, reply: FastifyReply): Promise<Refusal | null> => {
  const claimed = await claim(run)
  if (claimed instanceof Refusal) return claimed
  const stop = new AbortController()
  const gone = () => {
    if (!reply.raw.writableFinished) stop.abort(new Error('the receiver is gone'))
  }
  reply.raw.on('close', gone)
  const progress = { done: 0 }
  const beats = startBeats(run, claimed.id, progress, stop, () => reply.raw.socket?.bytesWritten ?? 0)
  try {
    const { database, route, facts } = run
    const isAcross = route.endpoint.across !== undefined
    const snapshotOf = isAcross ? database.snapshotAcross : database.snapshot
    await snapshotOf(isAcross ? acrossEntryOf(route.endpoint, facts) : readsOf(run), stop.signal, async (snapshot) => {
      if (run.plan.many) await snapshot.rows(manyRows)
      const sheets: CountedSheet[] = []
      for (const sheet of run.plan.sheets) {
        const counted = await snapshot.rows<{ n: string }>(sql`select count(*) as n from (${sheet.statement}) counted`)
        sheets.push({ ...sheet, count: Number(counted[0]?.n ?? 0) })
      }
      await update(run, sql`rows_total = ${sheets.reduce((all, { count }) => all + count, 0)}::int`, claimed.id)
      writeHead(reply, run.plan, claimed)
      const onRows = (count: number) => {
        progress.done += count
      }
      const source = streamExport(run.plan.format, { snapshot, sheets, onRows })
      // Finish before the last byte is sent, so that a client that has it can start the next export.
      const ended = async () => {
        // Ended by somebody since the last beat: what the record calls canceled must not arrive whole.
        if ((await finish(run, claimed, 'done', progress.done)) === 0) stop.abort(new Error('the export was cancelled'))
        stop.signal.throwIfAborted()
      }
      await pipeline(source, (bytes) => andThen(bytes, ended), reply.raw, { signal: stop.signal })
    })
    return null
  } catch (error) {
    clearInterval(beats)
    await finish(run, claimed, stop.signal.aborted ? 'cancelled' : 'failed', progress.done)
    // Nothing was sent yet, so the caller can still send an error response.
    if (!reply.raw.headersSent && !reply.raw.destroyed) throw error
    reply.raw.destroy()
    return null
  } finally {
    clearInterval(beats)
    reply.raw.off('close', gone)
  }
}

async function* andThen(bytes: AsyncIterable<Buffer>, ended: () => Promise<void>) {
  yield* bytes
  await ended()
}

const writeHead = (reply: FastifyReply, plan: ExportPlan, { id, file_name }: Claimed) => {
  const headers = reply.getHeaders()
  reply.hijack()
  reply.raw.writeHead(200, {
    ...(headers as Record<string, string>),
    'content-type': mimeOf[plan.format],
    'content-disposition': `attachment; filename="${file_name}"`,
    'cache-control': 'no-store',
    'export-id': id,
    // A buffering proxy would hide the progress and hold the whole response.
    'x-accel-buffering': 'no',
  })
}

/**
 * Takes the organization's only export slot and writes the audit entry in one transaction; refuses if the requested thing does
 * not exist.
 */
const claim = async (run: Run): Promise<Claimed | Refusal> => {
  const { plan, route, facts } = run
  const mark = sql`select app.mark(${route.endpoint.name}, ${facts.request_id}::uuid, ${facts.ip}, ${facts.user_agent})`
  return run.database.transaction([run.entry, mark], async (db) => {
    const found = plan.found ? await db.row<{ from: string | null; to: string | null }>(plan.found) : null
    if (plan.found && !found) return new Refusal('not_found')
    const refusal = await plan.allowed?.(db)
    if (refusal) return refusal
    await db.run(sql`update exports set state = 'failed', finished_at = now()
      where ${ours()} and state = 'running'
        and alive_at < now() - ${deadAfterSeconds}::int * interval '1 second'`)
    const name = [plan.title, found?.from, found?.to && found.to !== found.from ? `to ${found.to}` : null]
    const row = await db.row<Claimed>(sql`
      insert into exports (organization_id, call, title, format, parameters, file_name, started_by)
      select id, ${route.endpoint.name}, ${plan.title}, ${plan.format}, ${JSON.stringify(run.input)}::jsonb,
        subdomain || ${`-${slug(name.filter(Boolean).join(' '))}.${plan.format}`}, (select app.officer_id())
      from organizations where id = (select app.organization_id())
      on conflict do nothing returning id, organization_id, file_name`)
    if (row) {
      await plan.begun?.(db)
      return row
    }
    const running = await db.row<{ title: string; by: string | null }>(sql`
      select e.title, o.name as by from exports e
      left join officers o on o.organization_id = e.organization_id and o.id = e.started_by
      where ${ours('e')} and e.state = 'running'`)
    return new Refusal('export_running', { title: running?.title ?? plan.title, by: running?.by ?? 'Somebody' })
  })
}

const slug = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

const update = (run: Run, set: Sql, id: string, entry = run.entry) =>
  run.database.transaction([entry], (db) =>
    db.run(sql`update exports set ${set}, alive_at = now()
      where ${ours()} and id = ${id}::uuid and state = 'running'`),
  )

/**
 * Reports progress once a second, as the person. Stops the export if the person lost the session, role or feature, if someone
 * canceled it, or if the receiver accepts nothing.
 */
const startBeats = (
  run: Run,
  id: string,
  progress: { done: number },
  stop: AbortController,
  bytesSent: () => number,
): NodeJS.Timeout => {
  let heard = performance.now()
  let moved = performance.now()
  let sent = -1
  let asking = false
  const beat = async () => {
    if (bytesSent() !== sent) [moved, sent] = [performance.now(), bytesSent()]
    if (performance.now() - moved > stalledMs) return stop.abort(new Error('the receiver takes nothing'))
    try {
      const rows = await update(run, sql`rows_done = ${progress.done}::int`, id)
      if (rows === 0) stop.abort(new Error('the export was cancelled'))
      heard = performance.now()
    } catch (error) {
      const refused = error instanceof Error && 'code' in error && String(error.code).startsWith('WB')
      // A busy database does not stop a running export; one that is away for long does.
      if (refused || performance.now() - heard > (deadAfterSeconds * 1000) / 2) stop.abort(error)
    }
  }
  return setInterval(() => {
    if (asking || stop.signal.aborted) return
    asking = true
    void beat().finally(() => {
      asking = false
    })
  }, beatMs)
}

/**
 * Marks the export as ended and writes the audit entry; if the person's session is gone, the system writes it. Returns 0 if the
 * export had ended before, 1 if it ended now, and null if the database did not answer.
 */
const finish = async (
  run: Run,
  { id, organization_id }: Claimed,
  state: string,
  done: number,
): Promise<number | null> => {
  const set = sql`state = ${state}, rows_done = ${done}::int, finished_at = now()`
  const { request_id, ip, user_agent } = run.facts
  const named = (entry: Entry): Entry[] => [
    entry,
    sql`select set_config('app.call', ${run.route.endpoint.name}, true), set_config('app.ip', ${ip}, true),
      set_config('app.request_id', ${request_id}, true), set_config('app.agent', ${user_agent}, true)`,
  ]
  const end = (entry: Entry) =>
    run.database.transaction(named(entry), (db) =>
      db.run(sql`update exports set ${set}, alive_at = now()
        where ${ours()} and id = ${id}::uuid and state = 'running'`),
    )
  const system = sql`select app.enter_system(${organization_id}::uuid, ${run.route.endpoint.name})`
  // If both fail, the row is ignored once it has been silent for a while.
  return await end(run.entry).catch(() => end(system).catch(() => null))
}
