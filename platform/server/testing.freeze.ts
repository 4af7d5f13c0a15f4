import { mkdtempSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A way to the database at `url` (a Unix socket) that can be frozen: bytes stop in both directions while every connection stays open
 * and new ones are still taken, as when the database's process is stopped.
 */
export const freezableWay = async (url: string) => {
  const real = join(new URL(url).searchParams.get('host') ?? '', '.s.PGSQL.5432')
  const folder = mkdtempSync(join(tmpdir(), 'wb-freeze-'))
  const open = new Set<Socket>()
  let frozen = false
  const server = createServer({ pauseOnConnect: true }, (near) => {
    const far = createConnection(real)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from.on('data', (bytes) => to.write(bytes))
      from.on('error', () => undefined)
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
      if (frozen) from.pause()
      else from.resume()
    }
  })
  await new Promise<void>((resolve) => server.listen(join(folder, '.s.PGSQL.5432'), resolve))
  const way = new URL(url)
  way.searchParams.set('host', folder)
  const each = (act: 'pause' | 'resume') => {
    frozen = act === 'pause'
    for (const socket of open) socket[act]()
  }
  return {
    url: way.href,
    freeze: () => each('pause'),
    thaw: () => each('resume'),
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
