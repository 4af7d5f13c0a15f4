import { keyOf } from '#features/shifts/signups/store.jobs.ts'
import type { Db } from '#platform/server/db.ts'
import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { isoInstant } from '#platform/shared/time.ts'
import type { Swap } from './contract.ts'
import { isExpired, livingSwapStates, type SwapFacts, swapMay } from './rules.ts'

/** Neither shift of swap `w` has begun. */
const isAheadOf = (w: Sql): Sql => sql`(${w}.starts_at > now() and coalesce(${w}.counter_starts_at > now(), true))`

/** A swap or giveaway that both officers agreed on and an admin has to decide, while its shifts are still ahead. */
export const waitsForSwap = (w: Sql): Sql => sql`(${w}.state = 'agreed' and ${isAheadOf(w)})`

const me = sql`(select app.officer_id())`
const isAhead = sql`(w.state in ${oneOf(livingSwapStates)} and ${isAheadOf(sql`w`)})`

/** A swap that awaits the caller's answer: offered to them alone, or their offer answered by a colleague. Alias `w`. */
const asksCaller = sql`(${isAhead} and (w.state = 'open' and w.to_officer_id = ${me}
  or w.state = 'answered' and w.officer_id = ${me}))`

/** A swap of the caller's that isn't over, given or accepted. Alias `w`. */
const waitsForOthers = sql`(${isAhead} and ${me} in (w.officer_id, w.taker_id))`

/** Either of them. Alias `w`. */
const concerns = sql`(${isAhead} and ${me} in (w.officer_id, w.taker_id, w.to_officer_id))`

/** Whether a swap of the assignment, on either side, is the caller's or offered to the caller. */
export const hasOwnSwap = (assignment_id: Sql): Sql => sql`exists (select from swaps w where ${ours('w')}
  and (${concerns} or ${isAhead} and w.to_officer_id is null and w.state = 'open') and ${assignment_id} in (w.assignment_id, w.counter_assignment_id))`

/** How many await the caller's answer, and how many of the caller's aren't over. */
export const ownSwapCounts: Sql = sql`(select json_build_object('asked', count(*) filter (where ${asksCaller}),
    'pending', count(*) filter (where ${waitsForOthers}))
  from swaps w where ${ours('w')} and w.starts_at > now()
    and (w.officer_id = ${me} or w.to_officer_id = ${me} or w.taker_id = ${me}))`

/** A swap for the rules and the response; aliases `w`, `a` and `c`, `ap` and `cp` of their posts. */
const seen = sql`jsonb_build_object('id', w.id, 'kind', w.kind, 'state', w.state, 'officer_id', w.officer_id,
  'officer_name', w.officer_name, 'to_officer_id', w.to_officer_id, 'to_name', w.to_name, 'taker_id', w.taker_id,
  'taker_name', w.taker_name, 'note', w.note, 'reason', w.reason, 'created_at', w.created_at, 'version', w.version, 'starts_at', w.starts_at,
  'counter_starts_at', w.counter_starts_at,
  'shift', jsonb_build_object('assignment_id', a.id, 'title', a.title, 'post', ap.name, 'location_name', a.location_name,
    'time_zone', a.time_zone, 'starts_at', w.starts_at, 'ends_at', w.ends_at),
  'counter', case when w.counter_signup_id is not null then jsonb_build_object('assignment_id', c.id, 'title', c.title, 'post', cp.name,
    'location_name', c.location_name, 'time_zone', c.time_zone, 'starts_at', w.counter_starts_at,
    'ends_at', w.counter_ends_at) end)`
const joined = sql`join assignments a on a.organization_id = w.organization_id and a.id = w.assignment_id
  left join assignments c on c.organization_id = w.organization_id and c.id = w.counter_assignment_id
  left join posts ap on ap.organization_id = w.organization_id and ap.id = w.post_id
  left join posts cp on cp.organization_id = w.organization_id and cp.id = w.counter_post_id`

export type Seen = Omit<Swap, 'own' | 'may'> & SwapFacts
export type Who = { officer_id: string; admin: boolean }

/** A row as the caller sees it: the state by the clock, and the possible actions. */
export const swapOf = (row: Seen, me: Who, now: string): Swap => {
  const { starts_at: _s, counter_starts_at: _c, officer_id, to_officer_id: _t, taker_id: _k, ...told } = row
  return {
    ...told,
    state: isExpired(row, now) ? 'expired' : row.state,
    own: officer_id === me.officer_id,
    may: swapMay(row, me, now),
  }
}

type Page = { limit: number; after?: string | undefined }
type Mine = Page & { filter: 'all' | 'asked' | 'waiting'; assignment_id?: string | undefined }
type Listed = {
  limit: number
  items: Seen[]
  me: string
  role: string
  now_at: string
  shifts: unknown
  needs_approval: boolean
}

const nextOf = (rows: readonly Seen[], limit: number): string | null => {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return last ? `${isoInstant(last.starts_at)}~${last.id}` : null
}

/** The rows of a listing as a response; one more than the page means that there is a next one. */
export const listedOf = (rows: Record<string, unknown>[]) => {
  const found = rows[0]?.listed as Listed
  const { limit } = found
  const me = { officer_id: found.me, admin: found.role === 'admin' }
  const items = found.items.slice(0, limit).map((row) => swapOf(row, me, isoInstant(found.now_at)))
  return { found, items, next: nextOf(found.items, limit) }
}

const about = sql`'me', (select app.officer_id()), 'role', (select app.role()), 'now_at', now()`

