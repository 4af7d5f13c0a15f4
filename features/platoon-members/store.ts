import type { Db } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'

const today = sql`(now() at time zone g.time_zone)::date`
const active = sql`o.approved and o.rejected_at is null and (o.left_on is null or o.left_on > (select ${today}
  from organizations g where g.id = (select app.organization_id())))`
/** Nobody puts oneself into a platoon: of a unit one is left out. */
const another = sql`o.id is distinct from (select app.officer_id())`
/** In the platoon on the day already, until further notice. */
const inItFrom = (platoon_id: string, day: Sql): Sql => sql`exists (select from platoon_members m
  where m.organization_id = o.organization_id and m.officer_id = o.id and m.platoon_id = ${platoon_id}::uuid
    and m.starts_on <= ${day} and m.ends_on is null)`

/** Units with their active officers; none for those without a unit. */
export const listUnits = ({
  platoon_id,
  starts_on,
}: {
  platoon_id: string
  starts_on?: string | undefined
}): Sql => sql`
  select json_build_object('items', coalesce((select json_agg(u order by u.unit) from (
    select o.unit, count(*)::int as officers,
      count(*) filter (where ${inItFrom(platoon_id, sql`coalesce(${starts_on ?? null}::date, ${today})`)})::int as members
    from officers o where o.organization_id = (select app.organization_id()) and ${active} and ${another} and o.unit <> ''
    group by o.unit) u), '[]'))::text as json
  from platoons p join organizations g on g.id = p.organization_id
  where p.organization_id = (select app.organization_id()) and p.id = ${platoon_id}::uuid`

/** Those chosen, and the active ones of the unit: locked in the order of their ids, then read as the lock found them. */
export const lockToJoin = async (
  db: Db,
  asked: { platoon_id: string; starts_on: string; officer_ids: readonly string[]; unit: string },
) => {
  const chosen = sql`o.organization_id = (select app.organization_id()) and (o.id = any(${asked.officer_ids}::uuid[])
    or ${asked.unit} <> '' and o.unit = ${asked.unit} and ${active} and ${another})`
  const [, found] = await Promise.all([
    db.run(sql`select 1 from officers o where ${chosen} order by o.id for update`),
    db.rows<{
      id: string
      name: string
      active: boolean
      member: boolean
    }>(sql`select o.id, o.name, ${active} as active,
        ${inItFrom(asked.platoon_id, sql`${asked.starts_on}::date`)} as member
      from officers o where ${chosen} order by o.id`),
  ])
  return found
}
