import type { FastifyInstance } from 'fastify'
import { connectDatabase, type Database } from '#platform/server/db.ts'
import { createHttp } from '#platform/server/http.ts'
import type { Config } from './config.ts'
import { routes } from './routes.ts'

export type Running = { app: FastifyInstance; database: Database; drain: () => Promise<void> }

/** The server on a database that is migrated; does not listen yet. */
export const createServer = async (
  config: Config,
  appUrl: string,
  log: (line: Record<string, unknown>) => void,
): Promise<Running> => {
  const database = connectDatabase(appUrl, {
    size: config.poolSize,
    pipeline: config.pipeline,
    named: config.namedStatements,
  })
  let draining = false
  const app = createHttp({
    database,
    routes,
    publicOrigin: config.publicOrigin,
    trustProxy: config.trustProxy,
    checkOutputs: config.checkOutputs,
    log,
    draining: () => draining,
  })
  return {
    app,
    database,
    drain: async () => {
      draining = true
      await app.close()
      await database.close()
    },
  }
}
