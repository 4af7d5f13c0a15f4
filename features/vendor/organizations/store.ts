import { emailKey } from '#features/people/accounts/rules.ts'
import { TRIAL_WARNING_DAYS } from '#features/people/organizations/rules.ts'
import type { Db } from '#platform/server/db.ts'
import { join, likeText, oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { presentStates } from '#platform/shared/statuses.ts'
import type { ListAsk } from './contract.ts'
import { type Behind, gatedFlags, QUIET_DAYS, type State, type VendorFields } from './rules.ts'

const PAGE = 50
const FOUND_MOST = 20

/** Of the organization `o`. */
const over = sql`app.trial_over(o.subscription_tier, o.trial_end_date, o.time_zone, now())`
const left = sql`app.trial_days_left(o.trial_end_date, o.time_zone, now())`
const trial = sql`case when o.subscription_tier = 'trial' then json_build_object('ends_on', o.trial_end_date,
  'expired', ${over}, 'days_left', case when ${over} then 0 else ${left} end) end`
/** The fields of a list row, as pieces of a JSON object. */
export const facts = sql`'id', o.id, 'name', o.name, 'subdomain', o.subdomain, 'subscription_tier', o.subscription_tier,
  'state', o.state, 'trial', ${trial}, 'officers', f.officers_counted, 'max_officers', o.max_officers,
  'last_activity_at', f.last_activity_at, 'created_at', o.created_at`
/** Organizations with their figures, as `o` and `f`. */
export const both = sql`organizations o join organization_figures f on f.organization_id = o.id`
const listed = sql`o.state in ${oneOf(presentStates)}`

const keys: Readonly<Record<ListAsk['sort'], Sql>> = {
  name: sql`lower(o.name)`,
  officers: sql`f.officers_counted`,
  last_activity: sql`coalesce(f.last_activity_at, '-infinity')`,
  created: sql`o.created_at`,
}

const named = (search: string) => sql`(o.name ilike ${likeText(search)} or o.subdomain ilike ${likeText(search)})`

/** `trialBannerOf` of the organizations' rules, for an organization `o` on trial. */
export const trialIs: Readonly<Record<NonNullable<ListAsk['trial']>, Sql>> = {
  expired: over,
  ending_soon: sql`not ${over} and ${left} <= ${TRIAL_WARNING_DAYS}::int`,
  active: sql`not ${over} and coalesce(${left} > ${TRIAL_WARNING_DAYS}::int, true)`,
}

/** Filters for the organization list; links to the list use the same ones so that their counts match. */
export const conditionsOf = (ask: Omit<ListAsk, 'sort' | 'direction'>): Sql[] => {
  const conditions = [ask.state ? sql`o.state = ${ask.state}` : listed]
  if (ask.search) conditions.push(named(ask.search))
  if (ask.tier) conditions.push(sql`o.subscription_tier = ${ask.tier}`)
  if (ask.trial) conditions.push(sql`o.subscription_tier = 'trial' and ${trialIs[ask.trial]}`)
  if (ask.quiet)
    conditions.push(sql`coalesce(f.last_activity_at, o.created_at) < now() - make_interval(days => ${QUIET_DAYS}::int)`)
  return conditions
}

const orderOf = ({ sort, direction }: ListAsk) => {
  const up = direction === 'asc'
  return {
    order: up ? sql`${keys[sort]}, o.id` : sql`${keys[sort]} desc, o.id desc`,
    beyond: (id: string) => sql`(${keys[sort]}, o.id) ${up ? sql`>` : sql`<`}
      (select ${keys[sort]}, o.id from ${both} where o.id = ${id}::uuid)`,
  }
}

export const listOrganizations = (ask: ListAsk & { after?: string | undefined }): Sql => {
  const { order, beyond } = orderOf(ask)
  const conditions = conditionsOf(ask)
  if (ask.after) conditions.push(beyond(ask.after))
  return sql`with page as (
      select row_number() over (order by ${order}) as place, o.id, json_build_object(${facts}) as item
      from ${both} where ${join(conditions, sql` and `)} order by ${order} limit ${PAGE + 1}::int)
    select json_build_object(
      'items', coalesce((select json_agg(item order by place) from page where place <= ${PAGE}::int), '[]'),
      'next', (select id from page where place = ${PAGE}::int and exists (select from page where place > ${PAGE}::int)),
      'total', (select count(*) from organizations o where ${listed}))::text as json`
}

/** Same column order as the export. */
export const listForExport = (ask: ListAsk): Sql => sql`
  select o.name, o.subdomain, o.subscription_tier, o.state, o.trial_end_date::text, f.officers_counted, o.max_officers,
    to_char(f.last_activity_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as last_activity,
    to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as created, o.id::text
  from ${both} where ${join(conditionsOf(ask), sql` and `)} order by ${orderOf(ask).order}`

export const findOrganizations = (ask: { search?: string | undefined; id?: string | undefined }): Sql => sql`
  select json_build_object('items', coalesce((select json_agg(g.item order by g.place) from (
    select row_number() over (order by lower(o.name), o.id) as place, json_build_object('id', o.id, 'name', o.name,
      'subdomain', o.subdomain, 'subscription_tier', o.subscription_tier, 'state', o.state) as item
    from organizations o where ${listed} and ${ask.id ? sql`o.id = ${ask.id}::uuid` : sql`true`}
      and ${ask.search ? named(ask.search) : sql`true`}
    order by lower(o.name), o.id limit ${FOUND_MOST}::int) g), '[]'))::text as json`

const flags = sql`(select jsonb_object_agg(n, case o.features_enabled ->> n when 'true' then 'on' when 'false' then 'off'
  else 'inherit' end) from unnest(${gatedFlags}::text[]) n)`

/** Erased organizations are not found. */
export const findOrganization = (id: string): Sql => sql`
  select json_build_object(${facts}, 'time_zone', o.time_zone, 'trial_end_date', o.trial_end_date, 'flags', ${flags}, 'version', o.version,
    'state_reason', o.state_reason, 'state_since', o.state_since, 'erase_after', o.erase_after,
    'admins', coalesce((select json_agg(json_build_object('id', a.id, 'name', a.name, 'email', a.email,
        'suspended', a.suspended_at is not null, 'has_account', a.user_id is not null) order by a.name, a.id)
      from officers a where a.organization_id = o.id and a.role = 'admin' and a.approved and a.left_on is null), '[]'),
    'invited', coalesce((select json_agg(json_build_object('id', l.id, 'email', l.email, 'expires_at', l.expires_at)
        order by l.created_at desc) from account_links l where l.organization_id = o.id and l.kind = 'admin_setup'
          and l.used_at is null and l.withdrawn_at is null and l.expires_at > now()), '[]'))::text as json
  from ${both} where o.id = ${id}::uuid and ${listed}`

export type Held = VendorFields &
  Behind & {
    id: string
    state: State
    state_since: Date | null
    version: number
    now_at: Date
  }

const held = sql`select o.id, o.name, o.subdomain, o.time_zone, o.subscription_tier, o.trial_end_date::text as trial_end_date,
    o.max_officers, o.features_enabled, o.state, o.state_since, o.version, o.primary_color, o.logo_id is not null as has_logo,
    f.officers_counted, f.extra_time_open, now() as now_at
  from ${both} where o.id = (select app.organization_id()) and ${listed}`

/** The organization in scope; null if it is erased or is not a department. */
export const findHeld = (db: Db) => db.row<Held>(held)
/** Whether the address belongs to an active member of the vendor's staff. */
export const isStaff = async (db: Db, email: string): Promise<boolean> =>
  (await db.row(sql`select from super_admin_users where email_key = ${emailKey(email) ?? ''} and active`)) !== null

/** Same as `findHeld`, but locked until the transaction ends. */
export const lockHeld = (db: Db) => db.row<Held>(sql`${held} for no key update of o`)

const columns: Readonly<Record<keyof VendorFields, (value: unknown) => Sql>> = {
  name: (v) => sql`name = ${v}::text`,
  subdomain: (v) => sql`subdomain = ${v}::text`,
  time_zone: (v) => sql`time_zone = ${v}::text`,
  subscription_tier: (v) => sql`subscription_tier = ${v}::text`,
  trial_end_date: (v) => sql`trial_end_date = ${v}::date`,
  max_officers: (v) => sql`max_officers = ${v}::int`,
  features_enabled: (v) => sql`features_enabled = ${JSON.stringify(v)}::jsonb`,
}

/** Updates the given fields and returns the new version. Call after `lockHeld`. */
export const updateFields = async (db: Db, changes: Partial<VendorFields>): Promise<number> => {
  const set = Object.entries(changes).map(([name, value]) => columns[name as keyof VendorFields](value))
  const row = await db.row<{ version: number }>(sql`update organizations
    set ${join([...set, sql`updated_at = now()`, sql`version = version + 1`], sql`, `)}
    where id = (select app.organization_id()) returning version`)
  return row?.version ?? 0
}

/** Sets a new state with its reason. Call after `lockHeld`. */
export const updateState = (db: Db, state: 'active' | 'suspended', reason: string) =>
  db.run(sql`update organizations set state = ${state}, state_reason = ${reason}, state_since = now(), erase_after = null,
      erase_confirmed_at = null, updated_at = now(), version = version + 1
    where id = (select app.organization_id())`)
