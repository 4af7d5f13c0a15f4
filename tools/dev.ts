import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createServer } from 'vite'
import { readConfig } from '#apps/server/config.ts'
import { explainStart } from '#apps/server/explain.ts'
import { startEmbedded } from '#platform/server/postgres/embedded.ts'
import { StartError } from '#platform/server/start-error.ts'

/**
 * `npm run dev`: the server restarts when one of its files changes, and Vite updates the page in the browser. PostgreSQL keeps
 * running between restarts. Reads PORT (3000), VITE_PORT (5173) and DATA_DIR like `npm start`.
 */
const root = resolve(import.meta.dirname, '..')
const options = ['--disable-warning=ExperimentalWarning', '--watch', '--watch-preserve-output']

/** The server under `node --watch`; after a syntax error it stays down until the next file change. */
const watchServer = (env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, [...options, resolve(root, 'apps/server/main.ts')], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })

/** Vite serves the page and proxies `/api`, so that page and server share one origin. */
const startVite = async (port: number) => {
  const vite = await createServer({
    root,
    configFile: resolve(root, 'vite.config.ts'),
    server: { port, strictPort: true, host: '127.0.0.1' },
    clearScreen: false,
  })
  return vite.listen().catch(async (error: unknown) => {
    await vite.close()
    throw new StartError(`Vite cannot listen on port ${port}: ${error instanceof Error ? error.message : error}`)
  })
}

const untilSignal = () =>
  new Promise<void>((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => done())
  })

const start = async () => {
  const asked = untilSignal()
  const config = readConfig({ ...process.env, PUBLIC_URL: '' }, [], root)
  if (config.databaseUrl !== null) throw new StartError('npm run dev uses the embedded PostgreSQL: unset DATABASE_URL.')
  const vitePort = Number(process.env.VITE_PORT || 5173)
  const page = `http://localhost:${vitePort}`
  const server = `http://127.0.0.1:${config.port}`
  Object.assign(process.env, { PUBLIC_URL: page, SERVER_URL: server })
  const database = await startEmbedded({ dataDir: config.dataDir })
  try {
    const vite = await startVite(vitePort)
    const child = watchServer({ EMBEDDED_URL: database.url, CHECK_OUTPUTS: process.env.CHECK_OUTPUTS || 'on' })
    const ended = new Promise<void>((done) => child.once('exit', () => done()))
    const lines = [`Page, reloads by itself: ${page}`, `Server and API: ${server}/api/docs`]
    process.stdout.write(`${[...lines, `Mail that nobody sends: ${server}/dev/outbox`].join('\n')}\n`)
    await Promise.race([asked, ended])
    child.kill('SIGTERM')
    await Promise.all([ended, vite.close()])
  } finally {
    await database.stop()
  }
}

try {
  await start()
} catch (error) {
  process.stderr.write(`${explainStart(error, null)}\n`)
  process.exitCode = 1
}
process.exit()
