import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = import.meta.dirname
// All processes that a test starts load the same files, so the compile cache is shared.
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache/node')
/** Generous timeouts, since the machine may be busy. */
const patient = { poll: { timeout: 15_000 } }
// Workers keep loaded modules: a test file that changes shared state must restore it.
const common = { root, exclude: ['node_modules/**', 'dist/**'], isolate: false }

// By default one core is left free, of two cores as well.
const everyCore = Math.max(2, availableParallelism() - 1)

// Slowest first: started last, they would occupy one of two workers while the other is idle.
const longest = [
  'e2e/journeys/every-screen.e2e.ts',
  'tools/house.test.ts',
  'apps/server/isolation.pg.test.ts',
  'apps/server/contract.pg.test.ts',
  'features/people/sign-ins/sign-in.pg.test.ts',
  'apps/server/start.pg.test.ts',
  'platform/server/postgres/embedded.pg.test.ts',
  'features/shifts/signups/verdict.pg.test.ts',
  'apps/server/kill.pg.test.ts',
  'e2e/journeys/shell.e2e.ts',
  'e2e/journeys/officer-session-guard.e2e.ts',
  'e2e/journeys/visitor-reads-the-front-page.e2e.ts',
  'e2e/journeys/admin-runs-the-week.e2e.ts',
  'e2e/journeys/department-fills-a-shift.e2e.ts',
  'e2e/journeys/visitor-becomes-an-officer.e2e.ts',
]
const placeOf = ({ moduleId }: TestSpecification) => {
  const place = longest.findIndex((name) => moduleId.endsWith(name))
  return place === -1 ? longest.length : place
}
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: ['{apps,bench,features,platform}/**/*.test.{ts,tsx}'],
          exclude: [...common.exclude, '**/*.pg.test.ts'],
          setupFiles: ['tools/vitest.seed.ts'],
          // A zone with an unusual offset, so that code that forgets the zone fails here.
          env: { TZ: 'Asia/Kathmandu' },
          // Property tests over every zone are slow on a busy machine; hanging tests still time out.
          testTimeout: 60_000,
          maxWorkers: everyCore,
        },
      },
      {
        test: {
          ...common,
          name: 'pg',
          include: ['{apps,features,platform,tools}/**/*.pg.test.ts'],
          setupFiles: ['tools/vitest.seed.ts'],
          globalSetup: ['tools/vitest.postgres.ts'],
          env: { TZ: 'Asia/Kathmandu' },
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: patient,
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...common,
          name: 'house',
          include: ['tools/*.test.ts'],
          exclude: [...common.exclude, '**/*.pg.test.ts'],
          testTimeout: 120_000,
          maxWorkers: everyCore,
        },
      },
      {
        test: {
          ...common,
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          setupFiles: ['e2e/failed.ts'],
          globalSetup: ['tools/vitest.postgres.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: patient,
          // Each file has its own server, database and browser.
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...common,
          name: 'browsers',
          include: ['e2e/browsers/*.browser.ts'],
          globalSetup: ['tools/vitest.postgres.ts'],
          testTimeout: 300_000,
          hookTimeout: 180_000,
          expect: patient,
        },
      },
      {
        test: {
          ...common,
          name: 'planted',
          include: ['e2e/planted/*.race.ts'],
          setupFiles: ['e2e/failed.ts'],
          globalSetup: ['tools/vitest.postgres.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: patient,
          // Each file has a server, a database and a browser of its own.
          maxWorkers: 2,
        },
      },
    ],
  },
})
