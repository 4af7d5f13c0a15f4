import { onRoster } from '#platform/server/active-officer.ts'
import type { Db } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'

const today = sql`(now() at time zone g.time_zone)::date`
const active = onRoster(sql`o`, sql`(select ${today} from organizations g where g.id = (select app.organization_id()))`)
/** Nobody can add themselves to a platoon: skips the caller when adding a unit. */
const another = sql`o.id is distinct from (select app.officer_id())`
/** Already in the platoon on that day, until further notice. */
const inItFrom = (platoon_id: string, day: Sql): Sql => sql`exists (select from platoon_members m
  where m.organization_id = o.organization_id and m.officer_id = o.id and m.platoon_id = ${platoon_id}::uuid
    and m.starts_on <= ${day} and m.ends_on is null)`

/** Units with their active officers; excludes officers without a unit. */
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
    from officers o where ${ours('o')} and ${active} and ${another} and o.unit <> ''
    group by o.unit) u), '[]'))::text as json
  from platoons p join organizations g on g.id = p.organization_id
  where ${ours('p')} and p.id = ${platoon_id}::uuid`

/** The chosen officers and the unit's active ones: locked in id order, then re-read under the lock. */
export const lockToJoin = async (
  db: Db,
  asked: { platoon_id: string; starts_on: string; officer_ids: readonly string[]; unit: string },
) => {
  const chosen = sql`${ours('o')} and (o.id = any(${asked.officer_ids}::uuid[])
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
