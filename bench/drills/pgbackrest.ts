import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fillDatabase, refreshSessions, type Size, sizes } from '../data.ts'
import { option, type RunningServer, startServer, withClient } from '../ground.ts'
import { idOf } from '../ids.ts'
import { settingsOf, verifyAudit } from './patroni.audit.ts'
import { versionIn } from './patroni.programs.ts'
import { checkSignUps, type People, signUpOf, startPeople } from './people.ts'
import {
  type BackupGround,
  findBackupPrograms,
  makeBackupGround,
  type Postgres,
  readCommands,
} from './pgbackrest.ground.ts'

/**
 * Usage: npm run drills -- pgbackrest [--scale small|full] [--seconds 90] [--fault plain,unarchived]. Backs up Debian's PostgreSQL under
 * load, by deploy/pgbackrest; then kills it with the server at a random moment, deletes its folder and restores it, and once to a named
 * time. At most the last 60 seconds of acknowledged writes may be lost, the audit must be whole, the server must start, restoring must
 * reach 10 GB in five minutes, and nobody may read the repository without the passphrase. Each planted fault must be noticed.
 */
const seconds = Number(option('seconds') ?? 90)
const size: Size = sizes[option('scale') === 'full' ? 'full' : 'small']
const mayLoseMs = 60_000
const bytesPerSecond = 10_000_000_000 / 300
const largeBytes = 500_000_000
const name = 'bench_pgbackrest'
/** In what is stored about every department and every officer. */
const known = ['Department ', 'Officer ', '@example.org'].map((one) => Buffer.from(one))
/** What a planted fault changes in the environment of pgBackRest. */
const faults: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  plain: { PGBACKREST_REPO1_CIPHER_TYPE: 'none', PGBACKREST_COMPRESS_TYPE: 'none' },
  unarchived: {},
}
const say = (line: string) => void process.stdout.write(`${line}\n`)
const since = (began: number) => `${((performance.now() - began) / 1000).toFixed(1)} s`

const serve = (url: string, anchors: string) =>
  startServer(url, [], undefined, { ...settingsOf(url), AUDIT_ANCHORS: anchors, LOG_LEVEL: 'silent' })

const one = <T>(url: string, sql: string, values: readonly unknown[] = []) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ one: T }>(sql, [...values])
    return (rows[0] as { one: T }).one
  })

const stopArchiving = (url: string) =>
  withClient(url, async (client) => {
    await client.query(`alter system set archive_command = 'true'`)
    await client.query('select pg_reload_conf()')
  })

/** The filling wrote more log than leaves in the minute that the check waits. */
const archiveAll = async (url: string) => {
  const waiting = `select count(*)::int as one from pg_ls_archive_statusdir() where name like '%.ready'`
  while ((await one<number>(url, waiting)) > 0) await pause(200)
}

/** Those of the sign-ups that the database does not have. */
const missingOf = (url: string, signUps: People['signUps']) =>
  withClient(url, async (client) => {
    const pairs = signUps.map(({ index }) => {
      const { person, write } = signUpOf(size, index)
      return [write.body.post_id, idOf('officer', person)]
    })
    const { rows } = await client.query<{ n: number }>(
      `select n::int - 1 as n from unnest($1::uuid[], $2::uuid[]) with ordinality w (post_id, officer_id, n)
        where not exists (select from officer_assignments s where s.post_id = w.post_id and s.officer_id = w.officer_id)`,
      [pairs.map(([post]) => post), pairs.map(([, officer]) => officer)],
    )
    return rows.flatMap(({ n }) => signUps[n] ?? [])
  })

const bytesOf = async (url: string) =>
  Number(await one<string>(url, 'select sum(pg_database_size(oid)) as one from pg_database'))

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** Every file begins as what OpenSSL encrypts, and has no known name. */
const searchRepository = (repository: string): boolean => {
  const files = filesIn(repository)
  let [bytes, open, named] = [0, 0, 0]
  for (const file of files) {
    const content = readFileSync(file)
    bytes += content.length
    if (content.length > 0 && content.subarray(0, 8).toString('latin1') !== 'Salted__') open += 1
    if (known.some((word) => content.includes(word))) named += 1
  }
  say(
    `The repository: ${files.length} files, ${Math.round(bytes / 1e6)} MB; ${open} not encrypted, ${named} with a name that is known`,
  )
  return files.length > 100 && open === 0 && named === 0
}

