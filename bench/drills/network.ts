import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { RunAs } from '#platform/server/postgres/run-as.ts'

/**
 * A host of its own for each node, on this machine: a network namespace on one bridge, and a disk whose blocks are in memory. Its cable
 * can be pulled, its disk filled or slowed down. Only root can make one.
 */
export type Host = {
  address: string
  folder: string
  spawn: (program: string, args: readonly string[], options: SpawnOptions) => ReturnType<typeof spawn>
  cut: () => void
  join: () => void
  fillDisk: () => void
  emptyDisk: () => void
  /** At most this many writes a second; null: as many as it can. Missing where the kernel can't hold a disk back. */
  slowDisk: ((writes: number | null) => void) | null
}
type SpawnOptions = { cwd: string; env: NodeJS.ProcessEnv; log: number; as: RunAs }
export type Network = {
  hosts: readonly Host[]
  /** This machine, with the processes and the poolers on it, hears no host; the hosts still hear each other. */
  cut: () => void
  join: () => void
  stop: () => void
}

/** PostgreSQL alone may keep 2 GB of its log, and an hour adds as much. */
const diskBytes = 4_000 * 1024 * 1024

/** Control group 1, of all processes: what the kernel writes for them counts too. */
const throttle = '/sys/fs/cgroup/blkio/blkio.throttle.write_iops_device'

const run = (program: string, ...args: string[]): string => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`)
  return stdout.trim()
}
/** What may be there or not. */
const tryTo = (program: string, ...args: string[]) => void spawnSync(program, args)

export const canMakeHosts = (): boolean =>
  process.getuid?.() === 0 &&
  ['ip', 'setpriv', 'mount', 'losetup', 'mkfs.ext4'].every((one) => spawnSync('which', [one]).status === 0)

/** A disk of its own, so that the kernel can hold it back; its blocks are a file in memory. */
const makeDisk = (folder: string) => {
  const memory = `${folder}-disk`
  mkdirSync(memory)
  run('mount', '-t', 'tmpfs', '-o', `size=${diskBytes + (16 << 20)}`, 'tmpfs', memory)
  const image = join(memory, 'image')
  run('truncate', '-s', String(diskBytes), image)
  // No blocks kept for root, no delay before the tables of files are there.
  run('mkfs.ext4', '-q', '-F', '-m', '0', '-E', 'lazy_itable_init=0,lazy_journal_init=0', image)
  const device = run('losetup', '-f', '--show', image)
  run('mount', device, folder)
  chmodSync(folder, 0o755)
  const number = readFileSync(`/sys/block/${device.split('/').at(-1)}/dev`, 'utf8').trim()
  return (writes: number | null) => writeFileSync(throttle, `${number} ${writes ?? 0}`)
}
const dropDisk = (folder: string) => {
  const memory = `${folder}-disk`
  const image = join(memory, 'image')
  tryTo('umount', '-l', folder)
  const devices = spawnSync('losetup', ['-j', image, '-O', 'NAME', '-n'], { encoding: 'utf8' }).stdout ?? ''
  for (const device of devices.split('\n')) if (device) tryTo('losetup', '-d', device)
  tryTo('umount', '-l', memory)
  rmSync(memory, { recursive: true, force: true })
}

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
  const slowDisk = makeDisk(folder)
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
    slowDisk: existsSync(throttle) ? slowDisk : null,
  }
}

/** `folders`: one for each host; each becomes the place where its disk is mounted. */
export const makeNetwork = (folders: readonly string[]): Network => {
  const name = `wb${process.pid}`
  const net = { name, bridge: `${name}b`, subnet: `10.91.${process.pid % 250}` }
  // The machine's own cable to the bridge, and its end there.
  const [own, plug] = [`${name}r`, `${name}p`]
  const stop = () => {
    for (const [n, folder] of folders.entries()) {
      dropDisk(folder)
      tryTo('ip', 'netns', 'del', `${name}-${n}`)
      tryTo('ip', 'link', 'del', `${name}v${n}`)
    }
    tryTo('ip', 'link', 'del', own)
    tryTo('ip', 'link', 'del', net.bridge)
  }
  try {
    run('ip', 'link', 'add', net.bridge, 'type', 'bridge')
    run('ip', 'link', 'set', net.bridge, 'up')
    run('ip', 'link', 'add', own, 'type', 'veth', 'peer', 'name', plug)
    run('ip', 'link', 'set', plug, 'master', net.bridge, 'up')
    run('ip', 'addr', 'add', `${net.subnet}.1/24`, 'dev', own)
    run('ip', 'link', 'set', own, 'up')
    return {
      hosts: folders.map((folder, n) => makeHost(net, n, folder)),
      cut: () => run('ip', 'link', 'set', plug, 'down'),
      join: () => run('ip', 'link', 'set', plug, 'up'),
      stop,
    }
  } catch (error) {
    stop()
    throw error
  }
}
