import type { Db } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { UNDO_SECONDS } from '#platform/shared/time.ts'
import type { RosterFilter } from './contract.ts'
import type { BulkKind } from './rules.bulk.ts'
import { house, matches, standingIn } from './store.ts'

export type Change = { id: string; before: string | null; version: number }

/** The ids of everyone whom the filter finds at this moment, in the order in which rows are locked. */
export const listMatching = async (db: Db, ask: RosterFilter): Promise<string[]> =>
  (await db.rows<{ id: string }>(sql`select f.id from officers f where ${matches(ask)} order by f.id`)).map(
    ({ id }) => id,
  )

/** The matching officers on duty: once suspended, they can't check out. */
const onDuty = (ask: RosterFilter): Sql => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name) order by f.name, f.id), '[]')
  from officers f
  join attendance t on t.organization_id = f.organization_id and t.officer_id = f.id
    and t.state = 'open' and t.checked_out_at is null
  where ${matches(ask)} and f.id <> (select app.officer_id()) and ${standingIn(sql`f`)} = 'approved')`

/** What the rule asks of everyone whom the filter finds, and of the house; with the edit that is asked about. */
export const findPreviewFacts = ({ kind, value, ...ask }: RosterFilter & { kind: BulkKind; value: string }): Sql => sql`
  select ${kind}::text as kind, ${value}::text as value, coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'role', f.role, 'standing', ${standingIn(sql`f`)}, 'unit', f.unit,
      'rank', f.rank, 'email', f.email, 'has_account', f.user_id is not null) order by f.id), '[]') as rows,
    (${house}) as house, ${kind === 'suspend' ? onDuty(ask) : sql`'[]'::jsonb`} as on_duty
  from officers f where ${matches(ask)}`

const columns = { unit: sql`unit`, rank: sql`rank` } as const

/** Sets unit or rank of locked rows; answers each with its version since. */
export const updateColumn = (db: Db, kind: 'unit' | 'rank', ids: readonly string[], value: string | null) =>
  db.rows<{ id: string; version: number }>(sql`update officers set ${columns[kind]} = ${value}, updated_at = now(),
      version = version + 1
    where ${ours()} and id = any(${ids}::uuid[]) returning id, version`)

/** The versions of rows that were just changed. */
export const listVersions = (db: Db, ids: readonly string[]) =>
  db.rows<{ id: string; version: number }>(sql`select id, version from officers
    where ${ours()} and id = any(${ids}::uuid[])`)

export const insertEdit = async (db: Db, kind: Exclude<BulkKind, 'invite'>, changes: readonly Change[]) => {
  const made = await db.row<{ id: string }>(sql`insert into bulk_edits (organization_id, kind, changes, made_by)
    values ((select app.organization_id()), ${kind}, ${JSON.stringify(changes)}::jsonb, (select app.officer_id()))
    returning id`)
  if (!made) throw new Error('no row came back')
  return made.id
}

export type FoundEdit = { kind: Exclude<BulkKind, 'invite'>; changes: Change[]; over: boolean }
/** The caller's own edit, not undone yet, locked. */
export const lockEdit = (db: Db, id: string) =>
  db.row<FoundEdit>(sql`select kind, changes,
      made_at < now() - make_interval(secs => ${UNDO_SECONDS}) as over
    from bulk_edits where ${ours()} and id = ${id}::uuid
      and made_by = (select app.officer_id()) and undone_at is null for update`)

export const markUndone = (db: Db, id: string) =>
  db.run(sql`update bulk_edits set undone_at = now()
    where ${ours()} and id = ${id}::uuid`)

/** Puts back what was there, of rows that nobody changed since. */
export const restoreColumn = (db: Db, kind: 'unit' | 'rank', changes: readonly Change[]) =>
  db.rows<{
    id: string
  }>(sql`update officers f set ${columns[kind]} = c.before, updated_at = now(), version = f.version + 1
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c (id uuid, before text, version integer)
    where ${ours('f')} and f.id = c.id and f.version = c.version returning f.id`)

/** Of these, the rows that nobody changed since, locked in id order. */
export const listUnchanged = async (db: Db, changes: readonly Change[]): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`select f.id from officers f
      join jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c (id uuid, version integer) on c.id = f.id
      where ${ours('f')} and f.version = c.version order by f.id
      for no key update of f`)
  ).map(({ id }) => id)
