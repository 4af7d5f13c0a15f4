import type { Db } from '#platform/server/db.ts'
import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import type { Tier } from '#platform/shared/plans.ts'
import { presentStates } from '#platform/shared/statuses.ts'
import type { WallDate } from '#platform/shared/time.ts'
import { TRIAL_DAYS } from './rules.ts'

const shown = sql`select jsonb_build_object('id', o.id, 'name', o.name, 'subdomain', o.subdomain, 'logo_url', app.shown_logo(o),
    'primary_color', app.shown_color(o))::text as json from organizations o`
const isOpen = sql`o.state in ${oneOf(presentStates)}`

/** The agency setting determines what is visible (db/fence/); the lateral join enforces the order: set first, read after. */
export const findPublicByAgency = (agency: string): Sql => sql`
  with named as materialized (select set_config('app.agency', ${agency}, true) as agency)
  select found.json from named cross join lateral (
    ${shown} where o.subdomain = named.agency and ${isOpen} limit 1) found`

export const findPublicById = (id: string): Sql => sql`
  with named as materialized (select set_config('app.organization_id', ${id}, true) as id)
  select found.json from named cross join lateral (
    ${shown} where o.id = named.id::uuid and ${isOpen} limit 1) found`

/** Slugs that start with the desired one, for `freeSlug`. For the vendor's staff and the command line. */
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
  city?: string | null
  subscription_tier: Tier
  /** Last day of a trial. Defaults to a 30-day trial, counting today as the first day. */
  trial_end_date?: WallDate | null
  max_officers?: number | null
}

export const insertOrganization = async (db: Db, organization: OrganizationRow): Promise<string> => {
  const id = crypto.randomUUID()
  const { name, subdomain, time_zone, subscription_tier } = organization
  // Sets the context first, because the audit row belongs to the new organization.
  await db.rows(sql`select set_config('app.organization_id', ${id}, true)`)
  await db.run(sql`insert into organizations (id, name, subdomain, time_zone, city, subscription_tier, trial_end_date,
      max_officers)
    values (${id}::uuid, ${name}, ${subdomain}, ${time_zone}, ${organization.city ?? null}, ${subscription_tier},
      case when ${subscription_tier} = 'trial' then coalesce(${organization.trial_end_date ?? null}::date,
        (now() at time zone ${time_zone})::date + ${TRIAL_DAYS - 1}::int) end, ${organization.max_officers ?? null}::int)`)
  return id
}

/** Serializes creation of organizations, so that the second of two sees the first one's slug. Held until the transaction ends. */
export const holdAddresses = (db: Db) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended('organizations.subdomain', 0))`)
