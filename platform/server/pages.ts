import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import compress from '@fastify/compress'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import type { Database } from './db.ts'
import { expectedVersion } from './migrate.ts'
import { makeApiPage, makeOpenApi } from './openapi.ts'
import { sql } from './sql.ts'

/** `/healthz`: the process lives. `/readyz`: the database answers and has this version's migrations; no while draining. */
export const mountHealth = (
  app: FastifyInstance,
  database: Database,
  draining: () => boolean,
  more: () => Record<string, number>,
): void => {
  const version = expectedVersion()
  app.get('/healthz', async () => ({ alive: true }))
  app.get('/readyz', async (_request, reply) => {
    const found = await database
      .plain<{ version: string | null }>(sql`select obj_description('app'::regnamespace) as version`)
      .catch(() => null)
    const answer = {
      database: found !== null,
      migrations: found?.[0]?.version === version,
      draining: draining(),
      ...more(),
    }
    const ready = answer.database && answer.migrations && !answer.draining
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(answer)
  })
}

export const mountApiPages = (app: FastifyInstance, endpoints: readonly Endpoint[], product: string): void => {
  const openApi = JSON.stringify(makeOpenApi(endpoints, product, '1'))
  const page = makeApiPage(endpoints, product)
  app.get('/api/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(openApi))
  // The application's policy allows no style of a page's own; this one is named by its hash.
  const style = createHash('sha256')
    .update(page.match(/<style>(.*?)<\/style>/s)?.[1] ?? '')
    .digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${style}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`
  app.get('/api/docs', (_request, reply) =>
    reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page),
  )
}

/** The application's page with the product's name in it, or a word on how to build it. */
export const readApplicationPage = (folder: string, product: string): string => {
  const index = join(folder, 'index.html')
  if (!existsSync(index))
    return '<!doctype html><title>Not built</title><p>The application is not built: run npm start.</p>'
  const name = product.replace(/[&<>"]/g, '')
  return readFileSync(index, 'utf8').replace(/(<meta name="application-name" content=")[^"]*/, `$1${name}`)
}

/** The built application's files: hashed ones for ever, the others asked for anew. */
export const mountApplication = async (app: FastifyInstance, folder: string): Promise<void> => {
  await app.register(compress, { global: true, threshold: 2048, encodings: ['br', 'gzip'] })
  if (!existsSync(folder)) return
  await app.register(staticFiles, {
    root: folder,
    wildcard: false,
    index: false,
    cacheControl: false,
    // The build packed them once (tools/prerender.ts).
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}
