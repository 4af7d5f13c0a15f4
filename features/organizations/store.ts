import type { Db } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import type { Tier } from '#platform/shared/plans.ts'
import type { TimeFormat, WallDate } from '#platform/shared/time.ts'
import { TRIAL_DAYS } from './rules.ts'

const shown = sql`select jsonb_build_object('id', o.id, 'name', o.name, 'subdomain', o.subdomain, 'logo_url', app.shown_logo(o),
    'primary_color', app.shown_color(o))::text as json from organizations o`
const isOpen = sql`o.state in ('active', 'closing', 'suspended')`

/** What is named is what may be seen (db/fence/); the lateral join holds the order: named first, read after. */
export const findPublicByAgency = (agency: string): Sql => sql`
  with named as materialized (select set_config('app.agency', ${agency}, true) as agency)
  select found.json from named cross join lateral (
    ${shown} where o.subdomain = named.agency and ${isOpen} limit 1) found`

export const findPublicById = (id: string): Sql => sql`
  with named as materialized (select set_config('app.organization_id', ${id}, true) as id)
  select found.json from named cross join lateral (
    ${shown} where o.id = named.id::uuid and ${isOpen} limit 1) found`

/** How the organization in scope writes the time of day. */
export const findTimeFormat = async (db: Db): Promise<TimeFormat> =>
  (
    await db.row<{ time_format: TimeFormat }>(sql`select time_format from organizations
    where id = (select app.organization_id())`)
  )?.time_format ?? '24h'

/** Addresses that begin with the wished one, for `freeSlug`. For the vendor's staff and the command line. */
export const listTakenSlugs = async (db: Db, slug: string): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await db.rows<{ subdomain: string }>(
        sql`select subdomain from organizations where subdomain = ${slug} or subdomain like ${`${slug.slice(0, 59)}%`}`,
      )
    ).map((row) => row.subdomain),
  )

export type OrganizationRow = {
  name: string
  subdomain: string
  time_zone: string
  subscription_tier: Tier
  /** Last day of a trial; 30 days from now where none is told (specification section 9). */
  trial_end_date?: WallDate | null
  max_officers?: number | null
}

export const insertOrganization = async (db: Db, organization: OrganizationRow): Promise<string> => {
  const id = crypto.randomUUID()
  const { name, subdomain, time_zone, subscription_tier } = organization
  // The context is set first: the audit row belongs to the new organization.
  await db.rows(sql`select set_config('app.organization_id', ${id}, true)`)
  await db.run(sql`insert into organizations (id, name, subdomain, time_zone, subscription_tier, trial_end_date, max_officers)
    values (${id}::uuid, ${name}, ${subdomain}, ${time_zone}, ${subscription_tier},
      case when ${subscription_tier} = 'trial' then coalesce(${organization.trial_end_date ?? null}::date,
        (now() at time zone ${time_zone})::date + ${TRIAL_DAYS}::int) end, ${organization.max_officers ?? null}::int)`)
  return id
}

/** Of two that make an organization at once the second waits here, and then sees the first one's address. Until the transaction ends. */
export const holdAddresses = (db: Db) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended('organizations.subdomain', 0))`)
