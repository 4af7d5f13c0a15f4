import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import * as back from './back.ts'
import * as disaster from './disaster.ts'
import * as failover from './failover.ts'
import * as kills from './kills.ts'
import * as overload from './overload.ts'
import { run as overloadWrites } from './overload-writes.ts'
import * as patroni from './patroni.ts'
import * as pgbackrest from './pgbackrest.ts'
import * as pooler from './pooler.ts'
import * as replicas from './replicas.ts'
import * as restarts from './restarts.ts'
import * as rush from './rush.ts'
import * as soak from './soak.ts'
import * as upgrade from './upgrade.ts'

/**
 * Usage: npm run drills -- [rush kills failover patroni pooler replicas disaster pgbackrest restarts upgrade soak overload overload-writes back bad-requests] [options]. Checks the full figures of docs/promises.md;
 * exits with 1 if any is missed. What needs a program that is not here is not run, and says so.
 */
const root = join(import.meta.dirname, '../..')

/** Tests every call with generated bad input, 1,000 requests per call; the seed is new each time and printed. */
const badRequests = {
  run: async (): Promise<boolean> => {
    const seed = String(Date.now() % 1_000_000_000)
    process.stdout.write(`Seed ${seed}\n`)
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'pg', 'apps/server/contract.pg.test.ts']
    const ran = spawnSync(process.execPath, [...vitest, '--testTimeout=600000'], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, BAD_REQUESTS: '1000', SEED: seed },
    })
    return ran.status === 0
  },
}
const drills: Readonly<Record<string, { run: () => Promise<boolean | null> }>> = {
  rush,
  kills,
  failover,
  patroni,
  pooler,
  replicas,
  disaster,
  pgbackrest,
  restarts,
  upgrade,
  soak,
  overload,
  'overload-writes': { run: overloadWrites },
  back,
  'bad-requests': badRequests,
}

const wanted = process.argv.slice(2).filter((word) => word in drills)
let missed = 0
for (const [name, drill] of Object.entries(drills)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  process.stdout.write(`== ${name}\n`)
  const kept = await drill.run()
  process.stdout.write(kept === null ? 'NOT RUN\n' : kept ? 'kept\n' : 'MISSED\n')
  if (kept === false) missed += 1
}
process.exit(missed === 0 ? 0 : 1)
