import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { isoInstant } from '#platform/shared/time.ts'
import { LOCK_WINDOW_MINUTES, lockedUntil, type TryKind } from './rules.ts'
import { setScope } from './store.scope.ts'

/** When wrong tries of the address in scope were checked, since the last right one of the kind. */
const listFailures = async (db: Db, kind: TryKind): Promise<Date[]> =>
  (
    await db.rows<{ at: Date }>(sql`select at from sign_in_attempts
      where email_key = (select app.address()) and kind = ${kind} and outcome = 'wrong'
        and at > clock_timestamp() - make_interval(mins => ${2 * LOCK_WINDOW_MINUTES})
        and at > coalesce((select max(at) from sign_in_attempts
          where email_key = (select app.address()) and kind = ${kind} and outcome in ('right', 'released')), '-infinity')
      order by at desc limit 50`)
  ).map((row) => row.at)

const lockOf = (failures: readonly Date[], now: Date): Date | null => {
  const until = lockedUntil(
    failures.map((at) => isoInstant(at.getTime())),
    isoInstant(now.getTime()),
  )
  return until === null ? null : new Date(until)
}

/** Until when the kind's path of the address in scope is locked, or null. */
export const findLock = async (db: Db, kind: TryKind): Promise<Date | null> => {
  const clock = await db.row<{ now: Date }>(sql`select clock_timestamp() as now`)
  return lockOf(await listFailures(db, kind), clock?.now ?? new Date(0))
}

export type Try = {
  id: string
  /** Not to be checked: the address is locked. */
  locked: boolean
  /** Set where this try, if it is wrong, locks the address until then. */
  locks_until: Date | null
}

/**
 * Takes one of the tries of the address before anything is checked, whether or not it has an account. Tries of one address
 * stand in line for it, so that of many at once only five are checked. Counts as wrong until it is known to be right.
 */
export const insertTry = async (db: Db, key: string, kind: TryKind): Promise<Try> => {
  await setScope(db, { address: key })
  // A statement of its own: the next one sees what those before in the line have left.
  const clock = await db.row<{ now: Date }>(sql`select clock_timestamp() as now
    from (select pg_advisory_xact_lock(hashtextextended(${`${kind} ${key}`}, 0))) as line`)
  const now = clock?.now ?? new Date(0)
  const failures = await listFailures(db, kind)
  const locked = lockOf(failures, now) !== null
  const row = await db.row<{ id: string }>(sql`insert into sign_in_attempts (email_key, kind, at, outcome)
    values (${key}, ${kind}, ${now}, ${locked ? 'locked' : 'wrong'}) returning id`)
  return { id: row?.id ?? '', locked, locks_until: locked ? null : lockOf([...failures, now], now) }
}

export const updateTryRight = (db: Db, id: string) =>
  db.run(sql`update sign_in_attempts set outcome = 'right' where id = ${id}::uuid`)

/** Forgets the wrong tries of the address in scope: its owner has shown to be one. */
export const insertRelease = (db: Db, key: string, kind: TryKind) =>
  db.run(sql`insert into sign_in_attempts (email_key, kind, at, outcome)
    values (${key}, ${kind}, clock_timestamp(), 'released')`)
