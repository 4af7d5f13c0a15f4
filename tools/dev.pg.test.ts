import { spawn } from 'node:child_process'
import { rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lastServer } from '#platform/server/postgres/cluster-folder.ts'
import { makeTestFolder } from '#platform/server/postgres/testing.ts'
import { freePort } from '#platform/server/testing.port.ts'

const root = join(import.meta.dirname, '..')
const answers = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    (response) => response.status,
    () => 0,
  )

test('npm run dev serves the page, API and outbox, restarts the server on a change, and stops with one Ctrl-C', async () => {
  const dataDir = makeTestFolder('watchbill-dev-')
  const [port, vitePort] = [await freePort(), await freePort()]
  const child = spawn(process.execPath, [join(root, 'tools/dev.ts')], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      DATA_DIR: dataDir,
      PORT: String(port),
      VITE_PORT: String(vitePort),
      WEATHER: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said += String(bytes)))
  const starts = () => said.split('is ready').length - 1
  const bounded = { timeout: 110_000 }
  try {
    await expect.poll(() => said, bounded).toMatch(/is ready: http:\/\/localhost:\d+\n[\s\S]*admin/)
    expect(said).toContain(`http://localhost:${vitePort}`)
    expect(said).toContain(`http://127.0.0.1:${port}/dev/outbox`)
    const postgres = lastServer(join(dataDir, 'postgres'))?.pid
    expect(await answers(`http://127.0.0.1:${vitePort}/`)).toBe(200)
    expect(await answers(`http://127.0.0.1:${vitePort}/api/openapi.json`)).toBe(200)
    expect(await answers(`http://127.0.0.1:${port}/dev/outbox`)).toBe(200)

    const now = new Date()
    utimesSync(join(root, 'apps/server/explain.ts'), now, now)
    await expect.poll(starts, bounded).toBe(2)
    expect(await answers(`http://127.0.0.1:${vitePort}/api/openapi.json`)).toBe(200)
    expect(lastServer(join(dataDir, 'postgres'))?.pid).toBe(postgres)

    child.kill('SIGINT')
    expect(await ended).toBe(0)
    expect(await answers(`http://127.0.0.1:${port}/readyz`)).toBe(0)
    expect(await answers(`http://127.0.0.1:${vitePort}/`)).toBe(0)
    expect(lastServer(join(dataDir, 'postgres'))).toBeUndefined()
  } finally {
    child.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 240_000)
