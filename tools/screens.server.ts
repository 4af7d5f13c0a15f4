import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Secret } from 'otpauth'
import { freePort } from '#platform/server/testing.port.ts'

const root = join(import.meta.dirname, '..')

export type Demo = {
  base: string
  password: string
  /** The demo admins' authenticator secret, in base32. */
  totpSecret: string
  stop: () => Promise<void>
}

const ready = (child: ChildProcess) =>
  new Promise<void>((resolve, reject) => {
    let said = ''
    const hear = (bytes: Buffer) => {
      said += String(bytes)
      if (said.includes('is ready')) resolve()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)))
  })

/** A separate server with the demo organization; its data folder is deleted afterward. */
export const startDemo = async (): Promise<Demo> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'watchbill-demo-'))
  const port = await freePort()
  const password = 'seven quiet herons 19'
  const totpSecret = new Secret({ size: 20 }).base32
  const child = spawn(process.execPath, [join(root, 'apps/server/main.ts'), '--demo'], {
    cwd: root,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      // Empty: uses the embedded database, no email, and only mocked weather.
      DATABASE_URL: '',
      SMTP_URL: '',
      PUBLIC_URL: '',
      WEATHER: 'off',
      HOST: '127.0.0.1',
      PORT: String(port),
      DEMO_PASSWORD: password,
      DEMO_TOTP_SECRET: totpSecret,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // The server ends with this process, however it ends.
  process.once('exit', () => child.kill('SIGTERM'))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stop().then(() => process.exit(1)))
  try {
    await ready(child)
  } catch (error) {
    await stop()
    throw error
  }
  return { base: `http://localhost:${port}`, password, totpSecret, stop }
}
