import { lockPaidTime } from '#features/roster/officers/store.paid-time.ts'
import type { Db } from '#platform/server/db.ts'
import { dayBegins } from '#platform/server/department-days.ts'
import { join, likeText, nothing, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { readCursor } from '#platform/shared/cursor.ts'
import { EXPIRES_AFTER_DAYS, type ExtraTimeKind, type ExtraTimeState } from './rules.ts'

const PAGE = 50

/** Columns of claim `r` that its officer sees. */
const facts = sql`'id', r.id, 'status', r.status, 'officer_id', r.officer_id, 'kind', r.kind, 'starts_at', r.starts_at,
  'ends_at', r.ends_at, 'minutes', r.minutes, 'asked', case when r.asked_minutes is not null then
    jsonb_build_object('starts_at', r.asked_starts_at, 'minutes', r.asked_minutes) end,
  'docket_number', r.docket_number, 'court', r.court, 'reason', r.reason, 'submitted_at', r.submitted_at, 'created_at', r.created_at,
  'decided_at', r.decided_at, 'decision_reason', r.decision_reason, 'version', r.version,
  'shift', (select jsonb_build_object('signup_id', s.id, 'assignment_id', s.assignment_id, 'title', a.title,
      'starts_at', s.starts_at, 'ends_at', s.ends_at)
    from officer_assignments s join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
    where s.organization_id = r.organization_id and s.id = r.signup_id),
  'me', (select app.me()), 'now_at', now()`

/** Additional columns for an admin: the officer, who decided, and whether attendance now overlaps the claim. */
const adminFacts = sql`${facts}, 'officer', (select jsonb_build_object('id', f.id, 'name', f.name,
      'badge_number', f.badge_number, 'rank', f.rank, 'unit', f.unit)
    from officers f where f.organization_id = r.organization_id and f.id = r.officer_id),
  'decided_by', (select d.name from officers d where d.organization_id = r.organization_id and d.id = r.decided_by),
  'time_zone', (select g.time_zone from organizations g where g.id = r.organization_id),
  'overlaps', r.status in ('pending', 'returned', 'approved') and
    app.overlaps_attendance(r.organization_id, r.officer_id, r.starts_at, r.ends_at)`

const mine = sql`${ours('r')} and r.officer_id = (select app.officer_id())`

/** `stateOf` of rules.ts, for a row of `overtime_requests`: pending, and its time is over or not. */
export const hasExpired = (r: Sql, at: Sql = sql`now()`): Sql =>
  sql`(${r}.status = 'pending' and ${r}.submitted_at <= ${at} - make_interval(days => ${EXPIRES_AFTER_DAYS}::int))`
export const stillWaits = (r: Sql, at: Sql = sql`now()`): Sql =>
  sql`${r}.status = 'pending' and ${r}.submitted_at > ${at} - make_interval(days => ${EXPIRES_AFTER_DAYS}::int)`
const expired = hasExpired(sql`r`)
/** A row's cursor in a list ordered by this instant and the id. */
const placeOf = (at: Sql): Sql => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '_' || r.id`

/**
 * The officer's own claims, latest first, one more than the page. Every row carries the department's limit; without claims there
 * is one row with only the limit.
 */
export const listMine = (input: { after?: string | undefined; limit?: number | undefined }): Sql => {
  const limit = input.limit ?? PAGE
  const at = readCursor(input.after)
  return sql`
    with page as (
      select jsonb_build_object(${facts}) as item, ${placeOf(sql`r.starts_at`)} as place, r.starts_at, r.id
      from overtime_requests r where ${mine}
        ${at ? sql`and (r.starts_at, r.id) < (${at.at}::timestamptz, ${at.id}::uuid)` : nothing}
      order by r.starts_at desc, r.id desc limit ${limit + 1}::int)
    select (select coalesce(jsonb_agg(jsonb_build_object('item', item, 'place', place) order by starts_at desc, id desc), '[]')
        from page) as rows, ${limit}::int as page_size, g.time_zone, g.hours_edit_limit_days,
      to_json(now()) #>> '{}' as now_at
    from organizations g where g.id = (select app.organization_id())`
}

export type ListAsk = {
  state: ExtraTimeState | 'all'
  kind?: ExtraTimeKind | undefined
  officer_id?: string | undefined
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
  after?: string | undefined
  limit?: number | undefined
}

/** The states are literals so that partial indexes match. */
const stateIs = (state: ListAsk['state']): Sql | null => {
  if (state === 'all') return null
  if (state === 'pending') return sql`r.status = 'pending' and not ${expired}`
  if (state === 'expired') return sql`(r.status = 'expired' or ${expired})`
  return sql`r.status = ${state}`
}

/** Pending claims oldest first, all others by time worked, latest first; one more than the page. */
export const listRequests = (ask: ListAsk): Sql => {
  const limit = ask.limit ?? PAGE
  const waiting = ask.state === 'pending'
  const at = readCursor(ask.after)
  const key = waiting ? sql`r.submitted_at` : sql`r.starts_at`
  const conditions = [ours('r')]
  const state = stateIs(ask.state)
  if (state) conditions.push(state)
  if (ask.kind) conditions.push(sql`r.kind = ${ask.kind}`)
  if (ask.officer_id) conditions.push(sql`r.officer_id = ${ask.officer_id}::uuid`)
  if (ask.from) conditions.push(sql`r.starts_at >= ${dayBegins(ask.from)}`)
  if (ask.to) conditions.push(sql`r.starts_at < ${dayBegins(ask.to, 1)}`)
  if (ask.search) {
    const like = likeText(ask.search)
    conditions.push(sql`(r.docket_number ilike ${like} or r.court ilike ${like} or r.reason ilike ${like}
      or exists (select from officers f where f.organization_id = r.organization_id and f.id = r.officer_id
        and (f.name ilike ${like} or f.badge_number ilike ${like})))`)
  }
  if (at)
    conditions.push(
      waiting
        ? sql`(r.submitted_at, r.id) > (${at.at}::timestamptz, ${at.id}::uuid)`
        : sql`(r.starts_at, r.id) < (${at.at}::timestamptz, ${at.id}::uuid)`,
    )
  const order = waiting ? sql`r.submitted_at, r.id` : sql`r.starts_at desc, r.id desc`
  return sql`select jsonb_build_object(${adminFacts}) as item, ${placeOf(key)} as place, ${limit}::int as page_size
    from overtime_requests r where ${join(conditions, sql` and `)} order by ${order} limit ${limit + 1}::int`
}

/** Locks claims in id order, then reads them in a second statement, since the first one's snapshot predates the lock. */
export const lockRequests = async (db: Db, ids: readonly string[]): Promise<Record<string, unknown>[]> => {
  const [, , rows] = await Promise.all([
    db.rows(
      sql`select id from overtime_requests r where ${ours('r')} and r.id = any(${ids}::uuid[]) order by id for no key update`,
    ),
    lockPaidTime(
      db,
      sql`select r.officer_id from overtime_requests r where ${ours('r')} and r.id = any(${ids}::uuid[])`,
    ),
    db.rows<{ item: Record<string, unknown> }>(sql`select jsonb_build_object(${adminFacts}) as item
      from overtime_requests r where ${ours('r')} and r.id = any(${ids}::uuid[])`),
  ])
  return rows.map((row) => row.item)
}

/** The officer's own claim, locked; null if it does not exist or belongs to another officer. */
export const lockMine = async (db: Db, id: string): Promise<Record<string, unknown> | null> => {
  const [, row] = await Promise.all([
    db.rows(sql`select id from overtime_requests r where ${mine} and r.id = ${id}::uuid and
      r.status in ('pending', 'returned', 'expired') for no key update`),
    db.row<{ item: Record<string, unknown> }>(sql`select jsonb_build_object(${facts}) as item
      from overtime_requests r where ${mine} and r.id = ${id}::uuid`),
  ])
  return row?.item ?? null
}

export type Around = {
  time_zone: string
  hours_edit_limit_days: number
  now_at: string
  shift: { starts_at: string; ends_at: string; worked: boolean } | null
  /** The officer's other paid time near the range, with descriptions, earliest first. */
  paid: { starts_at: string; ends_at: string; what: string }[]
}

/**
 * The facts a claim is checked against: the department's limit, the shift it names, and other paid time around the range. Expired
 * claims do not count as paid time; `except` is the claim itself.
 */
export const findAround = async (
  db: Db,
  ask: {
    officer_id: string | null
    starts_at: string
    ends_at: string
    signup_id: string | null
    except: string | null
  },
): Promise<Around> => {
  const officer = ask.officer_id === null ? sql`(select app.officer_id())` : sql`${ask.officer_id}::uuid`
  const words = (from: Sql, to: Sql) =>
    sql`app.day_and_clock(${from}, g.time_zone) || '–' || app.clock_words(${to}, g.time_zone)`
  const row = await db.row<{ item: Around }>(sql`
    select jsonb_build_object('time_zone', g.time_zone, 'hours_edit_limit_days', g.hours_edit_limit_days, 'now_at', now(),
      'shift', (select jsonb_build_object('starts_at', s.starts_at, 'ends_at', s.ends_at, 'worked', exists (
          select from attendance t where t.organization_id = s.organization_id and t.signup_id = s.id
            and t.checked_in_at is not null and t.checked_out_at is not null))
        from officer_assignments s where s.organization_id = g.id and s.id = ${ask.signup_id}::uuid and s.officer_id = ${officer}),
      'paid', (select coalesce(jsonb_agg(to_jsonb(p) order by p.starts_at), '[]') from (
        select lower(w.time) as starts_at, upper(w.time) as ends_at,
          'the shift ' || a.title || ' (' || ${words(sql`lower(w.time)`, sql`upper(w.time)`)} || ')' as what
        from attendance t join assignments a on a.organization_id = t.organization_id and a.id = t.assignment_id
        cross join lateral unnest(app.worked_clock(t.organization_id, t.id, t.checked_in_at,
          coalesce(t.checked_out_at, now()))) as w(time)
        where t.organization_id = g.id and t.officer_id = ${officer} and t.checked_in_at is not null
          and t.scheduled_starts_at between ${ask.starts_at}::timestamptz - interval '9 days'
            and ${ask.ends_at}::timestamptz + interval '9 days'
        union all
        select r.starts_at, r.ends_at, 'extra time of ' || ${words(sql`r.starts_at`, sql`r.ends_at`)}
        from overtime_requests r where r.organization_id = g.id and r.officer_id = ${officer}
          and r.status in ('pending', 'returned', 'approved', 'locked') and not ${expired}
          and r.id is distinct from ${ask.except}::uuid
          and r.starts_at between ${ask.starts_at}::timestamptz - interval '2 days' and ${ask.ends_at}::timestamptz) p))
      as item
    from organizations g where g.id = (select app.organization_id())`)
  if (!row) throw new Error('no organization is entered')
  return row.item
}

/** Bulk calls require their own feature flag; this checks that the department has extra time at all. */
export const findPlan = async (db: Db): Promise<{ overtime: boolean; subscription_tier: string }> => {
  const row = await db.row<{ overtime: boolean; subscription_tier: string }>(sql`select subscription_tier,
      app.has_feature(subscription_tier, features_enabled, 'overtime') as overtime
    from organizations where id = (select app.organization_id())`)
  if (!row) throw new Error('no organization is entered')
  return row
}
