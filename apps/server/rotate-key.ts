import pg from 'pg'
import { type Database, enterSystem } from '#platform/server/db.ts'
import { writableUrl } from '#platform/server/db-hosts.ts'
import { sql } from '#platform/server/sql.ts'
import { keyedHash, reseal } from '#platform/server/vault.ts'
import { counted } from '#platform/shared/text.ts'
import { VENDOR_ID } from '#platform/shared/vendor.ts'

const atOnce = 200
type Rotated = { resealed: number; current: number; lost: number; phones: number; codes: number }

type App = { id: string; account_id: string; secret: Buffer }
type Phone = { id: string; number: string; number_hash: Buffer }

/**
 * One batch in one transaction, by the owner of the tables: the application's role may not replace a sealed secret, so row security
 * is lifted for the owner until the commit. The content stays the same, so no audit row is written per person.
 */
const batch = async <T>(client: pg.Client, table: 'factors' | 'phones' | 'recovery_codes', work: () => Promise<T>) => {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = '4s'`)
    await client.query(`alter table ${table} no force row level security, disable trigger record_change`)
    const done = await work()
    await client.query(`alter table ${table} force row level security, enable trigger record_change`)
    await client.query('commit')
    return done
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

const resealSome = async (client: pg.Client, after: string, done: Rotated): Promise<string | null> => {
  const { rows } = await client.query<App>(
    `select id, account_id, secret from factors where kind = 'app' and id > $1 order by id limit ${atOnce}`,
    [after],
  )
  const fresh: { id: string; secret: Buffer }[] = []
  for (const { id, account_id, secret } of rows) {
    const again = reseal(secret, account_id)
    if (again === 'current') done.current += 1
    else if (again === 'lost') done.lost += 1
    else fresh.push({ id, secret: again })
  }
  await client.query(
    `update factors f set secret = n.secret from unnest($1::uuid[], $2::bytea[]) as n (id, secret) where f.id = n.id`,
    [fresh.map(({ id }) => id), fresh.map(({ secret }) => secret)],
  )
  done.resealed += fresh.length
  return rows.at(-1)?.id ?? null
}

const rehashSome = async (client: pg.Client, after: string, done: Rotated): Promise<string | null> => {
  const { rows } = await client.query<Phone>(
    `select id, number, number_hash from phones where id > $1 order by id limit ${atOnce}`,
    [after],
  )
  const fresh = rows
    .map(({ id, number, number_hash }) => ({ id, was: number_hash, hash: keyedHash(number, 'phone') }))
    .filter(({ was, hash }) => !was.equals(hash))
  await client.query(
    `update phones p set number_hash = n.hash from unnest($1::uuid[], $2::bytea[]) as n (id, hash) where p.id = n.id`,
    [fresh.map(({ id }) => id), fresh.map(({ hash }) => hash)],
  )
  done.phones += fresh.length
  return rows.at(-1)?.id ?? null
}

const record = (database: Database, stage: 'begun' | 'done', done: Rotated) =>
  database.transaction([enterSystem(VENDOR_ID, 'admin.rotate_key')], (db) =>
    db.run(sql`insert into audit_entries (organization_id, action, actor_role, thing_type, after)
      values ((select app.organization_id()), 'admin.rotate_key', (select app.acting_role()), 'factors',
        ${JSON.stringify({ stage, ...done })}::jsonb)`),
  )

const nothing = '00000000-0000-0000-0000-000000000000'

/**
 * Seals every authenticator with the current key and hashes every phone number with it; the vault must know both keys. What already
 * has the current key is left alone, so a run that was interrupted continues where it stopped. With `codesBefore`, recovery codes
 * made before then are deleted: their hashes cannot be renewed.
 */
export const rotateKey = async (
  adminUrl: string,
  database: Database,
  codesBefore: Date | null,
  afterBatch: () => void = () => undefined,
): Promise<Rotated> => {
  const done: Rotated = { resealed: 0, current: 0, lost: 0, phones: 0, codes: 0 }
  await record(database, 'begun', done)
  const client = new pg.Client({ connectionString: await writableUrl(adminUrl), connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const walk = async (table: 'factors' | 'phones', some: typeof resealSome) => {
      for (let after: string | null = nothing; after !== null; afterBatch()) {
        const from: string = after
        after = await batch(client, table, () => some(client, from, done))
      }
    }
    await walk('factors', resealSome)
    await walk('phones', rehashSome)
    if (codesBefore !== null)
      done.codes = await batch(client, 'recovery_codes', async () => {
        const gone = await client.query('delete from recovery_codes where made_at < $1', [codesBefore])
        return gone.rowCount ?? 0
      })
  } finally {
    await client.end()
  }
  await record(database, 'done', done)
  return done
}

/** What the person at the terminal reads. */
export const rotatedWords = ({ resealed, current, lost, phones, codes }: Rotated): string =>
  [
    `${counted(resealed, 'authenticator')} re-encrypted, ${counted(current, 'authenticator')} already current.`,
    `${counted(phones, 'phone number')} hashed again.`,
    ...(lost > 0 ? [`${counted(lost, 'authenticator')} could be opened with neither key and stayed as before.`] : []),
    codes > 0
      ? `${counted(codes, 'set')} of recovery codes deleted.`
      : 'Recovery codes made with the other key work as long as SECRET_KEY_OTHER is set.',
  ].join('\n')
