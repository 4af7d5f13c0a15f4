import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import compress from '@fastify/compress'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import type { Database } from './db.ts'
import { nameFaults } from './fence-watch.ts'
import { expectedVersion, servesBeside } from './migrate.ts'
import { makeApiPage } from './openapi.page.ts'
import { makeOpenApi, pathOf, sides } from './openapi.ts'
import { sql } from './sql.ts'
import { packedFor } from './visitor-pages.ts'
import { mountWorker, workerFile } from './worker.ts'

/** Further figures of `/readyz`; null: nothing to say yet. */
export type HealthFigures = Record<string, number | null>

type Found = { version: string | null; beside: string | null; read_only: boolean }

/**
 * `/healthz`: the process is alive. `/readyz`: the database answers within a second, has this version's migrations, or those of a
 * newer one that lets this one go on, and an intact fence; fails while draining. `writable` alone doesn't fail it, because reads are
 * still served.
 */
export const mountHealth = (
  app: FastifyInstance,
  database: Database,
  state: { draining: () => boolean; faults: () => readonly string[]; more: () => HealthFigures },
): void => {
  const version = expectedVersion()
  app.get('/healthz', async () => ({ alive: true }))
  let asking: Promise<Found | null> | null = null
  // Many health checks at once ask the database once.
  const ask = () => {
    asking ??= database
      .ping<Found>(sql`select obj_description('app'::regnamespace) as version,
        obj_description('public.schema_migrations'::regclass) as beside,
        pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as read_only`)
      .then((rows) => rows[0] ?? null)
      .catch(() => null)
      .finally(() => {
        asking = null
      })
    return asking
  }
  app.get('/readyz', async (_request, reply) => {
    const found = await ask()
    const faults = state.faults()
    const answer = {
      database: found !== null,
      migrations: found?.version === version || servesBeside(found?.beside ?? null).includes(version),
      // A newer version has migrated, and lets this one go on.
      newest: found?.version === version,
      fence: faults.length === 0 || nameFaults(faults),
      writable: found !== null && !found.read_only && database.isWritable(),
      draining: state.draining(),
      ...state.more(),
    }
    const ready = answer.database && answer.migrations && answer.fence === true && !answer.draining
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(answer)
  })
}

/** Sent compressed, and only once per client: it changes only with the version. */
const mountText = (app: FastifyInstance, path: string, type: string, html: string, policy: string | null): void => {
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
  let packed: { html: string; packed: Record<'br' | 'gzip', Buffer> } | null = null
  app.get(path, (request, reply) => {
    reply.header('cache-control', 'public, max-age=300').header('etag', etag).header('vary', 'accept-encoding')
    if (policy !== null) reply.header('content-security-policy', policy)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    packed ??= { html, packed: { br: brotliCompressSync(html, quick), gzip: gzipSync(html) } }
    const { encoding, body } = packedFor(packed, String(request.headers['accept-encoding'] ?? ''))
    if (encoding) reply.header('content-encoding', encoding)
    return reply.type(type).send(body)
  })
}
/** The best brotli level takes seconds for this much text. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

export const mountApiPages = (
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  product: string,
  contracts: readonly object[],
): void => {
  for (const side of sides) {
    const openApi = makeOpenApi(endpoints, product, '1', contracts, side)
    const page = makeApiPage(endpoints, openApi, side)
    mountText(app, `${pathOf[side]}/openapi.json`, 'application/json; charset=utf-8', JSON.stringify(openApi), null)
    // The application's policy allows no inline styles; this one is allowed by its hash.
    const style = createHash('sha256')
      .update(page.match(/<style>(.*?)<\/style>/s)?.[1] ?? '')
      .digest('base64')
    const policy = `default-src 'none'; style-src 'sha256-${style}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`
    mountText(app, `${pathOf[side]}/docs`, 'text/html; charset=utf-8', page, policy)
  }
}

/** Serves the built application's files: hashed ones are cached forever, others are revalidated. */
export const mountApplication = async (app: FastifyInstance, folder: string, page: string): Promise<void> => {
  await app.register(compress, { global: true, threshold: 2048, encodings: ['br', 'gzip'] })
  if (!existsSync(folder)) return
  mountWorker(app, folder, page)
  await app.register(staticFiles, {
    root: folder,
    wildcard: false,
    globIgnore: [workerFile],
    index: false,
    cacheControl: false,
    // Compressed once by the build (tools/prerender.ts).
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}
