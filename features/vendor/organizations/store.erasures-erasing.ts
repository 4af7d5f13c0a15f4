import { setScope } from '#features/people/accounts/store.scope.ts'
import { keepPast } from '#features/vendor/analytics/store.months-past.ts'
import { releaseMerges } from '#features/vendor/requests/store.feedback-write.ts'
import { type Database, type Db, enterSystem } from '#platform/server/db.ts'
import { named, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { VENDOR_ID } from '#platform/shared/vendor.ts'
import { tombstone } from './rules.erasures.ts'

const call = 'job.erase_organization'
export type Due = { id: string; subject_id: string; begun: boolean }

/** Confirmed but unfinished erasures. */
export const listDue = (database: Database): Promise<Due[]> =>
  database.read<Due>(
    enterSystem(VENDOR_ID, call),
    sql`select id, subject_id, begun_at is not null as begun from organization_erasures
      where ${ours()} and confirmed_at is not null and finished_at is null
      order by confirmed_at`,
  )

/** From here on nobody can sign in, no job runs there, and only the id of the organization's row remains. */
export const closeForGood = (database: Database, subjectId: string) =>
  database.transaction([enterSystem(subjectId, call)], async (db) => {
    const { name, subdomain } = tombstone(subjectId)
    const closed =
      await db.run(sql`update organizations set state = 'erased', name = ${name}, subdomain = ${subdomain}, city = null,
        address = null, phone = null, contact_email = null, logo_id = null, primary_color = default, notice_version = null,
        features_enabled = '{}', trial_end_date = null, max_officers = null, quiet_from = null, quiet_to = null,
        state_reason = null, state_since = now(), updated_at = now(), version = version + 1
      where id = (select app.organization_id()) and state = 'closing'`)
    // The vendor's monthly totals stay without naming the department; a restarted erasure has done this already.
    if (closed === 1) await keepPast(db)
    // The last count still needed `first_published_at`.
    await setScope(db, { organization_id: subjectId })
    await db.run(
      sql`update organizations set first_published_at = null where id = (select app.organization_id()) and state = 'erased'`,
    )
  })

/** In the vendor's records: requests from others that were merged into one of its requests become separate again. */
export const releaseMerged = (database: Database, subjectId: string) =>
  database.transaction([enterSystem(VENDOR_ID, call)], (db) => releaseMerges(db, subjectId))

/** Records when the erasure begins, and the last seal of the audit. */
export const updateBegun = (database: Database, due: Due) =>
  database.transaction([enterSystem(due.subject_id, call)], async (db) => {
    const seal = await db.row<{ number: string; hash: string; sealed_at: Date }>(sql`select number::text as number,
        encode(hash, 'hex') as hash, sealed_at from audit_seals
      where ${ours()} order by number desc limit 1`)
    await setScope(db, { organization_id: VENDOR_ID })
    await db.run(sql`update organization_erasures set begun_at = now(), seal_number = ${seal?.number ?? null}::bigint,
        seal_digest = ${seal?.hash ?? null}, sealed_at = ${seal?.sealed_at ?? null}
      where ${ours()} and id = ${due.id}::uuid and begun_at is null`)
  })

/** The tables that the fence lets the eraser empty, and the references between them. */
export const listErasable = (database: Database, subjectId: string) =>
  erasing(database, subjectId, async (db) => ({
    tables: (
      await db.rows<{ name: string }>(sql`select c.relname as name from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all (${strewn}::text[])
          and has_table_privilege(c.oid, 'DELETE') and exists (select from pg_attribute a where a.attrelid = c.oid
            and a.attname = 'organization_id' and not a.attisdropped)`)
    ).map(({ name }) => name),
    links: await db.rows<{ from: string; to: string }>(sql`select f.relname as "from", t.relname as "to"
      from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
      where k.contype = 'f' and f.relnamespace = 'public'::regnamespace`),
  }))

const erasing = <T>(database: Database, subjectId: string, work: (db: Db) => Promise<T>): Promise<T> =>
  database.erase(sql`select app.enter_eraser(${subjectId}::uuid)`, work)

/** One batch in a transaction with its count; does nothing if another process is working on it. */
const counted = (database: Database, due: Due, work: (db: Db) => Promise<Record<string, number>>): Promise<number> =>
  erasing(database, due.subject_id, async (db) => {
    const mine = await db.row(sql`select 1 from organization_erasures where id = ${due.id}::uuid and finished_at is null
      for update skip locked`)
    if (!mine) throw new Error('another process erases this organization')
    const counts = Object.entries(await work(db)).filter(([, n]) => n > 0)
    for (const [table, n] of counts)
      await db.run(sql`update organization_erasures
        set rows = rows || jsonb_build_object(${table}::text, coalesce((rows ->> ${table})::bigint, 0) + ${n}::bigint)
        where id = ${due.id}::uuid`)
    return counts.reduce((sum, [, n]) => sum + n, 0)
  })

const deleteSome = (db: Db, table: string, most: number) =>
  db.run(sql`delete from ${named(table)} where ctid = any (array(select ctid from ${named(table)}
    where ${ours()} limit ${most}::int))`)

/** Tables that belong to no organization but have rows that name one. */
export const strewn = ['memberships', 'sessions', 'account_links', 'sign_in_steps', 'outbox'] as const

export const eraseRows = (database: Database, due: Due, table: string, most: number) =>
  counted(database, due, async (db) => ({ [table]: await deleteSome(db, table, most) }))

/** What the vendor's staff has about it: deletes notes and merges of its requests, and blanks the trial request it began with. */
export const eraseTraces = (database: Database, due: Due) =>
  counted(database, due, async (db) => {
    const gone = sql`'Trial request of an erased organization'`
    return {
      request_notes: await db.run(sql`delete from request_notes`),
      feedback_merges: await db.run(sql`delete from feedback_merges`),
      feature_requests: await db.run(sql`update feature_requests set title = ${gone}, description = ${gone},
          trial_data = jsonb_build_object('organizationName', '', 'contactName', '', 'email', '', 'phone', '', 'message', '',
            'teamSize', trial_data -> 'teamSize')
        where trial_organization_id = (select app.organization_id()) and title <> ${gone}`),
    }
  })

/** The account in scope with everything attached to it; accounts that belong elsewhere, or to the vendor, stay. */
const eraseAccount = async (db: Db, account: { id: string; email_key: string }) => {
  await setScope(db, { address: account.email_key })
  const own = {
    sessions: await db.run(sql`delete from sessions where user_id = (select app.user_id())`),
    // What another department, or the vendor, sent to the address belongs to them.
    account_links: await db.run(sql`delete from account_links where account_id = (select app.user_id())
      or (email_key = (select app.address()) and organization_id is null and kind <> 'super_admin')`),
    sign_in_steps: await db.run(sql`delete from sign_in_steps where account_id = (select app.user_id())`),
    sign_in_attempts: await db.run(sql`delete from sign_in_attempts where email_key = (select app.address())`),
    factors: await db.run(sql`delete from factors where account_id = (select app.user_id())`),
    recovery_codes: await db.run(sql`delete from recovery_codes where account_id = (select app.user_id())`),
    account_acts: await db.run(sql`delete from account_acts where account_id = (select app.user_id())`),
  }
  return { ...own, accounts: await db.run(sql`delete from accounts where id = (select app.user_id())`) }
}

/** The next people of the organization: removes them from it, and deletes those who belong nowhere else. */
export const erasePeople = (database: Database, due: Due, most: number) =>
  counted(database, due, async (db) => {
    const sum: Record<string, number> = {}
    const add = (counts: Record<string, number>) => {
      for (const [table, n] of Object.entries(counts)) sum[table] = (sum[table] ?? 0) + n
    }
    const people = await db.rows<{ account_id: string }>(sql`select account_id from memberships
      where ${ours()} order by account_id limit ${most}::int`)
    for (const { account_id } of people) {
      await setScope(db, { user_id: account_id })
      add({
        memberships: await db.run(sql`delete from memberships
          where ${ours()} and account_id = ${account_id}::uuid`),
      })
      // The fence shows the account only if it no longer belongs to any organization.
      const account = await db.row<{ id: string; email_key: string }>(
        sql`select id, email_key from accounts where id = (select app.user_id())`,
      )
      if (account) add(await eraseAccount(db, account))
      await setScope(db, { user_id: '', address: '' })
    }
    return sum
  })

/** The certificate is complete. In the vendor's scope, so that it is in the vendor's audit. */
export const updateFinished = (database: Database, due: Due) =>
  database.transaction([enterSystem(VENDOR_ID, call)], (db) =>
    db.run(sql`update organization_erasures set finished_at = now()
      where ${ours()} and id = ${due.id}::uuid and finished_at is null`),
  )

/** The last seal of each organization whose audit is erased or being erased. */
export const listEnded = async (database: Database): Promise<Map<string, { number: string; hash: string }>> =>
  new Map(
    (
      await database.read<{ subject_id: string; number: string; hash: string }>(
        enterSystem(VENDOR_ID, 'audit.verify'),
        sql`select subject_id, coalesce(seal_number, 0)::text as number, coalesce(seal_digest, '') as hash
          from organization_erasures
          where ${ours()} and begun_at is not null`,
      )
    ).map(({ subject_id, number, hash }) => [subject_id, { number, hash }]),
  )
