import { createServer } from 'node:http'
import type { Database } from './db.ts'
import type { ReplicaFigures } from './db-replicas.ts'
import type { Jobs, Sweep } from './jobs.ts'
import type { Live } from './live.ts'
import { type Meter, metricsText, type Series } from './metrics.ts'
import { sql } from './sql.ts'
import { StartError } from './start-error.ts'
import { ours } from './tenant.ts'

/** A department that was not looked at for this long is gone. */
const forgottenAfterMs = 300_000

type Seen = { at: number; mails: number; sealed_at: Date | null }

/** Counts, one department after the other, what no single statement may see across departments. */
export const watchFigures = () => {
  const seen = new Map<string, Seen>()
  const sweep: Sweep = {
    name: 'watch_figures',
    everySeconds: 15,
    run: async (db) => {
      const row = await db.row<{ id: string; mails: number; sealed_at: Date | null }>(sql`select
          (select app.organization_id()) as id,
          (select count(*)::int from mails where ${ours()} and state in ('waiting', 'sending')
            and (next_try_at <= now() or attempts > 0)) as mails,
          (select sealed_at from audit_seals where ${ours()} order by number desc limit 1) as sealed_at`)
      if (row) seen.set(row.id, { at: Date.now(), mails: row.mails, sealed_at: row.sealed_at })
    },
  }
  const now = () => {
    for (const [id, { at }] of seen) if (Date.now() - at > forgottenAfterMs) seen.delete(id)
    const all = [...seen.values()]
    const newest = Math.max(...all.map(({ sealed_at }) => sealed_at?.getTime() ?? 0), 0)
    return { mails: all.reduce((sum, { mails }) => sum + mails, 0), sealedMs: newest === 0 ? null : newest }
  }
  return { sweep, now }
}

type Sources = {
  database: Database
  live: Pick<Live, 'count' | 'pokes'>
  jobs: Pick<Jobs, 'turns'>
  figures: ReturnType<typeof watchFigures>
  /** Departments whose audit entries wait too long for their seal. */
  late: () => number
}

const single = (name: string, kind: Series['kind'], help: string, value: number): Series => ({
  name,
  kind,
  help,
  values: [[{}, value]],
})

/** Hosts are numbered as in the setting. */
const replicaSeries = (figures: ReplicaFigures | null): Series[] =>
  figures === null
    ? []
    : [
        {
          name: 'watchbill_screen_reads_total',
          kind: 'counter',
          help: 'Reads of screens: on a replica, or why on the primary.',
          values: Object.entries(figures.reads).map(([answer, count]) => [{ answer }, count]),
        },
        {
          name: 'watchbill_replica_reading',
          kind: 'gauge',
          help: 'Whether a replica is read from.',
          values: figures.replicas.flatMap(({ state }, at) =>
            state === 'primary' ? [] : [[{ replica: String(at + 1) }, state === 'reading' ? 1 : 0] as const],
          ),
        },
        {
          name: 'watchbill_replica_lag_seconds',
          kind: 'gauge',
          help: 'How far a replica is behind the primary.',
          values: figures.replicas.map(({ lagMs }, at) => [{ replica: String(at + 1) }, lagMs / 1000]),
        },
      ]

const seriesOf = (meter: Meter, { database, live, jobs, figures, late }: Sources): Series[] => {
  const { pool } = database
  const { mails, sealedMs } = figures.now()
  const turns = [...jobs.turns()]
  return [
    {
      name: 'watchbill_db_connections',
      kind: 'gauge',
      help: 'Connections to the database by state.',
      values: [
        [{ state: 'used' }, pool.totalCount - pool.idleCount],
        [{ state: 'idle' }, pool.idleCount],
      ],
    },
    single('watchbill_db_waiting', 'gauge', 'Callers waiting for a connection.', database.waiting()),
    ...replicaSeries(database.replicas()),
    single('watchbill_streams', 'gauge', 'Open streams.', live.count()),
    single('watchbill_pokes_total', 'counter', 'Changes read for the streams.', live.pokes()),
    {
      name: 'watchbill_job_lag_seconds',
      kind: 'gauge',
      help: 'How long each job is overdue.',
      values: turns.map(([job, { lag }]) => [{ job }, lag]),
    },
    {
      name: 'watchbill_job_failures_total',
      kind: 'counter',
      help: 'Failed turns of each job.',
      values: turns.map(([job, { failures }]) => [{ job }, failures]),
    },
    single('watchbill_mails_waiting', 'gauge', 'Emails that are due or being retried.', mails),
    {
      name: 'watchbill_audit_seal_age_seconds',
      kind: 'gauge',
      help: 'Time since the newest seal of the audit.',
      values: sealedMs === null ? [] : [[{}, Math.max(0, (Date.now() - sealedMs) / 1000)]],
    },
    single('watchbill_audit_unsealed', 'gauge', 'Departments whose audit entries wait for their seal.', late()),
    single(
      'watchbill_event_loop_p99_seconds',
      'gauge',
      'Delay of the event loop since the last reading.',
      meter.loopDelay(),
    ),
    single('process_resident_memory_bytes', 'gauge', 'Memory of the process.', process.memoryUsage.rss()),
    single('process_uptime_seconds', 'gauge', 'Age of the process.', process.uptime()),
  ]
}

/** `GET /metrics` on a port of its own that only this machine reaches. */
export const serveMetrics = async (port: number, meter: Meter, sources: Sources) => {
  const server = createServer((request, response) => {
    const asked = request.method === 'GET' && request.url === '/metrics'
    if (!asked) return void response.writeHead(404).end()
    response
      .writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' })
      .end(metricsText(meter, seriesOf(meter, sources)))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new StartError(`METRICS_PORT ${port} cannot be used: ${error.message}`)))
    server.listen(port, '127.0.0.1', resolve)
  })
  // The figures keep no process alive.
  server.unref()
  return {
    close: () => {
      meter.close()
      server.closeAllConnections()
      server.close()
    },
  }
}
