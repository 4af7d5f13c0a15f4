import type { Db } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { NO_HASH, type SealedEntry, type SealHead } from './rules.seals.ts'

/** Instants to the microsecond, in UTC, as the hashes use them. */
const exact = (column: Sql) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** The columns of `e` used in a digest, as text. */
const sealed = sql`e.id::text as id, ${exact(sql`e.at`)} as at, e.request_id::text as request_id, e.action,
  e.actor_user_id::text as actor_user_id, e.actor_officer_id::text as actor_officer_id, e.actor_role, e.thing_type,
  e.thing_id::text as thing_id, e.before::text as before, e.after::text as after, e.ip, e.user_agent`

export type Due = SealedEntry & {
  id: string
  number: string
  previous_hash: string
  high_id: string
  settled_id: string
  /** Every transaction with an entry id up to this one had ended when the statement ran. */
  ended_id: string
  /**
   * True if the transaction has no id yet: the one it gets is higher than that of any transaction that has taken an entry id so
   * far.
   */
  looked_first: boolean
  now_at: string
}

/**
 * Visible entries that are in no seal, in id order, at most `most`; each with the state of the chain. A single statement, so a
 * single snapshot. An entry of a slow transaction has a low id and becomes visible late: the read starts at the last seal's
 * `settled_id`, below which no transaction that could still commit has an id. (A transaction that takes an entry id already has a
 * transaction id, because `record_change` runs after a write.)
 */
export const listDue = (db: Db, most: number) =>
  db.rows<Due>(sql`with head as (
      select number, hash, high_id, settled_id from audit_seals where ${ours()} order by number desc limit 1)
    select ${sealed}, coalesce(h.number, 0)::text as number, coalesce(encode(h.hash, 'hex'), ${NO_HASH}) as previous_hash,
      coalesce(h.high_id, 0)::text as high_id, coalesce(h.settled_id, 0)::text as settled_id,
      coalesce((select s.high_id from audit_seals s where s.${ours()}
        and s.sealer_xid <= pg_snapshot_xmin(pg_current_snapshot()) order by s.number desc limit 1), 0)::text as ended_id,
      pg_current_xact_id_if_assigned() is null as looked_first, ${exact(sql`clock_timestamp()`)} as now_at
    from audit_entries e left join head h on true
    where e.${ours()} and e.id > coalesce((select settled_id from head), 0)
      and not exists (select from audit_seal_entries m where m.${ours()} and m.entry_id = e.id)
    order by e.id limit ${most}::int`)

export type NewSeal = SealHead & { hash: string; high_id: string; settled_id: string }

/** False if another process created the seal with that number first; nothing was written. */
export const insertSeal = async (db: Db, seal: NewSeal, ids: readonly string[], digests: readonly string[]) => {
  const made =
    await db.run(sql`insert into audit_seals (organization_id, number, previous_hash, hash, entry_count, first_id,
      last_id, sealed_at, high_id, settled_id)
    values ((select app.organization_id()), ${seal.number}::bigint, decode(${seal.previous_hash}, 'hex'),
      decode(${seal.hash}, 'hex'), ${seal.entry_count}::int, ${seal.first_id}::bigint, ${seal.last_id}::bigint,
      ${seal.sealed_at}::timestamptz, ${seal.high_id}::bigint, ${seal.settled_id}::bigint)
    on conflict do nothing`)
  if (made === 0) return false
  await db.run(sql`insert into audit_seal_entries (organization_id, entry_id, seal_number, digest)
    select (select app.organization_id()), t.id, ${seal.number}::bigint, decode(t.digest, 'hex')
    from unnest(${ids}::bigint[], ${digests}::text[]) as t (id, digest)`)
  return true
}

/** The organization of the current scope; jobs have no other source for it. */
export const findOrganizationId = async (db: Db): Promise<string> =>
  (await db.row<{ id: string }>(sql`select app.organization_id()::text as id`))?.id ?? ''

/** The id of the entry that has waited longest for its seal. */
export const findUnsealed = async (db: Db): Promise<string | null> =>
  (
    await db.row<{ id: string }>(sql`select e.id::text as id from audit_entries e
      where e.${ours()} and e.id > coalesce((select settled_id from audit_seals where ${ours()} order by number desc limit 1), 0)
        and not exists (select from audit_seal_entries m where m.${ours()} and m.entry_id = e.id)
      order by e.id limit 1`)
  )?.id ?? null

export type SealRow = SealHead & { hash: string; settled_id: string; late: boolean }

/** Seals after a number, in order. `late`: old enough that the file must contain its anchor. */
export const listSeals = (after: string, most: number): Sql =>
  sql`select s.organization_id::text as organization_id, s.number::text as number, encode(s.previous_hash, 'hex') as previous_hash,
      encode(s.hash, 'hex') as hash, s.entry_count, s.first_id::text as first_id, s.last_id::text as last_id,
      ${exact(sql`s.sealed_at`)} as sealed_at, s.settled_id::text as settled_id,
      s.sealed_at < now() - interval '2 minutes' as late
    from audit_seals s where s.${ours()} and s.number > ${after}::bigint order by s.number limit ${most}::int`

/** Hashes of seals by number. */
export const listHashes = (numbers: readonly string[]): Sql => sql`select s.number::text as number,
    encode(s.hash, 'hex') as hash from audit_seals s where s.${ours()} and s.number = any (${numbers}::bigint[])`

export type SealedRow = SealedEntry & { entry_id: string; digest: string; there: boolean }

/** The entries a seal claims to contain, each in its current state, after an id. */
export const listSealed = (seal: SealHead, after: string, most: number): Sql =>
  sql`select m.entry_id::text as entry_id, encode(m.digest, 'hex') as digest, e.id is not null as there, ${sealed}
    from audit_seal_entries m
    left join audit_entries e on e.organization_id = m.organization_id and e.id = m.entry_id
    where m.${ours()} and m.seal_number = ${seal.number}::bigint and m.entry_id > ${after}::bigint
      and m.entry_id <= ${seal.last_id}::bigint
    order by m.entry_id limit ${most}::int`

export type Window = { last_id: string | null; seen: number; stray: string | null; waiting: number }

/** A window of entries by id: the first one that should be in a seal by now and is in none, and how many are still waiting. */
export const lookForStrays = (after: string, settled: string, most: number): Sql =>
  sql`select max(w.id)::text as last_id, count(*)::int as seen,
      (min(w.id) filter (where not w.sealed and w.id <= ${settled}::bigint))::text as stray,
      (count(*) filter (where not w.sealed))::int as waiting
    from (select e.id, exists (select from audit_seal_entries m where m.${ours()} and m.entry_id = e.id) as sealed
      from audit_entries e where e.${ours()} and e.id > ${after}::bigint order by e.id limit ${most}::int) w`

/** The same for the contents of seals: the first row that refers to a missing seal. */
export const lookForOrphans = (after: string, most: number): Sql =>
  sql`select max(w.id)::text as last_id, count(*)::int as seen,
      (min(w.id) filter (where not w.sealed))::text as stray, 0 as waiting
    from (select m.entry_id as id, exists (select from audit_seals s where s.${ours()} and s.number = m.seal_number) as sealed
      from audit_seal_entries m where m.${ours()} and m.entry_id > ${after}::bigint order by m.entry_id limit ${most}::int) w`

/** Every organization, for verifying all chains. Requires the jobs' role. */
export const listChains = (subdomain: string | null): Sql =>
  sql`select id::text as id, name, subdomain from organizations
    where ${subdomain}::text is null or subdomain = ${subdomain} order by id`
