import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The secret that encrypts values that must not be readable in a copy of the database: SECRET_KEY, or one created once in the
 * data folder.
 */
export const readSecretKey = (config: { secretKey: string | null; dataDir: string }): string => {
  if (config.secretKey) return config.secretKey
  const file = join(config.dataDir, 'secret-key.txt')
  mkdirSync(config.dataDir, { recursive: true })
  try {
    // Several processes may start at once: only one of them creates it.
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readFileSync(file, 'utf8').trim()
}