/** Neither another passphrase nor none restores anything. */
const isRefused = async (ground: BackupGround): Promise<boolean> => {
  const { restore } = readCommands()
  const tries = {
    'another passphrase': { PGBACKREST_REPO1_CIPHER_PASS: 'not the passphrase' },
    'no passphrase': { PGBACKREST_CONFIG_INCLUDE_PATH: join(ground.folder, 'spool') },
  }
  let refused = true
  for (const [what, more] of Object.entries(tries)) {
    const into = join(ground.folder, 'wrong')
    const { status, said } = await ground.run(restore, {
      PGBACKREST_PG1_PATH: into,
      ...more,
    })
    say(`Restoring with ${what}: exit code ${status}, ${/ERROR: .*/.exec(said)?.[0] ?? 'no error'}`)
    refused &&= status !== 0 && !existsSync(join(into, 'PG_VERSION'))
  }
  return refused
}

type Running = { postgres: Postgres; server: RunningServer }
type Moment = { at: string; before: People['signUps'] }

/** A full and a differential backup under load, with a moment between them that will be asked for. */
const backUp = async (ground: BackupGround, url: string, people: People): Promise<Moment> => {
  const { full, diff, check } = readCommands()
  await ground.must(check)
  const began = performance.now()
  await ground.must(full)
  const [count, took] = [people.signUps.length, since(began)]
  await pause(3_000)
  const before = [...people.signUps]
  const at = await one<string>(
    url,
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00' as one`,
  )
  await pause(3_000)
  const again = performance.now()
  await ground.must(diff)
  say(`A full backup took ${took} with ${count} sign-ups meanwhile, a differential one ${since(again)}`)
  return { at, before }
}

type Killed = { people: People; killedAt: number; anchors: string }
const restoreNewest = async (ground: BackupGround, { people, killedAt, anchors }: Killed) => {
  const began = performance.now()
  await ground.must(readCommands().restore)
  const copied = since(began)
  const postgres = await ground.start('data')
  const took = performance.now() - began
  const url = postgres.url(name)
  const bytes = await bytesOf(url)
  const lost = await missingOf(url, people.signUps)
  const back = Math.max(0, ...lost.map(({ at }) => killedAt - at))
  const rate = bytes / (took / 1000)
  say(
    `${people.signUps.length} acknowledged sign-ups, ${lost.length} lost, all of the last ${(back / 1000).toFixed(1)} s; ${Math.round(bytes / 1e6)} MB restored in ${(took / 1000).toFixed(1)} s (files ${copied}), ${Math.round(rate / 1e6)} MB/s`,
  )
  const audit = verifyAudit(url)
  say(audit.said)
  const cut = verifyAudit(url, '--anchors', anchors)
  const lines = cut.said.split('\n')
  say(`With the anchors from before the loss: ${cut.whole ? '' : `${lines.length} faults, such as `}${lines[0]}`)
  const kept = {
    'a minute at most lost': back <= mayLoseMs,
    'the audit whole': audit.whole,
    'the rate': bytes < largeBytes || rate >= bytesPerSecond,
  }
  return { postgres, kept }
}

/** Into a folder of its own, as an operator looks something up. */
const restoreThen = async (ground: BackupGround, { at, before }: Moment): Promise<boolean> => {
  const command = readCommands()
    .restoreTo.replace(/--target='[^']+'/, `--target='${at}'`)
    .replace(/--pg1-path=\S+/, `--pg1-path=${join(ground.folder, 'then')}`)
  const began = performance.now()
  await ground.must(command)
  const postgres = await ground.start('then')
  const took = since(began)
  try {
    const url = postgres.url(name)
    const lost = await missingOf(url, before)
    const later = await one<number>(
      url,
      'select count(*)::int as one from officer_assignments where applied_at > $1::timestamptz',
      [at],
    )
    const audit = verifyAudit(url)
    const server = await serve(url, join(ground.folder, 'anchors-then'))
    await server.stop()
    say(
      `Restored to ${at} in ${took}: of ${before.length} sign-ups until then ${lost.length} missing, ${later} from later; the server started. ${audit.said}`,
    )
    return before.length > 0 && lost.length === 0 && later === 0 && audit.whole
  } finally {
    await postgres.kill()
  }
}

