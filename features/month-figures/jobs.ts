import type { Sweep } from '#platform/server/jobs.ts'
import { countRevenue } from './store.revenue.ts'
import * as store from './store.ts'

/**
 * Counts again the months that something marked, in which something has begun by the clock, or which have not been counted for an
 * hour and are not over for good. One process at a time counts an organization.
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
    await store.endTurn(db, months.length)
  },
}

export const sweeps: readonly Sweep[] = [keepFigures]
