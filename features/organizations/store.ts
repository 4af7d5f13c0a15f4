import { type Sql, sql } from '#platform/server/sql.ts'

const shown = sql`select jsonb_build_object('id', o.id, 'name', o.name, 'subdomain', o.subdomain, 'logo_url', o.logo_url,
    'primary_color', o.primary_color)::text as json from organizations o`
const isOpen = sql`o.state in ('active', 'closing', 'suspended')`

/** What is named is what may be seen (db/fence.sql); the lateral join holds the order: named first, read after. */
export const findPublicByAgency = (agency: string): Sql => sql`
  with named as materialized (select set_config('app.agency', ${agency}, true) as agency)
  select found.json from named cross join lateral (
    ${shown} where o.subdomain = named.agency and ${isOpen} limit 1) found`

export const findPublicById = (id: string): Sql => sql`
  with named as materialized (select set_config('app.organization_id', ${id}, true) as id)
  select found.json from named cross join lateral (
    ${shown} where o.id = named.id::uuid and ${isOpen} limit 1) found`
