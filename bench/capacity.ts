import { pathToFileURL } from 'node:url'
import { table } from './ground.ts'

/**
 * Usage: node tools/run.mjs bench/capacity.ts. How many officers one primary carries in the busiest hour, from measured prices and from
 * what people are assumed to do. docs/capacity.md shows what this prints; `bench/capacity.test.ts` compares them.
 */

/** Processor milliseconds of one call, in the server's process and in the database. */
type Price = { server: number; database: number }
/** `npm run bench -- --scale full --clients 32`, November 28, 2026, 2 cores: the lower of two runs. */
export const prices = {
  'counts.pending': { server: 0.3, database: 0.36 },
  'notifications.latest': { server: 0.42, database: 1.52 },
  'signups.open_jobs': { server: 0.94, database: 1.73 },
  'signups.roster': { server: 0.48, database: 0.99 },
  'attendance.hours': { server: 1.1, database: 4.46 },
  'signups.sign_up': { server: 1.47, database: 6.86 },
} satisfies Record<string, Price>
type Call = keyof typeof prices

/**
 * `node tools/run.mjs bench/live.ts --streams 5000`, the same day: microseconds of the server's processor for a change and for each event
 * of it on a stream (from 50 and from 5,000 streams), and bytes of its memory for a stream.
 */
export const live = { changeMicros: 1585, eventMicros: 27.9, streamBytes: 17_100 }

/** What one officer is assumed to do in the busiest hour: opens the application twice, and every fourth signs up, checks in or the like. */
const officer: Readonly<Partial<Record<Call, number>>> = {
  // An opening reads the session, the dashboard, the bell and the open shifts.
  'counts.pending': 2,
  'notifications.latest': 2,
  'signups.open_jobs': 4,
  'signups.sign_up': 0.25,
}
/** One admin to 50 officers, who looks at 30 rosters, approves 10 requests and reads the hours of the month twice. */
const admin: Readonly<Partial<Record<Call, number>>> = {
  'counts.pending': 60,
  'notifications.latest': 30,
  'signups.roster': 30,
  'signups.sign_up': 10,
  'attendance.hours': 2,
}
export const officersPerAdmin = 50
/** The busiest minute of that hour against its average, and how much of a processor may be used in it. */
const peak = 5
const used = 0.6
/** Officers whose screen is open at the same time. */
const watching = 0.5
/** The country: agencies and sworn officers (Bureau of Justice Statistics, rounded up). */
export const country = { departments: 18_000, officers: 800_000 }
const poolSize = 8

const sum = (of: keyof Price): number => {
  const cost = (calls: Readonly<Partial<Record<Call, number>>>) =>
    Object.entries(calls).reduce((all, [call, times]) => all + times * prices[call as Call][of], 0)
  return cost(officer) + cost(admin) / officersPerAdmin
}
const writes = (officer['signups.sign_up'] ?? 0) + (admin['signups.sign_up'] ?? 0) / officersPerAdmin

/** How many of the processes have a screen of a department, if its screens are spread at random. */
const spreadOver = (processes: number, screens: number): number => processes * (1 - (1 - 1 / processes) ** screens)

/** Cores that this many officers need in the busiest minute, in departments of this size. */
export const needs = (officers: number, department: number) => {
  const busiest = (milliseconds: number) => (milliseconds * officers * peak) / 3_600_000 / used
  const screens = department * watching
  // Changes of a large department are gathered (platform/server/live-gather.ts).
  const gathered = 1000 / Math.min(800, Math.max(100, screens / 4))
  const changes = writes * Math.min(1, gathered / ((writes * department * peak) / 3600))
  // Each process with a screen of the department reads what changed; each screen gets one event.
  const server = (processes: number) =>
    busiest(
      sum('server') +
        (changes * (spreadOver(processes, screens) * live.changeMicros + screens * live.eventMicros)) / 1000,
    )
  let processes = 1
  while (server(processes) > processes) processes += 1
  const figures = changes * spreadOver(processes, screens) * prices['notifications.latest'].database
  return {
    database: busiest(sum('database') + figures),
    processes,
    connections: processes * poolSize,
    writesPerSecond: (writes * officers * peak) / 3600,
    memory: officers * screens * (live.streamBytes / department),
  }
}

/** The most officers, to the thousand, that a primary with this many cores carries in departments of this size. */
export const carried = (cores: number, department: number): number => {
  let most = 0
  for (let step = 1_024_000; step >= 1000; step /= 2) {
    while (needs(most + step, department).database <= cores) most += step
  }
  return most
}

const number = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 1 : 0 })
const averageDepartment = Math.round(country.officers / country.departments)

const lineOf = (what: string, officers: number, department: number): string[] => {
  const found = needs(officers, department)
  return [
    what,
    number(officers),
    number(officers / department),
    number(found.database),
    number(found.processes),
    number(found.connections),
    number(found.writesPerSecond),
    `${number(found.memory / 1024 ** 3)} GB`,
  ]
}

/** The table of docs/capacity.md. */
export const capacityTable = (): string =>
  table(
    [
      'case',
      'officers',
      'departments',
      'database cores',
      'server processes',
      'connections',
      'writes a second',
      'memory of streams',
    ],
    [
      ...[8, 32, 96].map((cores) =>
        lineOf(`a primary of ${cores} cores`, carried(cores, averageDepartment), averageDepartment),
      ),
      lineOf('the country', country.officers, averageDepartment),
      lineOf('one department of 36,000', 36_000, 36_000),
    ],
  )

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.stdout.write(`${capacityTable()}\n`)
