import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { contentPolicy } from './security.ts'

/** Left out of the static files: served here. */
export const workerFile = 'worker.js'

/**
 * Serves the service worker with its version in it. The version covers the application's page as this server sends it, so that a
 * new product name or policy reaches installed applications as well.
 */
export const mountWorker = (app: FastifyInstance, folder: string, page: string): void => {
  const file = join(folder, workerFile)
  if (!existsSync(file)) return
  const code = readFileSync(file, 'utf8')
  const version = createHash('sha256')
    .update(code)
    .update(page)
    .update(contentPolicy())
    .digest('base64url')
    .slice(0, 12)
  const script = code.replace(/\bVERSION\b/g, () => JSON.stringify(version))
  app.get(`/${workerFile}`, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(script),
  )
}
