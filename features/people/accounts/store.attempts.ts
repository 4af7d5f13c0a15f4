import { createHash } from 'node:crypto'
import type { Db } from '#platform/server/db.ts'
import type { RequestFacts } from '#platform/server/route.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { isoInstant } from '#platform/shared/time.ts'
import {
  KNOWN_DAYS,
  LOCK_AFTER,
  LOCK_STRANGERS_AFTER,
  LOCK_WINDOW_MINUTES,
  lockedUntil,
  type TryKind,
} from './rules.ts'
import { setScope } from './store.scope.ts'

/** Where a try comes from; the hashes say nothing about other addresses. */
type Line = { browser: Buffer; source: Buffer }
const lineOf = (key: string, from: Pick<RequestFacts, 'browser_id' | 'ip'>): Line => {
  const hash = (text: string) => createHash('sha256').update(`${key} ${text}`).digest()
  return { browser: hash(`browser ${from.browser_id}`), source: hash(`source ${from.ip}`) }
}

type Row = { at: Date; outcome: 'wrong' | 'right' | 'released'; browser: string; source: string; known: boolean }

const isKnown = (browser: Sql) => sql`exists (select from sign_in_attempts k where k.email_key = (select app.address())
  and k.kind = 'password' and k.outcome = 'right' and k.browser = ${browser}
  and k.at > clock_timestamp() - make_interval(days => ${KNOWN_DAYS}))`

const listRows = (db: Db, kind: TryKind) =>
  db.rows<Row>(sql`select a.at, a.outcome, coalesce(encode(a.browser, 'hex'), '') as browser,
      coalesce(encode(a.source, 'hex'), '') as source, ${isKnown(sql`a.browser`)} as known
    from sign_in_attempts a where a.email_key = (select app.address()) and a.kind = ${kind} and a.outcome <> 'locked'
      and a.at > clock_timestamp() - make_interval(mins => ${2 * LOCK_WINDOW_MINUTES})
    order by a.at desc limit 200`)

const strangers = 'strangers'
/**
 * The counters of a try. A known browser has its own. Any other one shares that of its network address and that of all strangers.
 * Codes have one counter: whoever guesses them has the password, and so a browser that signs in.
 */
const countersOf = (kind: TryKind, from: { browser: string; source: string; known: boolean }): string[] => {
  if (kind === 'code') return ['code']
  return from.known ? [`browser ${from.browser}`] : [`source ${from.source}`, strangers]
}

/** Wrong tries by counter. A right one clears those of its browser and its network address, a release clears all. */
const countWrong = (kind: TryKind, rows: readonly Row[]): Map<string, Date[]> => {
  const counted = new Map<string, Date[]>()
  for (const row of rows.toReversed()) {
    if (row.outcome === 'wrong') {
      for (const counter of countersOf(kind, row)) counted.set(counter, [...(counted.get(counter) ?? []), row.at])
    } else if (row.outcome === 'released' || kind === 'code') counted.clear()
    else for (const counter of [`browser ${row.browser}`, `source ${row.source}`]) counted.delete(counter)
  }
  return counted
}

const lockOf = (
  counted: Map<string, Date[]>,
  counters: Iterable<string>,
  now: Date,
  more: Date[] = [],
): Date | null => {
  const ends = [...counters].flatMap((counter) => {
    const times = [...(counted.get(counter) ?? []), ...more].map((at) => isoInstant(at.getTime()))
    const most = counter === strangers ? LOCK_STRANGERS_AFTER : LOCK_AFTER
    return lockedUntil(times, isoInstant(now.getTime()), most) ?? []
  })
  return ends.length === 0 ? null : new Date(ends.toSorted().at(-1) ?? 0)
}

const hexOf = async (db: Db, { browser, source }: Line) => ({
  browser: browser.toString('hex'),
  source: source.toString('hex'),
  known: (await db.row(sql`select where ${isKnown(sql`${browser}`)}`)) !== null,
})

/**
 * When the lock for this kind and the address in scope ends, or null: for the browser that asks, or, without one, the last of
 * whichever browsers and network addresses are locked.
 */
export const findLock = async (
  db: Db,
  kind: TryKind,
  asking?: { key: string; request: RequestFacts },
): Promise<Date | null> => {
  const clock = await db.row<{ now: Date }>(sql`select clock_timestamp() as now`)
  const counted = countWrong(kind, await listRows(db, kind))
  const counters = asking ? countersOf(kind, await hexOf(db, lineOf(asking.key, asking.request))) : counted.keys()
  return lockOf(counted, counters, clock?.now ?? new Date(0))
}

export type Try = {
  id: string
  /** True if the address is locked; the attempt is not checked. */
  locked: boolean
  /** Set if this attempt, should it be wrong, locks the address until then. */
  locks_until: Date | null
}

/**
 * Reserves an attempt for the address before anything is checked, whether or not it has an account. Attempts for one address are
 * serialized, so that only five of many concurrent ones are checked. Counts as wrong until proved right.
 */
export const insertTry = async (db: Db, key: string, kind: TryKind, request: RequestFacts): Promise<Try> => {
  const line = lineOf(key, request)
  await setScope(db, { address: key })
  // A separate statement, so that the next one sees what earlier lock holders committed.
  const clock = await db.row<{ now: Date }>(sql`select clock_timestamp() as now
    from (select pg_advisory_xact_lock(hashtextextended(${`${kind} ${key}`}, 0))) as line`)
  const now = clock?.now ?? new Date(0)
  const counted = countWrong(kind, await listRows(db, kind))
  const counters = countersOf(kind, await hexOf(db, line))
  const locked = lockOf(counted, counters, now) !== null
  const row = await db.row<{
    id: string
  }>(sql`insert into sign_in_attempts (email_key, kind, at, outcome, browser, source)
    values (${key}, ${kind}, ${now}, ${locked ? 'locked' : 'wrong'}, ${line.browser}, ${line.source}) returning id`)
  return { id: row?.id ?? '', locked, locks_until: locked ? null : lockOf(counted, counters, now, [now]) }
}

export const updateTryRight = (db: Db, id: string) =>
  db.run(sql`update sign_in_attempts set outcome = 'right' where id = ${id}::uuid`)

/** Clears the wrong attempts for the address in scope, since its owner has proved their identity. */
export const insertRelease = (db: Db, key: string, kind: TryKind) =>
  db.run(sql`insert into sign_in_attempts (email_key, kind, at, outcome)
    values (${key}, ${kind}, clock_timestamp(), 'released')`)
