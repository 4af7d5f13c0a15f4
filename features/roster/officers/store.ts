import { isOpen } from '#features/people/account-links/store.ts'
import { hasExpired, isExpiring, renewed } from '#features/roster/certifications/store.ts'
import type { Db } from '#platform/server/db.ts'
import { zone } from '#platform/server/department-days.ts'
import { join, likeText, nothing, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import type { Instant, WallDate } from '#platform/shared/time.ts'
import type { RosterFilter } from './contract.ts'
import type { OfficerRole } from './rules.ts'
import { claim } from './store.matches.ts'

const PAGE = 50

/** `standingOf` of rules.ts, for a row of `officers`. */
export const standingIn = (f: Sql): Sql =>
  sql`case when ${f}.left_on is not null then 'left' when ${f}.rejected_at is not null then 'rejected'
  when not ${f}.approved then 'pending' when ${f}.suspended_at is null then 'approved' else 'suspended' end`
const standing = standingIn(sql`f`)

/** The roster's copy of facts about an officer's account; null without one. */
const membership = (what: Sql): Sql => sql`(select ${what} from memberships m
  where m.organization_id = f.organization_id and m.account_id = f.user_id)`

const facts = sql`'id', f.id, 'user_id', f.user_id, 'organization_id', f.organization_id, 'approved', f.approved, 'name', f.name, 'badge_number', f.badge_number, 'rank', f.rank, 'unit', f.unit,
  'email', f.email, 'phone', f.phone, 'role', f.role, 'standing', ${standing}, 'has_account', f.user_id is not null,
  'invited_at', f.invited_at, 'invitation_open', f.user_id is null and f.invited_at is not null and exists (select from account_links
    where organization_id = f.organization_id and officer_id = f.id and kind = 'claim' and ${isOpen}), 'created_at', f.created_at, 'version', f.version,
  'locked_until', ${membership(sql`case when m.locked_until > now() then m.locked_until end`)},
  'second_factor', coalesce(${membership(sql`m.second_factor`)}, false),
  'claim', case when ${standing} = 'pending' then ${claim} end`

// Computed once per statement: facts besides the row itself that decide an admin's actions.
export const house = sql`select jsonb_build_object('by_officer_id', (select app.me()), 'max_officers', g.max_officers,
    'approved_count', (select count(*) from officers where organization_id = g.id and approved and left_on is null),
    'active_admin_count', (select count(*) from officers where organization_id = g.id and role = 'admin' and approved
      and suspended_at is null and left_on is null and user_id is not null))
  from organizations g where g.id = (select app.organization_id())`

export type ListAsk = RosterFilter & {
  sort: 'name' | 'badge_number' | 'rank' | 'unit'
  direction: 'asc' | 'desc'
  after?: string | undefined
}

const sortColumns = { badge_number: sql`f.badge_number`, rank: sql`f.rank`, unit: sql`f.unit` } as const
const cursorColumns = { badge_number: sql`c.badge_number`, rank: sql`c.rank`, unit: sql`c.unit` } as const

/** Sort keys for a row and for the row after which the page begins. Rows without a value come last in both directions. */
const orderOf = (ask: ListAsk): { order: Sql; beyond: Sql } => {
  const up = ask.direction === 'asc'
  const dir = up ? nothing : sql` desc`
  const sign = up ? sql`>` : sql`<`
  if (ask.sort === 'name') {
    return { order: sql`f.name${dir}, f.id${dir}`, beyond: sql`(f.name, f.id) ${sign} (c.name, c.id)` }
  }
  const of = (column: Sql, name: Sql, id: Sql) =>
    sql`${up ? sql`(${column} is null)` : sql`(${column} is not null)`}, coalesce(${column}, ''), ${name}, ${id}`
  const row = of(sortColumns[ask.sort], sql`f.name`, sql`f.id`)
  const keys = [
    up ? sql`(${sortColumns[ask.sort]} is null)` : sql`(${sortColumns[ask.sort]} is not null)`,
    sql`coalesce(${sortColumns[ask.sort]}, '')`,
    sql`f.name`,
    sql`f.id`,
  ]
  return {
    order: join(
      keys.map((key) => sql`${key}${dir}`),
      sql`, `,
    ),
    beyond: sql`(${row}) ${sign} (${of(cursorColumns[ask.sort], sql`c.name`, sql`c.id`)})`,
  }
}

// On the department's day; excludes renewed certificates.
const today = sql`(select (now() at time zone g.time_zone)::date from organizations g where g.id = (select app.organization_id()))`
const certified = (when: Sql) => sql`from officer_certifications c
  where c.organization_id = f.organization_id and c.officer_id = f.id and ${when} and not ${renewed}`
const certifiedAs = {
  expiring: certified(isExpiring(today)),
  expired: certified(hasExpired(today)),
} as const

/** Whether officer `f` is one whom the filter finds. */
export const matches = (ask: RosterFilter): Sql => {
  const conditions = [sql`${ours('f')}`]
  if (ask.standing) conditions.push(sql`${standing} = ${ask.standing}`)
  if (ask.unit) conditions.push(sql`f.unit = ${ask.unit}`)
  if (ask.rank) conditions.push(sql`f.rank = ${ask.rank}`)
  if (ask.role) conditions.push(sql`f.role = ${ask.role}`)
  if (ask.sign_in === 'locked') conditions.push(membership(sql`m.locked_until > now()`))
  if (ask.sign_in === 'no_factor') conditions.push(membership(sql`not m.second_factor`))
  if (ask.certifications) conditions.push(sql`exists (select ${certifiedAs[ask.certifications]})`)
  if (ask.search) {
    const like = likeText(ask.search)
    conditions.push(sql`(f.name ilike ${like} or f.badge_number ilike ${like} or f.unit ilike ${like}
      or f.rank ilike ${like} or f.email ilike ${like})`)
  }
  return join(conditions, sql` and `)
}

export const countMatching = (ask: RosterFilter): Sql =>
  sql`select jsonb_build_object('officers', count(*))::text as json from officers f where ${matches(ask)}`

/** One page as `{items, next, house}`; `after` is the id of the last row seen. */
export const listOfficers = (ask: ListAsk): Sql => {
  const { order, beyond } = orderOf(ask)
  const conditions = [matches(ask)]
  if (ask.after) {
    conditions.push(sql`exists (select from officers c where ${ours('c')}
      and c.id = ${ask.after}::uuid and ${beyond})`)
  }
  const certificates = ask.certifications
    ? sql`|| jsonb_build_object('certificates', (select jsonb_agg(jsonb_build_object('type', c.type,
        'expires_on', c.expires_on) order by c.expires_on, c.type) ${certifiedAs[ask.certifications]}))`
    : nothing
  return sql`with page as (
      select row_number() over (order by ${order}) as place, f.id, jsonb_build_object(${facts}) ${certificates} as item
      from officers f where ${join(conditions, sql` and `)} order by ${order} limit ${PAGE + 1})
    select coalesce((select jsonb_agg(item order by place) from page where place <= ${PAGE}), '[]') as items,
      (select id from page where place = ${PAGE} and exists (select from page where place > ${PAGE})) as next,
      (${house}) as house`
}

const invitable = sql`${ours('f')} and f.role = 'officer' and f.approved
  and f.suspended_at is null and f.left_on is null and f.user_id is null and f.invited_at is null and f.email is not null`

export const countOfficers = () => sql`select jsonb_build_object(
    'pending', count(*) filter (where s.standing = 'pending'),
    'approved', count(*) filter (where s.standing = 'approved'),
    'suspended', count(*) filter (where s.standing = 'suspended'),
    'rejected', count(*) filter (where s.standing = 'rejected'),
    'left', count(*) filter (where s.standing = 'left'),
    'counted', count(*) filter (where s.approved and s.left_on is null),
    'max_officers', (select max_officers from organizations where id = (select app.organization_id())),
    'admins', count(*) filter (where s.standing = 'approved' and s.role = 'admin'),
    'without_account', count(*) filter (where s.standing = 'approved' and s.user_id is null),
    'invitable', (select count(*) from officers f where ${invitable}),
    'invitations', (select count(*) from account_links where ${ours()}
      and kind in ('claim', 'admin_setup') and ${isOpen}))::text as json
  from (select ${standing} as standing, f.approved, f.left_on, f.role, f.user_id from officers f
    where ${ours('f')}) s`

export const findOfficer = (id: string) => sql`
  select jsonb_build_object(${facts}, 'hired_on', f.hired_on, 'hourly_rate', f.hourly_rate, 'approved_at', f.approved_at,
    'rejected_at', f.rejected_at, 'suspended_at', f.suspended_at, 'left_on', f.left_on,
    'standing_reason', f.standing_reason, 'updated_at', f.updated_at,
    'on_duty_since', (select t.checked_in_at from attendance t where t.organization_id = f.organization_id and t.officer_id = f.id
      and t.state = 'open' and t.checked_out_at is null)) as item, (${house}) as house
  from officers f where ${ours('f')} and f.id = ${id}::uuid`

export const findMyProfile = () => sql`
  select jsonb_build_object('id', f.id, 'name', f.name, 'badge_number', f.badge_number, 'rank', f.rank, 'unit', f.unit,
    'email', f.email, 'phone', f.phone, 'hired_on', f.hired_on, 'hourly_rate', f.hourly_rate, 'role', f.role,
    'version', f.version)::text as json
  from officers f where ${ours('f')} and f.id = (select app.officer_id())`

export const updateMyPhone = (db: Db, phone: string | null) =>
  db.run(sql`update officers set phone = ${phone}, updated_at = now(), version = version + 1
    where ${ours()} and id = (select app.officer_id())
      and phone is distinct from ${phone}`)

export type Profile = {
  name: string
  badge_number: string | null
  email: string | null
  email_key: string | null
  rank: string | null
  unit: string | null
  hired_on: WallDate | null
  phone: string | null
  hourly_rate: number | null
}

export const insertOfficer = (db: Db, p: Profile) =>
  db.row<{ id: string }>(sql`insert into officers (organization_id, name, badge_number, email, email_key, rank, unit,
      hired_on, phone, hourly_rate, approved, approved_at)
    values ((select app.organization_id()), ${p.name}, ${p.badge_number}, ${p.email}, ${p.email_key}, ${p.rank}, ${p.unit},
      ${p.hired_on}::date, ${p.phone}, ${p.hourly_rate}::bigint, true, now())
    returning id`)

/** Saves if the version is unchanged; null if it changed or there is no such officer. */
export const updateOfficer = (db: Db, id: string, version: number, p: Profile) =>
  db.row<{ version: number }>(sql`update officers set name = ${p.name}, badge_number = ${p.badge_number},
      email = ${p.email}, email_key = ${p.email_key}, rank = ${p.rank}, unit = ${p.unit}, hired_on = ${p.hired_on}::date,
      phone = ${p.phone}, hourly_rate = ${p.hourly_rate}::bigint, updated_at = now(), version = version + 1
    where ${ours()} and id = ${id}::uuid and version = ${version}
    returning version`)

/** Columns changed since the given version, from the audit log; empty if unknown. */
export const listChangedSince = async (db: Db, id: string, version: number): Promise<string[]> =>
  (
    await db.rows<{ key: string }>(sql`
      select n.key from officers f
        join lateral (select a.after from audit_entries a where a.organization_id = f.organization_id
          and a.thing_type = 'officers' and a.thing_id = f.id and a.after ->> 'version' = ${String(version)}
          order by a.id desc limit 1) seen on true
        cross join lateral jsonb_each(to_jsonb(f)) n
      where ${ours('f')} and f.id = ${id}::uuid
        and n.key not in ('version', 'updated_at') and n.value is distinct from seen.after -> n.key
      order by n.key`)
  ).map((row) => row.key)

export type House = {
  by_officer_id: string
  max_officers: number | null
  approved_count: number
  active_admin_count: number
}

/**
 * Decisive counts (officers counting toward the limit, remaining admins), read after locking the organization's row. Two
 * statements, because the first one's snapshot predates the lock it waited for.
 */
export const findHouseLocked = async (db: Db): Promise<House> => {
  const [, row] = await Promise.all([
    db.rows(sql`select id from organizations where id = (select app.organization_id()) for no key update`),
    db.row<{ house: House }>(sql`select (${house}) as house`),
  ])
  if (!row) throw new Error('no organization is entered')
  return row.house
}

export type OfficerLocked = {
  id: string
  name: string
  email: string | null
  email_key: string | null
  role: OfficerRole
  approved: boolean
  rejected_at: Instant | null
  suspended_at: Instant | null
  left_on: WallDate | null
  user_id: string | null
  unit: string | null
  rank: string | null
}

/** The rows with these ids for which `also` still holds, locked in id order. */
export const listOfficersLocked = async (
  db: Db,
  ids: readonly string[],
  also: Sql = sql`true`,
): Promise<OfficerLocked[]> =>
  (
    await db.rows<{ item: OfficerLocked }>(sql`select jsonb_build_object('id', f.id, 'name', f.name, 'email', f.email,
        'email_key', f.email_key, 'role', f.role, 'approved', f.approved, 'rejected_at', f.rejected_at,
        'suspended_at', f.suspended_at, 'left_on', f.left_on, 'user_id', f.user_id,
        'unit', f.unit, 'rank', f.rank) as item
      from officers f where ${ours('f')} and f.id = any(${ids}::uuid[]) and ${also}
      order by f.id for no key update`)
  ).map((row) => row.item)

const changes = {
  // Approved as a new person: the row must be the only one with the email, or the approval is refused.
  approve: sql`approved = true, approved_at = now(), rejected_at = null, standing_reason = null,
    email_key = coalesce(f.email_key, f.claimed_email_key)`,
  reject: sql`rejected_at = now()`,
  suspend: sql`suspended_at = now()`,
  restore: sql`suspended_at = null, standing_reason = null`,
  // The earlier of the department's date and the database's date, which the entry check uses.
  leave: sql`left_on = least(current_date, (now() at time zone ${zone})::date)`,
  rejoin: sql`left_on = null`,
  make_admin: sql`role = 'admin'`,
  unmake_admin: sql`role = 'officer'`,
} as const

/** Applies a decision to rows that the caller has locked and checked against the rule. */
export const updateStanding = (db: Db, ids: readonly string[], action: keyof typeof changes, reason: string | null) =>
  db.rows<{ standing: string; version: number }>(sql`update officers f set ${changes[action]},
      ${reason === null ? nothing : sql`standing_reason = ${reason},`} updated_at = now(), version = f.version + 1
    where ${ours('f')} and f.id = any(${ids}::uuid[])
    returning ${standing} as standing, f.version`)

export const updateInvited = (db: Db, id: string, email: string, key: string) =>
  db.run(sql`update officers set email = ${email}, email_key = ${key}, invited_at = now(), updated_at = now(),
      version = version + 1
    where ${ours()} and id = ${id}::uuid`)

export type Invitable = { id: string; name: string; email: string; email_key: string }
/** The next officers who can be invited and were not, locked: a concurrent admin gets the ones that are left. */
export const listInvitableLocked = (db: Db, most: number) =>
  db.rows<Invitable>(sql`select f.id, f.name, f.email, f.email_key from officers f where ${invitable}
    order by f.name, f.id limit ${most}::int for no key update`)

export const countInvitable = async (db: Db): Promise<number> =>
  (await db.row<{ n: number }>(sql`select count(*)::int as n from officers f where ${invitable}`))?.n ?? 0

export type Organization = {
  id: string
  name: string
  subdomain: string
  primary_color: string
  logo_url: string | null
}
export const findOrganization = async (db: Db): Promise<Organization> => {
  const row =
    await db.row<Organization>(sql`select id, name, subdomain, app.shown_color(organizations) as primary_color,
      app.shown_logo(organizations) as logo_url from organizations
    where id = (select app.organization_id())`)
  if (!row) throw new Error('no organization is entered')
  return row
}
