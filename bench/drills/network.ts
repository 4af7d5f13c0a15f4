import { spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { RunAs } from '#platform/server/postgres/run-as.ts'

/**
 * A host of its own for each node, on this machine: a network namespace on one bridge, and a disk in memory. Its cable can be pulled and
 * its disk filled. Only root can make one.
 */
export type Host = {
  address: string
  folder: string
  spawn: (program: string, args: readonly string[], options: SpawnOptions) => ReturnType<typeof spawn>
  cut: () => void
  join: () => void
  fillDisk: () => void
  emptyDisk: () => void
}
type SpawnOptions = { cwd: string; env: NodeJS.ProcessEnv; log: number; as: RunAs }
export type Network = { hosts: readonly Host[]; stop: () => void }

/** PostgreSQL alone may keep 1 GB of its log. */
const diskBytes = 2_000 * 1024 * 1024

const run = (program: string, ...args: string[]) => {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`)
}
/** What may be there or not. */
const tryTo = (program: string, ...args: string[]) => void spawnSync(program, args)

export const canMakeHosts = (): boolean =>
  process.getuid?.() === 0 && ['ip', 'setpriv', 'mount'].every((one) => spawnSync('which', [one]).status === 0)

const makeHost = (net: { bridge: string; subnet: string; name: string }, n: number, folder: string): Host => {
  const space = `${net.name}-${n}`
  const cable = `${net.name}v${n}`
  const address = `${net.subnet}.${n + 2}`
  const filler = join(folder, 'filler')
  run('ip', 'netns', 'add', space)
  run('ip', 'link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
  run('ip', 'link', 'set', cable, 'master', net.bridge, 'up')
  for (const it of [
    ['addr', 'add', `${address}/24`, 'dev', 'eth0'],
    ['link', 'set', 'eth0', 'up'],
    ['link', 'set', 'lo', 'up'],
  ])
    run('ip', '-n', space, ...it)
  run('mount', '-t', 'tmpfs', '-o', `size=${diskBytes},mode=0755`, 'tmpfs', folder)
  return {
    address,
    folder,
    spawn: (program, args, { cwd, env, log, as }) => {
      // Both replace themselves, so that the child is the program.
      const user = ['setpriv', `--reuid=${as.uid}`, `--regid=${as.gid}`, '--clear-groups']
      const words = ['netns', 'exec', space, ...(as.switched ? user : []), program, ...args]
      return spawn('ip', words, { cwd, env, stdio: ['ignore', log, log], detached: true })
    },
    cut: () => run('ip', 'link', 'set', cable, 'down'),
    join: () => run('ip', 'link', 'set', cable, 'up'),
    fillDisk: () => {
      const file = openSync(filler, 'w')
      const block = Buffer.alloc(1 << 20)
      try {
        for (let left = statfsSync(folder).bavail; left >= 0; left--) writeSync(file, block)
      } catch {
        // Full, as it should be.
      }
      closeSync(file)
    },
    emptyDisk: () => rmSync(filler, { force: true }),
  }
}

/** `folders`: one for each host; each becomes the place where its disk is mounted. */
export const makeNetwork = (folders: readonly string[]): Network => {
  const name = `wb${process.pid}`
  const net = { name, bridge: `${name}b`, subnet: `10.91.${process.pid % 250}` }
  const stop = () => {
    for (const [n, folder] of folders.entries()) {
      tryTo('umount', '-l', folder)
      tryTo('ip', 'netns', 'del', `${name}-${n}`)
      tryTo('ip', 'link', 'del', `${name}v${n}`)
    }
    tryTo('ip', 'link', 'del', net.bridge)
  }
  try {
    run('ip', 'link', 'add', net.bridge, 'type', 'bridge')
    run('ip', 'addr', 'add', `${net.subnet}.1/24`, 'dev', net.bridge)
    run('ip', 'link', 'set', net.bridge, 'up')
    return { hosts: folders.map((folder, n) => makeHost(net, n, folder)), stop }
  } catch (error) {
    stop()
    throw error
  }
}