export const listMySwaps = ({ filter, assignment_id, limit, after }: Mine): Sql => {
  const key = keyOf(after)
  const kept = { all: sql`true`, asked: asksCaller, waiting: waitsForOthers }[filter]
  const here =
    assignment_id === undefined ? sql`true` : sql`${assignment_id}::uuid in (w.assignment_id, w.counter_assignment_id)`
  return sql`with found as (
    select w.starts_at, w.id, ${seen} as item from swaps w ${joined}
    where ${ours('w')} and ${kept} and ${here} and w.starts_at > now() - interval '7 days'
      and ((select app.officer_id()) in (w.officer_id, w.taker_id)
        or (w.starts_at > now() and w.state in ${oneOf(livingSwapStates)}
          and (w.to_officer_id = (select app.officer_id()) or (w.to_officer_id is null and w.state = 'open'))))
      and (w.starts_at, w.id) > (${key.at}::timestamptz, ${key.id}::uuid)
    order by w.starts_at, w.id limit ${limit + 1}::int)
  select json_build_object(${about}, 'limit', ${limit}::int, 'items', coalesce((select json_agg(item order by starts_at, id) from found), '[]'),
    'needs_approval', (select swaps_need_approval from organizations where id = (select app.organization_id())),
    'shifts', coalesce((select json_agg(x order by x.starts_at, x.id) from (
      select s.id, b.title, b.time_zone, s.starts_at, s.ends_at from officer_assignments s
      join assignments b on b.organization_id = s.organization_id and b.id = s.assignment_id
      where ${ours('s')} and s.officer_id = (select app.officer_id())
        and s.status = 'confirmed' and s.starts_at > now() order by s.starts_at, s.id limit 100) x), '[]')) as listed`
}

/** Newest first; waiting ones soonest first. */
export const listSwaps = ({ filter, limit, after }: Page & { filter: 'waiting' | 'all' }): Sql => {
  const waits = filter === 'waiting'
  const key = after === undefined ? null : keyOf(after)
  const beyond =
    key === null
      ? sql`true`
      : waits
        ? sql`(w.starts_at, w.id) > (${key.at}::timestamptz, ${key.id}::uuid)`
        : sql`(w.starts_at, w.id) < (${key.at}::timestamptz, ${key.id}::uuid)`
  const order = waits ? sql`starts_at, id` : sql`starts_at desc, id desc`
  return sql`with found as (
    select w.starts_at, w.id, ${seen} as item from swaps w ${joined}
    where ${ours('w')} and ${beyond}
      and (${!waits} or ${waitsForSwap(sql`w`)})
    order by ${order} limit ${limit + 1}::int)
  select json_build_object(${about}, 'limit', ${limit}::int, 'items', coalesce((select json_agg(item order by ${order}) from found), '[]')) as listed`
}

export type Locked = Seen & {
  signup_id: string
  assignment_id: string
  post_id: string
  ends_at: string
  counter_signup_id: string | null
  counter_assignment_id: string | null
  counter_post_id: string | null
  counter_ends_at: string | null
  given: Held
  counter_held: Held | null
  needs_approval: boolean
  now_at: string
}
type Held = { status: string; officer_id: string; checked_in: boolean }

const heldOf = (id: Sql) => sql`(select jsonb_build_object('status', s.status, 'officer_id', s.officer_id,
    'checked_in', exists (select from attendance t where t.organization_id = s.organization_id and t.signup_id = s.id
      and t.checked_in_at is not null))
  from officer_assignments s where s.organization_id = w.organization_id and s.id = ${id})`

/** A swap with all that its rules need. Acts for the department: call it after checking that the caller is involved. */
export const findSwap = async (db: Db, id: string): Promise<Locked | null> => {
  const row = await db.row<{ item: Locked }>(sql`select ${seen} || jsonb_build_object('signup_id', w.signup_id,
      'assignment_id', w.assignment_id, 'post_id', w.post_id, 'ends_at', w.ends_at, 'counter_signup_id', w.counter_signup_id,
      'counter_assignment_id', w.counter_assignment_id, 'counter_post_id', w.counter_post_id,
      'counter_ends_at', w.counter_ends_at, 'given', ${heldOf(sql`w.signup_id`)},
      'counter_held', ${heldOf(sql`w.counter_signup_id`)}, 'now_at', now(),
      'needs_approval', (select g.swaps_need_approval from organizations g where g.id = w.organization_id)) as item
    from swaps w ${joined} where ${ours('w')} and w.id = ${id}::uuid`)
  return row?.item ?? null
}

/** Whether the caller may see it, as the fence decides. */
export const isSeen = async (db: Db, id: string): Promise<boolean> =>
  (await db.row(sql`select from swaps where ${ours()} and id = ${id}::uuid`)) !== null

/** Everything an exchange of two officers depends on, in the standard lock order: officers, assignments, posts, sign-ups, the swap. */
export const lockSwap = async (db: Db, id: string, takerId: string | null, counterId: string | null) => {
  const signups = sql`(select unnest(array_remove(array[w.signup_id, coalesce(${counterId}::uuid, w.counter_signup_id)], null))
    from swaps w where ${ours('w')} and w.id = ${id}::uuid)`
  const of = (column: Sql) => sql`(select ${column} from officer_assignments where ${ours()} and id in ${signups})`
  await db.run(sql`select 1 from officers where ${ours()} and (id in ${of(sql`officer_id`)} or id = ${takerId}::uuid
    or id = (select w.taker_id from swaps w where ${ours('w')} and w.id = ${id}::uuid))
    order by id for no key update`)
  await db.run(sql`select 1 from assignments where ${ours()} and id in ${of(sql`assignment_id`)} order by id for share`)
  await db.run(sql`select 1 from posts where ${ours()} and id in ${of(sql`post_id`)} order by id for no key update`)
  await db.run(
    sql`select 1 from officer_assignments where ${ours()} and id in ${signups} order by id for no key update`,
  )
  await db.run(sql`select 1 from swaps where ${ours()} and id = ${id}::uuid for no key update`)
}
