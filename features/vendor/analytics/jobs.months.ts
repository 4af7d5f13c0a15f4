import type { Sweep } from '#platform/server/jobs.ts'
import * as store from './store.months.ts'
import { countRevenue } from './store.months-revenue.ts'

/**
 * Recounts months that were marked, in which something has started by the clock, or which are not settled and have not been
 * counted for an hour. One process at a time counts an organization.
 */
export const keepFigures: Sweep = {
  name: 'keep_figures',
  everySeconds: 60,
  run: async (db) => {
    if (!(await store.takeTurn(db))) return
    const months = await store.takeDue(db)
    for (const month of months) {
      await store.countMonth(db, month)
      await countRevenue(db, month)
    }
    if (months.length > 0) await store.dropEmptyStart(db)
    await store.endTurn(db, months.length)
  },
}

export const sweeps: readonly Sweep[] = [keepFigures]
