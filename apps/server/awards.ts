import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Chain } from '#features/department/audit/jobs.verify.ts'
import { listChains } from '#features/department/audit/store.seals.ts'
import { type Replayed, replayRounds } from '#features/shifts/award-checks/jobs.replay.ts'
import { enterSystem } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { StartError } from '#platform/server/start-error.ts'
import { readConfig } from './config.ts'
import { explainStart } from './explain.ts'
import { withDatabase } from './open-database.ts'

const usage = 'Usage: npm run awards -- replay [--organization <subdomain>] [--times <1 to 100>]'

const ask = (args: string[]) => {
  const text = { type: 'string' } as const
  const parsed = parseArgs({ args, options: { organization: text, times: text }, allowPositionals: true })
  const times = Number(parsed.values.times ?? 1)
  if (parsed.positionals.length !== 1 || parsed.positionals[0] !== 'replay') throw new StartError(usage)
  if (!Number.isInteger(times) || times < 1 || times > 100) throw new StartError(usage)
  return { organization: parsed.values.organization ?? null, times }
}

/** Recomputes every stored award round while a server is running. */
const replay = async (args: string[]): Promise<Replayed> => {
  const { organization, times } = ask(args)
  const config = readConfig(process.env, [], join(import.meta.dirname, '../..'))
  return withDatabase(config, async (database) => {
    const asJob = sql`select set_config('app.role', 'system', true)`
    const chains = await database.read<Chain>(asJob, listChains(organization))
    if (chains.length === 0) throw new StartError(`There is no organization with the address "${organization}".`)
    return replayRounds((id, statement) => database.read(enterSystem(id, 'awards.replay'), statement), chains, times)
  })
}

const isBadOption = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

try {
  const { rounds, different } = await replay(process.argv.slice(2))
  for (const one of different)
    process.stderr.write(`  ${one.organization}, round ${one.round}: ${one.what.join('; ')}\n`)
  process.stdout.write(`${rounds} replayed, ${different.length} different\n`)
  process.exit(different.length === 0 ? 0 : 1)
} catch (error) {
  const words = isBadOption(error) && error instanceof Error ? `${error.message}\n${usage}` : explainStart(error, null)
  process.stderr.write(`${words}\n`)
  process.exit(1)
}
