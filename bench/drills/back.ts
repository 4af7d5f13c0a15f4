import { setPriority } from 'node:os'
import { listLatest } from '#features/department/notifications/contract.ts'
import { officerDashboard } from '#features/home/dashboards/contract.ts'
import { getSession } from '#features/people/sessions/contract.ts'
import { listOpenJobs } from '#features/shifts/signups/contract.ts'
import { readAgainAfter, readsAgain } from '#platform/web/read-again.ts'
import { ADMINS, fillDatabase, refreshSessions, type Size } from '../data.ts'
import { quantile, startCluster, startServer } from '../ground.ts'
import { secretOf } from '../ids.ts'
import { makeAsker } from './ask.ts'

/**
 * Usage: npm run drills -- back. 500 screens come back in one instant and read what they show, with the browser's rules for trying
 * again: nobody sees an answer of 503, and everything is right within 5 s. Takes half a minute and the time to fill a database.
 */
const screens = 500
const size: Size = { organizations: 1, officers: screens + ADMINS, assignments: 1, open: 40, history: false }
const reads = [getSession.path, officerDashboard.path, listLatest.path, `${listOpenJobs.path}?days=100&limit=100`]
const promisedMs = 5000

export const run = async (): Promise<boolean> => {
  const cluster = await startCluster()
  try {
    const url = await fillDatabase(cluster.url, 'drill_back', size)
    await refreshSessions(url)
    const server = await startServer(url)
    // Screens take no processor time from the server.
    setPriority(19)
    const { ask, close } = makeAsker(screens * reads.length)
    const [took, seen]: [number[], Record<string, number>] = [[], {}]
    let refused = 0
    /** Reads once more after each refusal, as long as the browser would; what a person sees is the last answer. */
    const read = async (person: number, path: string) => {
      for (let failures = 0; ; failures++) {
        const answer = await ask(server.port, path, `watchbill=${secretOf(person)}`).catch(() => null)
        if (answer?.status === 200) return
        refused += 1
        if (!readsAgain(failures, answer?.status === 503)) {
          const status = String(answer?.status ?? 'none')
          seen[status] = (seen[status] ?? 0) + 1
          return
        }
        await new Promise((go) => setTimeout(go, readAgainAfter(failures)))
      }
    }
    const screen = async (n: number) => {
      const began = performance.now()
      await Promise.all(reads.map((path) => read(ADMINS + n, path)))
      took.push(performance.now() - began)
    }
    await screen(0)
    took.length = 0
    await Promise.all(Array.from({ length: screens }, (_, n) => screen(n)))
    close()
    await server.stop()
    const last = Math.round(Math.max(...took))
    process.stdout.write(
      `${screens} screens with ${reads.length} reads each: right after ${Math.round(quantile(took, 0.5))} ms (median), the last after ${last} ms; ${refused} reads were asked to come back, seen by a person: ${JSON.stringify(seen)}\n`,
    )
    return Object.keys(seen).length === 0 && last <= promisedMs
  } finally {
    await cluster.stop()
  }
}
