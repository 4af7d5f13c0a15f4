import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Chain, type Verdict, verifyAudit } from '#features/department/audit/jobs.verify.ts'
import { listChains } from '#features/department/audit/store.seals.ts'
import { listEnded } from '#features/vendor/organizations/store.erasures-erasing.ts'
import { connectDatabase, enterSystem } from '#platform/server/db.ts'
import { appUrlOf, migrate } from '#platform/server/migrate.ts'
import { sql } from '#platform/server/sql.ts'
import { StartError } from '#platform/server/start-error.ts'
import { readConfig } from './config.ts'
import { explainStart } from './explain.ts'
import { openDatabase } from './open-database.ts'

const usage = 'Usage: npm run audit -- verify [--organization <subdomain>] [--anchors <file>]'

const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`

const praise = (verdict: Verdict, chains: number, anchored: boolean) => {
  const parts = [
    count(chains, 'organization'),
    count(verdict.seals, 'seal'),
    `${verdict.entries} ${verdict.entries === 1 ? 'entry' : 'entries'}`,
    anchored ? count(verdict.anchors, 'anchor') : 'no anchors file, so a cut tail cannot be seen',
    ...(verdict.waiting > 0 ? [`${verdict.waiting} not sealed yet`] : []),
  ]
  return `The audit log is whole: ${parts.join(', ')}.`
}

const ask = (args: string[]) => {
  const text = { type: 'string' } as const
  const parsed = parseArgs({ args, options: { organization: text, anchors: text }, allowPositionals: true })
  if (parsed.positionals.length !== 1 || parsed.positionals[0] !== 'verify') throw new StartError(usage)
  return parsed.values
}

/** The faults found, one per line; empty if the log is intact. */
const verify = async (args: string[]): Promise<{ faults: string[]; praise: string }> => {
  const { organization = null, anchors } = ask(args)
  const config = readConfig(process.env, [], join(import.meta.dirname, '../..'))
  const file = anchors ?? config.auditAnchors
  const { url, close } = await openDatabase(config)
  try {
    await migrate(url, {
      app: config.databaseAppUrl,
      vendor: config.databaseVendorUrl,
      eraser: config.databaseEraserUrl,
    })
    const database = connectDatabase(config.databaseAppUrl ?? appUrlOf(url), { size: 1, pipeline: true, named: false })
    try {
      const asJob = sql`select set_config('app.role', 'system', true)`
      const chains = await database.read<Chain>(asJob, listChains(organization))
      if (chains.length === 0) throw new StartError(`There is no organization with the address "${organization}".`)
      const verdict = await verifyAudit(
        (id, statement) => database.read(enterSystem(id, 'audit.verify'), statement),
        chains,
        file,
        organization === null,
        await listEnded(database),
      )
      return { faults: verdict.faults, praise: praise(verdict, chains.length, file !== null) }
    } finally {
      await database.close()
    }
  } finally {
    await close()
  }
}

const isBadOption = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

try {
  const { faults, praise: whole } = await verify(process.argv.slice(2))
  if (faults.length === 0) process.stdout.write(`${whole}\n`)
  else process.stderr.write(`The audit log is not whole:\n${faults.map((fault) => `  ${fault}\n`).join('')}`)
  process.exit(faults.length === 0 ? 0 : 1)
} catch (error) {
  const words = isBadOption(error) && error instanceof Error ? `${error.message}\n${usage}` : explainStart(error, null)
  process.stderr.write(`${words}\n`)
  process.exit(1)
}
