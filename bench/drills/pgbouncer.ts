import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chooseRunAs } from '#platform/server/postgres/run-as.ts'
import { freePort } from '#platform/server/testing.port.ts'

/** PgBouncer in transaction mode, as docs/runbook.md says, in front of one PostgreSQL. */
export type Pooler = {
  port: number
  version: string
  kill: (signal: NodeJS.Signals) => void
  /** Starts it on the same port after it ended. */
  start: () => Promise<void>
  stop: () => Promise<void>
}

/** PostgreSQL behind the pooler; the host is an address or the folder of a socket. */
type Behind = { host: string; port: number }

/** null: not installed. Debian puts it where only root looks. */
export const findPgBouncer = (): string | null =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
    .map((folder) => join(folder, 'pgbouncer'))
    .find((path) => existsSync(path)) ?? null

/** The settings that the runbook names, and what this machine adds. Fewer connections than two processes ask for, so that they are shared. */
const settingsOf = (folder: string, { host, port: behind }: Behind, port: number, owner: string): string => `[databases]
* = host=${host} port=${behind}

[pgbouncer]
pool_mode = transaction
default_pool_size = 6
max_client_conn = 200
server_login_retry = 1
query_wait_timeout = 8
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
auth_user = ${owner}
auth_query = select usename, passwd from pg_shadow where usename = $1
logfile = ${join(folder, 'pgbouncer.log')}
`

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

export const startPooler = async (
  program: string,
  behind: Behind,
  owner: { name: string; secret: string },
): Promise<Pooler> => {
  const folder = mkdtempSync(join(tmpdir(), 'watchbill-pooler-'))
  const port = await freePort()
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(settings, settingsOf(folder, behind, port, owner.name))
  writeFileSync(join(folder, 'users.txt'), `"${owner.name}" "${owner.secret}"\n`)
  // It refuses to run as root, as PostgreSQL does.
  const as = chooseRunAs(folder)
  for (const path of [folder, settings, join(folder, 'users.txt')]) chmodSync(path, 0o755)
  chmodSync(folder, 0o777)
  let child: ChildProcess
  const ended = () => child.exitCode !== null || child.signalCode !== null
  const start = async () => {
    child = spawn(program, [settings], {
      cwd: folder,
      stdio: 'ignore',
      ...(as.switched ? { uid: as.uid, gid: as.gid } : {}),
    })
    while (!(await answers(port))) {
      if (ended()) throw new Error(`PgBouncer did not start; see ${folder}`)
      await pause(20)
    }
  }
  await start()
  return {
    port,
    version: /\d+\.\d+\.\d+/.exec(String(spawnSync(program, ['--version']).stdout))?.[0] ?? '?',
    kill: (signal) => child.kill(signal),
    start: async () => {
      while (!ended()) await pause(10)
      await start()
    },
    stop: async () => {
      child.kill('SIGKILL')
      while (!ended()) await pause(10)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
