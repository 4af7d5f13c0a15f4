import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** What a process on the nodes of Patroni needs in its environment. */
export const settingsOf = (url: string): Record<string, string> => ({
  DATABASE_URL: url,
  FENCE_ALLOWS: 'replicator',
  SECRET_KEY: 'a-secret-key-of-a-drill-that-nobody-keeps',
  WEATHER: 'off',
})

/** Runs the verifier that an operator runs. */
export const verifyAudit = (url: string, ...options: readonly string[]): { whole: boolean; said: string } => {
  const ran = spawnSync(process.execPath, [join(root, 'apps/server/audit.ts'), 'verify', ...options], {
    env: { ...process.env, ...settingsOf(url), LOG_LEVEL: 'silent' },
    encoding: 'utf8',
  })
  return { whole: ran.status === 0, said: `${ran.stdout}${ran.stderr}`.trim() }
}
