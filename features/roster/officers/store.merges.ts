import type { Db } from '#platform/server/db.ts'
import { likeText, oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { approvedStates, atStartStatuses, confirmedStatuses, seekingStatuses } from '#platform/shared/statuses.ts'
import { type MergeKind, UNDO_DAYS } from './rules.merges.ts'
import type { StandingOf } from './rules.ts'
import { matches, matchFacts, unclaimed } from './store.matches.ts'
import { lockPaidTime } from './store.paid-time.ts'

const MOST = 20

export const listRosterRows = ({ officer_id, search }: { officer_id: string; search?: string | undefined }): Sql => {
  const found = search
    ? sql`coalesce((select jsonb_agg(jsonb_build_object(${matchFacts}, 'by', 'search') order by r.name, r.id) from (
        select * from officers r where ${unclaimed} and (r.name ilike ${likeText(search)} or r.badge_number ilike ${likeText(search)})
        order by r.name, r.id limit ${MOST}::int) r), '[]')`
    : matches
  return sql`select jsonb_build_object('items', ${found})::text as json
    from officers f where ${ours('f')} and f.id = ${officer_id}::uuid`
}

export const listRosterUnits = (): Sql => sql`
  select jsonb_build_object('items', coalesce((select jsonb_agg(jsonb_build_object('unit', u.unit, 'without_account', u.n)
      order by u.unit) from (
    select f.unit, count(*) filter (where f.user_id is null) as n from officers f
    where ${ours('f')} and f.approved and f.left_on is null
    group by f.unit order by f.unit limit 500) u), '[]'))::text as json`

/** Facts about merge `m` and `o`, the officer row it went into. */
const mergeFacts = sql`(m.undone_at is not null) as undone, m.made_at < now() - make_interval(days => ${UNDO_DAYS}::int) as over,
  o.user_id is not distinct from (m.from_row ->> 'user_id')::uuid as same_account,
  not exists (select from officer_merges l where l.organization_id = m.organization_id and l.into_id = m.into_id
    and l.undone_at is null and (l.made_at, l.id) > (m.made_at, m.id)) as latest`

export const listMerges = ({ officer_id }: { officer_id: string }): Sql => sql`
  select jsonb_build_object('items', coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'kind', m.kind,
      'from_name', m.from_name, 'made_by', b.name, 'made_at', m.made_at,
      'undo_until', m.made_at + make_interval(days => ${UNDO_DAYS}::int), 'undone_at', m.undone_at,
      'may_undo', not m.undone and not m.over and m.same_account and m.latest and m.into_id <> (select app.me())
        and f.approved and f.suspended_at is null and f.left_on is null) order by m.made_at desc, m.id)
    from (select m.*, ${mergeFacts} from officer_merges m
      join officers o on o.organization_id = m.organization_id and o.id = m.into_id
      where ${ours('m')} and m.into_id = f.id) m
    join officers b on b.organization_id = m.organization_id and b.id = m.made_by), '[]'))::text as json
  from officers f where ${ours('f')} and f.id = ${officer_id}::uuid`

export type Locked = StandingOf & {
  id: string
  name: string
  email: string | null
  role: 'admin' | 'officer'
  user_id: string | null
}

/** These rows, locked exclusively, which also blocks new references to them. */
export const listLockedWhole = async (db: Db, ids: readonly string[]): Promise<Locked[]> =>
  (
    await db.rows<{ row: Locked }>(sql`select to_jsonb(f) as row from officers f
      where ${ours('f')} and f.id = any(${ids}::uuid[]) order by f.id for update`)
  ).map(({ row }) => row)

export const lockPaidOf = (db: Db, ids: readonly string[]) => lockPaidTime(db, sql`select unnest(${ids}::uuid[])`)

type InTheWay = { awards: boolean; shift: string | null; paid: string | null }

/** Obstacles that no constraint covers: sealed receipts, a shift that both officers have, and minutes that are paid to both. */
export const findInTheWay = async (db: Db, fromId: string, intoId: string): Promise<InTheWay> => {
  const row = await db.row<InTheWay>(sql`select exists (select from award_receipts r
      where ${ours('r')} and r.officer_id in (${fromId}::uuid, ${intoId}::uuid)) as awards,
    (select a.title || ', ' || to_char(y.starts_at at time zone a.time_zone, 'Mon FMDD, YYYY') from officer_assignments x
      join officer_assignments y on y.organization_id = x.organization_id and y.officer_id = ${intoId}::uuid
        and (y.assignment_id = x.assignment_id and y.status = any (${live}) and x.status = any (${live})
          or (y.starts_at, y.ends_at) overlaps (x.starts_at, x.ends_at) and y.status = any (${confirmedStatuses}) and x.status = any (${confirmedStatuses}))
      join assignments a on a.organization_id = y.organization_id and a.id = y.assignment_id
      where ${ours('x')} and x.officer_id = ${fromId}::uuid
      order by y.starts_at limit 1) as shift,
    (select a.title || ', ' || to_char(t.scheduled_starts_at at time zone a.time_zone, 'Mon FMDD, YYYY') from attendance t
      join assignments a on a.organization_id = t.organization_id and a.id = t.assignment_id
      join (values (${fromId}::uuid, ${intoId}::uuid), (${intoId}::uuid, ${fromId}::uuid)) pair (one, other) on pair.one = t.officer_id
      where ${ours('t')} and t.state in ${oneOf(approvedStates)}
        and app.paid_again(t.organization_id, pair.other, t.id, t.checked_in_at, t.checked_out_at)
      order by t.scheduled_starts_at limit 1) as paid`)
  return row ?? { awards: false, shift: null, paid: null }
}
const live = [...seekingStatuses, ...atStartStatuses]

/** The statements that follow may move rows between these two officers and nothing else (db/fence/97-officer-merges.sql). */
const enterMerge = (db: Db, ids: readonly [string, string]) =>
  db.rows(sql`select set_config('app.role', 'system', true), set_config('app.merging', ${ids.join(',')}, true)`)
const leaveMerge = (db: Db) =>
  db.rows(sql`select set_config('app.role', 'admin', true), set_config('app.merging', '', true)`)

type Moved = { from_row: unknown; into_row: unknown; moved: unknown; set_aside: unknown }

/** Moves everything that references `fromId` to `intoId` and deletes the row, which the database refuses while references remain. */
export const moveOfficer = async (db: Db, fromId: string, intoId: string): Promise<Moved> => {
  const rows = await db.row<{
    from_row: unknown
    into_row: unknown
  }>(sql`select to_jsonb(f) as from_row, to_jsonb(i) as into_row
    from officers f join officers i on i.organization_id = f.organization_id and i.id = ${intoId}::uuid
    where ${ours('f')} and f.id = ${fromId}::uuid`)
  await enterMerge(db, [fromId, intoId])
  const aside = await db.row<{ rows: unknown }>(
    sql`select app.set_officer_aside(${fromId}::uuid, ${intoId}::uuid) as rows`,
  )
  const moved = await db.row<{ rows: unknown }>(sql`select app.move_officer(${fromId}::uuid, ${intoId}::uuid) as rows`)
  await leaveMerge(db)
  // A trigger then removes the row from the force list.
  await db.run(sql`update officers set approved = false
    where ${ours()} and id = ${fromId}::uuid and approved`)
  await enterMerge(db, [fromId, intoId])
  await db.run(sql`delete from officers where ${ours()} and id = ${fromId}::uuid`)
  await leaveMerge(db)
  if (!rows || !aside || !moved) throw new Error('the locked officers are gone')
  return { ...rows, moved: moved.rows, set_aside: aside.rows }
}

/** The roster row becomes the person's: it gets the account, its email and role, and fills its empty fields. */
export const updateJoined = (db: Db, intoId: string, { from_row }: Moved) =>
  db.run(sql`update officers o set user_id = d.user_id, email = d.email, email_key = coalesce(d.email_key, d.claimed_email_key),
      role = case when 'admin' in (o.role, d.role) then 'admin' else o.role end,
      badge_number = coalesce(o.badge_number, d.badge_number), rank = coalesce(o.rank, d.rank), unit = coalesce(o.unit, d.unit),
      hired_on = coalesce(o.hired_on, d.hired_on), phone = coalesce(o.phone, d.phone),
      hourly_rate = coalesce(o.hourly_rate, d.hourly_rate), updated_at = now(), version = o.version + 1
    from jsonb_populate_record(null::officers, ${JSON.stringify(from_row)}::jsonb) d
    where ${ours('o')} and o.id = ${intoId}::uuid`)

export const insertMerge = (
  db: Db,
  merge: Moved & { from_id: string; from_name: string; into_id: string; kind: MergeKind },
) =>
  db.row<{
    id: string
  }>(sql`insert into officer_merges (organization_id, from_id, into_id, kind, from_name, from_row, into_row,
      moved, set_aside, made_by)
    values ((select app.organization_id()), ${merge.from_id}::uuid, ${merge.into_id}::uuid, ${merge.kind}, ${merge.from_name},
      ${JSON.stringify(merge.from_row)}::jsonb, ${JSON.stringify(merge.into_row)}::jsonb, ${JSON.stringify(merge.moved)}::jsonb,
      ${JSON.stringify(merge.set_aside)}::jsonb, (select app.officer_id()))
    returning id`)

export type LockedMerge = {
  id: string
  from_id: string
  into_id: string
  kind: MergeKind
  undone: boolean
  over: boolean
  same_account: boolean
  latest: boolean
  into: StandingOf
}

/** The merge and its target row, locked; requires the department lock, which every merge takes first. */
export const findMergeLocked = (db: Db, id: string): Promise<LockedMerge | null> =>
  db.row<LockedMerge>(sql`select m.id, m.from_id, m.into_id, m.kind, ${mergeFacts}, to_jsonb(o) as into
    from officer_merges m join officers o on o.organization_id = m.organization_id and o.id = m.into_id
    where ${ours('m')} and m.id = ${id}::uuid for update of o`)

/** Clears values that came from the other row, unless they changed since. */
const given = (column: Sql): Sql =>
  sql`${column} = case when i.${column} is null and o.${column} is not distinct from d.${column} then null else o.${column} end`

/**
 * What came since from the person with the account: shifts that they took or checked in to, and extra time that they claimed. What an
 * admin has assigned stays with the roster row, which can't claim anything. What belongs to the shifts follows them
 * (`move_officer_back`).
 */
const moveSince = async (db: Db, { id, from_id, into_id }: LockedMerge): Promise<void> => {
  const made = sql`(select made_at from officer_merges m where ${ours('m')} and m.id = ${id}::uuid)`
  await db.run(sql`update officer_assignments s set officer_id = ${from_id}::uuid
    where ${ours('s')} and s.officer_id = ${into_id}::uuid
      and (s.applied_at > ${made} and s.assigned_by is null or exists (select from attendance t
        where t.organization_id = s.organization_id and t.signup_id = s.id and t.device_in_at is not null and t.created_at > ${made}))`)
  // A claim has the time at which it was made, six days before it arrived at the earliest.
  await db.run(sql`update overtime_requests r set officer_id = ${from_id}::uuid
    where ${ours('r')} and r.officer_id = ${into_id}::uuid and r.signup_id is null and r.created_at > ${made} - interval '7 days'`)
}

/** Restores the roster row without the account, and the account's own row as before, with its current email and rights. */
export const takeApart = async (db: Db, merge: LockedMerge): Promise<void> => {
  const both = sql`officer_merges m, jsonb_populate_record(null::officers, m.into_row) i,
    jsonb_populate_record(null::officers, m.from_row) d`
  const here = sql`${ours('o')} and o.id = m.into_id
    and ${ours('m')} and m.id = ${merge.id}::uuid`
  const now = await db.row<{ row: Record<string, unknown> }>(sql`select jsonb_build_object('user_id', o.user_id,
      'email', o.email, 'role', case when o.role = 'officer' then 'officer' else d.role end, 'updated_at', now(),
      'version', d.version + 1, 'email_key', case when d.email_key is not null then o.email_key end,
      'claimed_email_key', case when d.email_key is null then o.email_key end) as row
    from officers o, ${both} where ${here}`)
  await db.run(sql`update officers o set user_id = null, email = i.email, email_key = i.email_key,
      role = case when o.role = 'admin' then i.role else o.role end, ${given(sql`badge_number`)}, ${given(sql`rank`)},
      ${given(sql`unit`)}, ${given(sql`hired_on`)}, ${given(sql`phone`)}, ${given(sql`hourly_rate`)},
      updated_at = now(), version = o.version + 1
    from ${both} where ${here}`)
  // Columns added since then take the roster row's value.
  await db.run(sql`insert into officers select (jsonb_populate_record(o, m.from_row || ${JSON.stringify(now?.row)}::jsonb)).*
    from officers o, officer_merges m where ${here}`)
  await enterMerge(db, [merge.from_id, merge.into_id])
  await moveSince(db, merge)
  await db.rows(sql`select app.move_officer_back(m.moved, m.into_id, m.from_id), app.put_officer_back(m.set_aside)
    from officer_merges m where ${ours('m')} and m.id = ${merge.id}::uuid`)
  await db.run(sql`update attendance_gaps b set officer_id = t.officer_id from attendance t
    where ${ours('b')} and b.officer_id = ${merge.into_id}::uuid
      and t.organization_id = b.organization_id and t.id = b.attendance_id and t.officer_id <> b.officer_id`)
  await leaveMerge(db)
}

export const updateUndone = (db: Db, id: string) =>
  db.run(sql`update officer_merges set undone_at = now(), undone_by = (select app.officer_id())
    where ${ours()} and id = ${id}::uuid`)
