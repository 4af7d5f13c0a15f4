import { standingIn } from '#features/roster/officers/store.ts'
import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import type { Change, ExistingOfficer, ImportHouse, ImportValues, ValueField } from './rules.ts'

export type Existing = { officers: (ExistingOfficer & { version: number })[]; house: ImportHouse; before: Date | null }

/** The facts an import is planned against: every officer, the department's limit, and when this exact file was imported before. */
export const findExisting = async (db: Db, fileHash: Buffer): Promise<Existing> => {
  const [officers, house] = await Promise.all([
    db.rows<
      ExistingOfficer & { version: number; hourly_rate: string | null }
    >(sql`select id, badge_number, name, email, rank,
        unit, hired_on::text as hired_on, phone, hourly_rate, user_id is not null as has_account, version,
        ${standingIn(sql`officers`)} as standing
      from officers where ${ours()}`),
    db.row<ImportHouse & { before: Date | null }>(sql`select g.max_officers,
        (select count(*)::int from officers where organization_id = g.id and approved and left_on is null) as approved_count,
        (select max(finished_at) from officer_imports where organization_id = g.id and state = 'done'
          and file_hash = ${fileHash}) as before
      from organizations g where g.id = (select app.organization_id())`),
  ])
  if (!house) throw new Error('no organization is entered')
  return {
    officers: officers.map((o) => ({ ...o, hourly_rate: o.hourly_rate === null ? null : Number(o.hourly_rate) })),
    house: { max_officers: house.max_officers, approved_count: house.approved_count },
    before: house.before,
  }
}

export type NewImport = {
  id: string
  file_name: string
  file_hash: Buffer
  mapping: unknown
  rows_total: number
  rows_done: number
}

/** Inserted before the import's own transaction, so that its progress is visible while that runs; false if the id is taken. */
export const insertImport = async (db: Db, made: NewImport): Promise<boolean> =>
  (await db.run(sql`insert into officer_imports (organization_id, id, file_name, file_hash, mapping, rows_total, rows_done,
      created_by)
    values ((select app.organization_id()), ${made.id}::uuid, ${made.file_name}, ${made.file_hash},
      ${JSON.stringify(made.mapping)}::jsonb, ${made.rows_total}, ${made.rows_done}, (select app.officer_id()))
    on conflict do nothing`)) === 1

/** Runs in a separate transaction: never waits for the import, and never writes after it has ended. */
export const updateImportProgress = (db: Db, id: string, done: number) =>
  db.run(sql`update officer_imports set rows_done = ${done}
    where ${ours()} and id = ${id}::uuid and state = 'running' and rows_done < ${done}`)

export const updateImportFailed = (db: Db, id: string, failure: string) =>
  db.run(sql`update officer_imports set state = 'failed', failure = ${failure}, finished_at = clock_timestamp()
    where ${ours()} and id = ${id}::uuid and state = 'running'`)

export const updateImportDone = (db: Db, id: string, counts: { create: number; update: number; unchanged: number }) =>
  db.run(sql`update officer_imports set state = 'done', rows_done = rows_total, created_count = ${counts.create},
      updated_count = ${counts.update}, unchanged_count = ${counts.unchanged}, finished_at = clock_timestamp()
    where ${ours()} and id = ${id}::uuid and state = 'running'`)

export const findImport = ({ import_id }: { import_id: string }) => sql`
  select jsonb_build_object('id', i.id, 'file_name', i.file_name,
    'state', case when i.state = 'running' and i.created_at < now() - interval '2 minutes' then 'failed' else i.state end,
    'rows_total', i.rows_total, 'rows_done', i.rows_done, 'created_count', i.created_count,
    'updated_count', i.updated_count, 'unchanged_count', i.unchanged_count,
    'failure', case when i.state = 'running' and i.created_at < now() - interval '2 minutes' then 'interrupted'
      else i.failure end, 'created_at', i.created_at, 'finished_at', i.finished_at)::text as json
  from officer_imports i where ${ours('i')} and i.id = ${import_id}::uuid`

/** Inserts approved officers without an account, in one statement. */
export const insertImported = (db: Db, officers: readonly ImportValues[]) =>
  db.run(sql`insert into officers (organization_id, badge_number, name, email, email_key, rank, unit, hired_on, phone,
      hourly_rate, approved, approved_at)
    select (select app.organization_id()), v.badge_number, v.name, v.email, v.email, v.rank, v.unit, v.hired_on, v.phone,
      v.hourly_rate, true, now()
    from jsonb_to_recordset(${JSON.stringify(officers)}::jsonb) as v (badge_number text, name text, email text, rank text,
      unit text, hired_on date, phone text, hourly_rate bigint)`)

export type ImportUpdate = { id: string; version: number; changes: Partial<Record<ValueField, Change>> }

/** The updated rows: fewer than given if any changed since the plan was made. */
export const updateImported = (db: Db, updates: readonly ImportUpdate[]) => {
  const rows = updates.map(({ id, version, changes }) => ({
    id,
    version,
    ...Object.fromEntries(Object.entries(changes).map(([field, change]) => [field, change.to])),
  }))
  return db.run(sql`update officers f set badge_number = coalesce(v.badge_number, f.badge_number),
      name = coalesce(v.name, f.name), email = coalesce(v.email, f.email), email_key = coalesce(v.email, f.email_key),
      rank = coalesce(v.rank, f.rank), unit = coalesce(v.unit, f.unit), hired_on = coalesce(v.hired_on, f.hired_on),
      phone = coalesce(v.phone, f.phone), hourly_rate = coalesce(v.hourly_rate, f.hourly_rate),
      updated_at = now(), version = f.version + 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (id uuid, version integer, badge_number text, name text,
      email text, rank text, unit text, hired_on date, phone text, hourly_rate bigint)
    where ${ours('f')} and f.id = v.id and f.version = v.version`)
}
