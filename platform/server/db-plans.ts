import pg from 'pg'

/**
 * PostgreSQL refuses a prepared statement whose columns another version's migration has changed, and goes on refusing it on that
 * connection. Nothing was done; on a new connection it works.
 */
export const isOutdated = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.message.includes('cached plan')

/** Which connections were opened before the last such refusal: they are not used again. */
export const watchPlans = (pool: pg.Pool) => {
  const opened = new WeakMap<object, number>()
  let refused = -1
  pool.on('connect', (client) => opened.set(client, performance.now()))
  return {
    heard: (error: unknown): void => {
      if (isOutdated(error)) refused = performance.now()
    },
    areOutdated: (client: object): boolean => (opened.get(client) ?? 0) <= refused,
  }
}
