import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backupKeyOf } from '#platform/server/backup/sealed-file.ts'
import { StartError } from '#platform/server/start-error.ts'
import { openVault } from '#platform/server/vault.ts'
import { paths } from '#platform/shared/paths.ts'
import { counted } from '#platform/shared/text.ts'
import { type Config, readConfig } from './config.ts'
import { explainStart } from './explain.ts'
import { type MovedOut, moveOut } from './move.export.ts'
import { type MovedIn, moveIn } from './move.import.ts'
import { openDatabase } from './open-database.ts'
import { readSecretKey } from './secret-key.ts'

const usage = `Usage:
  npm run move -- export --organization <subdomain or id> --out <file>
  npm run move -- import <file>`

const sizeOf = ({ tables, audit }: MovedOut['tail']): string => {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  return `${counted(rows, 'row')} of ${Object.keys(tables).length} tables, with ${counted(audit.seals, 'seal')} over the audit`
}

const outWords = ({ organization, tail, reset }: MovedOut, out: string): string =>
  [
    `${organization.name} is suspended here, and "${out}" contains it: ${sizeOf(tail)}.`,
    `Left behind: recovery codes, ${counted(reset.passkeys, 'passkey')}, notifications on devices, calendar links, open invitations.`,
    ...(reset.passwords > 0
      ? [
          `${counted(reset.passwords, 'person', 'people')} also in another department here: password and authenticator are not in the archive.`,
        ]
      : []),
    'Import it with the same MOVE_KEY. Then delete the organization here, or reactivate it to undo the move.',
  ].join('\n')

const inWords = ({ head, tail, state }: MovedIn, origin: string): string =>
  [
    `${head.organization.name} is here: ${sizeOf(tail)}. The audit log is whole.`,
    state === 'active'
      ? `Its people sign in at ${origin}${paths.agencyLogin(head.organization.subdomain)}`
      : 'It was suspended before the move and is still suspended.',
  ].join('\n')

const openKeys = (config: Config) => {
  if (config.moveKey === null)
    throw new StartError(
      'Set MOVE_KEY to the same random key for the export and the import, such as by `openssl rand -base64 36`.',
    )
  // A new secret would open no authenticator, so none is made here.
  if (!config.secretKey && !existsSync(join(config.dataDir, 'secret-key.txt')))
    throw new StartError('Set SECRET_KEY to the secret key of this installation.')
  openVault(readSecretKey(config), config.otherSecretKey)
  return backupKeyOf(config.moveKey)
}

const move = async (args: string[]): Promise<string> => {
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    args,
    options: { organization: text, out: text },
    allowPositionals: true,
  })
  const [verb, file, ...more] = positionals
  const { organization, out } = values
  const exports = verb === 'export' && file === undefined && organization !== undefined && out !== undefined
  const imports = verb === 'import' && file !== undefined && more.length === 0 && !organization && !out
  if (!exports && !imports) throw new StartError(usage)
  const config = readConfig(process.env, [], join(import.meta.dirname, '../..'))
  const key = openKeys(config)
  const { url, close } = await openDatabase(config)
  try {
    if (exports) return outWords(await moveOut({ url, organization, out: resolve(out), key }), out)
    return inWords(await moveIn({ url, file: resolve(file ?? ''), key }), config.publicOrigin)
  } finally {
    await close()
  }
}

const isBadOption = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

try {
  process.stdout.write(`${await move(process.argv.slice(2))}\n`)
  process.exit(0)
} catch (error) {
  const words = isBadOption(error) && error instanceof Error ? `${error.message}\n${usage}` : explainStart(error, null)
  process.stderr.write(`${words}\n`)
  process.exit(1)
}
