import { kinds as feedbackKinds, type Kind } from '#features/department/feedback/rules.ts'
import { within } from '#features/people/accounts/store.within.ts'
import type { Db } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { VENDOR_ID } from '#platform/shared/vendor.ts'
import { type Merge, type Status, votesOf } from './rules.feedback.ts'

/** Where a request is stored: the department it came from, and its id there. */
export type Place = { kind: Kind; organization_id: string; id: string }

const tableOf = (kind: Kind): Sql => (kind === 'feature_request' ? sql`feature_requests` : sql`problem_reports`)
const isOne = (kind: Kind): Sql => (kind === 'feature_request' ? sql`r.trial_data is null` : sql`true`)

/**
 * Serializes staff who change merges or notify several senders. Merges are read behind this lock on the vendor's own row, so they
 * never become two levels deep or circular.
 */
export const lockBook = (db: Db) =>
  db.rows(sql`select id from organizations where id = ${VENDOR_ID}::uuid for no key update`)

export type Found = Place & {
  version: number
  title: string
  status: Status
  answer: string | null
  officer_id: string | null
  /** Whose vote it is. */
  person: string
}

/** Locks and returns the request; null if there is none. */
export const lockRequest = (db: Db, place: Place): Promise<Found | null> =>
  within(db, place.organization_id, async () => {
    const [, row] = await Promise.all([
      db.rows(
        sql`select r.id from ${tableOf(place.kind)} r where ${ours('r')} and r.id = ${place.id}::uuid for no key update`,
      ),
      db.row<
        Omit<Found, 'kind'>
      >(sql`select r.organization_id, r.id, r.version, r.title, r.status, r.answer, r.officer_id,
          coalesce(r.user_id, r.id) as person
        from ${tableOf(place.kind)} r where ${ours('r')} and r.id = ${place.id}::uuid and ${isOne(place.kind)}`),
    ])
    return row && { ...row, kind: place.kind }
  })

export type Line = Merge & { from_organization_id: string; into_organization_id: string }

/** The merges that involve these requests, on either side. */
export const listMerges = (db: Db, ids: readonly string[]): Promise<Line[]> =>
  db.rows<Line>(sql`select r.request_id, r.from_organization_id, r.into_id, r.into_organization_id, r.person
    from feedback_merges r where ${ours('r')} and (r.request_id = any(${ids}::uuid[]) or r.into_id = any(${ids}::uuid[]))
    order by r.request_id`)

const me = sql`(select u.id from super_admin_users u where u.account_id = (select app.user_id()))`

export const insertMerge = async (db: Db, from: Found, into: Found): Promise<void> => {
  await db.run(sql`update feedback_merges r set into_id = ${into.id}::uuid, into_organization_id = ${into.organization_id}::uuid
    where ${ours('r')} and r.into_id = ${from.id}::uuid`)
  await db.run(sql`insert into feedback_merges (organization_id, request_id, from_organization_id, into_id,
      into_organization_id, person, merged_by)
    values ((select app.organization_id()), ${from.id}::uuid, ${from.organization_id}::uuid, ${into.id}::uuid,
      ${into.organization_id}::uuid, ${from.person}::uuid, ${me})`)
}

export const deleteMerge = (db: Db, id: string) =>
  db.run(sql`delete from feedback_merges r where ${ours('r')} and r.request_id = ${id}::uuid`)

export const updateVotes = (db: Db, place: Place, votes: number) =>
  within(db, place.organization_id, () =>
    db.run(sql`update ${tableOf(place.kind)} r set votes = ${votes}::int, version = r.version + 1, updated_at = now()
      where ${ours('r')} and r.id = ${place.id}::uuid`),
  )

/** What the sender sees: the state, the answer, and whether the request was merged with others. */
export const updateAnswer = (db: Db, place: Place, it: { status: Status; answer: string | null; merged?: boolean }) =>
  within(db, place.organization_id, () =>
    db.run(sql`update ${tableOf(place.kind)} r set status = ${it.status}, answer = ${it.answer},
        answered_at = case when r.answer is not distinct from ${it.answer} then r.answered_at
          when ${it.answer}::text is null then null else now() end,
        merged_at = case when ${it.merged ?? null}::boolean is null then r.merged_at
          when ${it.merged ?? false} then coalesce(r.merged_at, now()) end,
        version = r.version + 1, updated_at = now()
      where ${ours('r')} and r.id = ${place.id}::uuid`),
  )

const standAlone = (db: Db, line: Line) =>
  within(db, line.from_organization_id, async () => {
    for (const kind of feedbackKinds)
      await db.run(sql`update ${tableOf(kind)} r set merged_at = null, version = r.version + 1, updated_at = now()
        where ${ours('r')} and r.id = ${line.request_id}::uuid and r.merged_at is not null`)
  })

/**
 * Removes a department that is being erased from the merges: requests merged into one of its requests become separate again, and
 * its votes for other requests are dropped.
 */
export const releaseMerges = async (db: Db, organizationId: string): Promise<void> => {
  await lockBook(db)
  const lines =
    await db.rows<Line>(sql`select r.request_id, r.from_organization_id, r.into_id, r.into_organization_id, r.person
    from feedback_merges r where ${ours('r')} and ${organizationId}::uuid in (r.from_organization_id, r.into_organization_id)
    order by r.request_id`)
  for (const line of lines) {
    await deleteMerge(db, line.request_id)
    await standAlone(db, line)
    if (line.into_organization_id === organizationId) continue
    for (const kind of feedbackKinds) {
      const into = await lockRequest(db, { kind, organization_id: line.into_organization_id, id: line.into_id })
      if (into) await updateVotes(db, into, votesOf(await listMerges(db, [into.id]), into))
    }
  }
}
