import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeTestFolder } from '#platform/server/postgres/testing.ts'
import { clearSignups, fillDatabase, refreshSessions, sizes } from '../data.ts'
import { option, quantile, type RunningServer, startCluster, startServer, withClient } from '../ground.ts'
import { checkSignUps, longestGap, startPeople } from './people.ts'

/**
 * Usage: npm run drills -- upgrade [--upgrades 5]. One process serves officers who sign up and read; a newer version, with one more
 * migration, starts beside it and migrates; the balancer follows `/readyz`, and the older process is stopped. Then the next version.
 * Nobody sees a failure (browsers try again as they always do), and no acknowledged sign-up is lost or doubled.
 */
const upgrades = Number(option('upgrades') ?? 5)
const size = sizes.small
const name = 'drill_upgrade'
const root = join(import.meta.dirname, '../..')
const copied = ['apps', 'features', 'platform', 'db', 'tools', 'docs', 'package.json', 'dist']

/** Changes tables that every call of the drill uses. */
const migrationOf = (n: number) => `-- The version before goes on serving: columns that it does not name.
alter table officer_assignments add column drill_${n} int;
alter table posts add column drill_${n} int not null default 0;
alter table officers add column drill_${n} text;
create index on posts (drill_${n});
`

/** A copy of this version with as many more migrations, as a release would be. */
const makeVersion = (parent: string, n: number): string => {
  const folder = join(parent, `version-${n}`)
  mkdirSync(folder)
  for (const one of copied)
    if (existsSync(join(root, one))) cpSync(join(root, one), join(folder, one), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (let k = 1; k <= n; k++) writeFileSync(join(folder, `db/migrations/${9000 + k}_drill.sql`), migrationOf(k))
  const wrote = spawnSync(process.execPath, ['tools/schema.ts'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (wrote.status !== 0) throw new Error('the newer version could not be made')
  return folder
}

const isReady = ({ port }: RunningServer) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Like a load balancer: asks every process ten times a second. */
const balance = (servers: RunningServer[]) => {
  const ready = new Set<number>()
  const none: number[] = []
  let on = true
  const follow = async () => {
    while (on) {
      const asked = await Promise.all(servers.map(async (server) => ({ server, ok: await isReady(server) })))
      for (const { server, ok } of asked) ok ? ready.add(server.port) : ready.delete(server.port)
      if (ready.size === 0) none.push(performance.now())
      await pause(100)
    }
  }
  const following = follow()
  let turn = 0
  return {
    route: () => {
      const ports = [...ready]
      return ports[turn++ % ports.length] ?? null
    },
    isRouted: (server: RunningServer) => ready.has(server.port),
    /** How many looks found no process ready. */
    none: () => none.length,
    stop: async () => {
      on = false
      await following
    },
  }
}

export const run = async (): Promise<boolean> => {
  const parent = makeTestFolder('watchbill-upgrade-')
  const cluster = await startCluster()
  const drop = () => withClient(cluster.url, (client) => client.query(`drop database if exists ${name} with (force)`))
  const servers: RunningServer[] = []
  try {
    const versions = Array.from({ length: upgrades }, (_, n) => makeVersion(parent, n + 1))
    await drop()
    const url = await fillDatabase(cluster.url, name, size)
    await clearSignups(url)
    await refreshSessions(url)
    servers.push(await startServer(url))
    const balancer = balance(servers)
    while (balancer.route() === null) await pause(50)
    const people = startPeople(size, balancer.route, { writers: 8, readers: 8 })
    await pause(3_000)
    const [starts, gaps]: [number[], number[]] = [[], []]
    const lookedInVain = balancer.none()
    for (const version of versions) {
      const began = performance.now()
      const fresh = await startServer(url, [], version)
      starts.push(performance.now() - began)
      servers.push(fresh)
      while (!balancer.isRouted(fresh)) await pause(20)
      await pause(1_000)
      await servers[0]?.stop()
      servers.shift()
      await pause(2_000)
      gaps.push(
        longestGap(
          people.signUps.map(({ at }) => at),
          began,
        ),
      )
    }
    await people.stop()
    await balancer.stop()
    const { lost, doubled } = await checkSignUps(url, size, people)
    const without = balancer.none() - lookedInVain
    process.stdout.write(
      `${upgrades} upgrades: ${people.signUps.length} acknowledged sign-ups, ${lost} lost, ${doubled} doubled; ${people.reads.length} lists; the newer version was ready after ${Math.round(quantile(starts, 0.5))} ms (median); without an acknowledged sign-up for ${Math.round(Math.max(...gaps))} ms at most; looks that found no process ready: ${without}
  tries that failed: ${JSON.stringify(people.tries)}
  failures that a person saw: ${JSON.stringify(people.seen)}\n`,
    )
    return lost === 0 && doubled === 0 && without === 0 && Object.keys(people.seen).length === 0
  } finally {
    for (const server of servers) await server.stop()
    await drop()
    await cluster.stop()
    rmSync(parent, { recursive: true, force: true, maxRetries: 3 })
  }
}
