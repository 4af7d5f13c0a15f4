import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Verdict } from '#features/department/audit/jobs.verify.ts'
import { appUrlOf } from '#platform/server/migrate.ts'
import { StartError } from '#platform/server/start-error.ts'
import { counted } from '#platform/shared/text.ts'
import { readConfig } from './config.ts'
import { explainStart } from './explain.ts'
import { withMigrated } from './open-database.ts'
import { verifyDatabase } from './verify-database.ts'

const usage = 'Usage: npm run audit -- verify [--organization <subdomain>] [--anchors <file>]'

const praise = (verdict: Verdict, chains: number, anchored: boolean) => {
  const parts = [
    counted(chains, 'organization'),
    counted(verdict.seals, 'seal'),
    counted(verdict.entries, 'entry', 'entries'),
    anchored ? counted(verdict.anchors, 'anchor') : "no anchors file, so a truncated log can't be detected",
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
  return withMigrated(config, async (url) => {
    const { verdict, chains } = await verifyDatabase(config.databaseAppUrl ?? appUrlOf(url), {
      organization,
      anchors: file,
    })
    return { faults: verdict.faults, praise: praise(verdict, chains, file !== null) }
  })
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
