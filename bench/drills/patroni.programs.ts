import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The programs that a node runs, as Debian installs them. `postgres` is a folder. */
export type Programs = { patroni: string; etcd: string; postgres: string }
export const findProgram = (name: string): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))

/** Debian keeps each version's programs in a folder of its own; the newest is used. */
export const findPostgres = (): string | undefined => {
  const home = '/usr/lib/postgresql'
  const versions = existsSync(home)
    ? readdirSync(home)
        .map(Number)
        .filter((version) => version >= 15)
    : []
  return versions
    .toSorted((a, b) => b - a)
    .map((version) => join(home, String(version), 'bin'))
    .find((bin) => ['postgres', 'initdb', 'pg_basebackup', 'pg_rewind'].every((one) => existsSync(join(bin, one))))
}

/** null: something is not installed. */
export const findPrograms = (): Programs | null => {
  const [patroni, etcd, postgres] = [findProgram('patroni'), findProgram('etcd'), findPostgres()]
  return patroni && etcd && postgres ? { patroni, etcd, postgres } : null
}

export const versionIn = (program: string): string =>
  /\d+\.\d+(\.\d+)?/.exec(String(spawnSync(program, ['--version']).stdout))?.[0] ?? '?'
export const versionsOf = ({ patroni, etcd, postgres }: Programs): string =>
  `Patroni ${versionIn(patroni)}, etcd ${versionIn(etcd)}, PostgreSQL ${versionIn(join(postgres, 'postgres'))}`