/** Everything on the machine of the database and the server is gone at once. */
const destroy = async (ground: BackupGround, { postgres, server }: Running): Promise<number> => {
  const killedAt = performance.now()
  process.kill(server.pid, 'SIGKILL')
  await postgres.kill()
  rmSync(join(ground.folder, 'data'), { recursive: true, force: true, maxRetries: 5 })
  return killedAt
}

/** People go on where they were, and so do the backups. */
const goOn = async (ground: BackupGround, url: string, people: People, before: number): Promise<boolean> => {
  const { check, diff } = readCommands()
  await ground.must(check)
  await ground.must(diff)
  await people.stop()
  const later = { ...people, signUps: people.signUps.slice(before) }
  const { lost, doubled } = await checkSignUps(url, size, later)
  say(
    `${later.signUps.length} sign-ups after the restore, ${lost} lost, ${doubled} doubled; the check and another backup passed. Tries that failed: ${JSON.stringify(people.tries)}`,
  )
  return later.signUps.length > 0 && lost === 0 && doubled === 0
}

const drill = async (ground: BackupGround, planted: readonly string[]): Promise<boolean> => {
  const anchors = join(ground.folder, 'anchors')
  const postgres = await ground.start('data')
  await ground.must(readCommands().create)
  const url = await fillDatabase(postgres.url('postgres'), name, size)
  await refreshSessions(url)
  await archiveAll(url)
  const running: Running = { postgres, server: await serve(url, anchors) }
  let isUp = true
  const people = startPeople(size, () => (isUp ? running.server.port : null), { writers: 8, readers: 2 })
  const moment = await backUp(ground, url, people)
  if (planted.includes('unarchived')) await stopArchiving(url)
  await pause(seconds * 1000 * (0.5 + Math.random() / 2))
  isUp = false
  const killedAt = await destroy(ground, running)
  // Answers that were on their way.
  await pause(500)
  const before = people.signUps.length
  const kept: Record<string, boolean> = {
    'nothing readable': searchRepository(ground.repository),
    'no way without the passphrase': await isRefused(ground),
  }
  const began = performance.now()
  const restored = await restoreNewest(ground, { people, killedAt, anchors })
  Object.assign(kept, restored.kept)
  running.postgres = restored.postgres
  running.server = await serve(url, join(ground.folder, 'anchors-after'))
  isUp = true
  const readyz = await (await fetch(`http://127.0.0.1:${running.server.port}/readyz`)).text()
  say(`The server was ready ${since(began)} after the restore began (verifying included): ${readyz}`)
  await pause(5_000)
  kept['the server and the backups go on'] = await goOn(ground, url, people, before)
  await running.server.stop()
  await running.postgres.kill()
  kept['a named time'] = await restoreThen(ground, moment)
  const missed = Object.keys(kept).filter((what) => !kept[what])
  say(`Missed: ${missed.join(', ') || 'nothing'}`)
  return missed.length === 0
}

export const run = async (): Promise<boolean | null> => {
  const programs = findBackupPrograms()
  if (programs === null) {
    say(
      'pgBackRest or the programs of a PostgreSQL 15 or newer are not installed (Debian: apt-get install pgbackrest postgresql).',
    )
    return null
  }
  const planted = option('fault')?.split(',') ?? []
  const unknown = planted.find((one) => !(one in faults))
  if (unknown) throw new Error(`--fault takes ${Object.keys(faults).join(', ')}`)
  const ground = await makeBackupGround(programs, Object.assign({}, ...planted.map((one) => faults[one])))
  const version = /[\d.]+/.exec((await ground.run('pgbackrest version')).said)?.[0]
  say(`pgBackRest ${version}, PostgreSQL ${versionIn(join(programs.postgres, 'postgres'))}`)
  if (planted.length > 0) say(`Planted faults: ${planted.join(', ')}`)
  try {
    return await drill(ground, planted)
  } finally {
    ground.stop()
  }
}
