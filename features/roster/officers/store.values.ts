import { onRoster } from '#platform/server/active-officer.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'

/** Values of one kind at most: a picker that is searched as one types. */
const MOST = 1000

const listOf = (
  rows: Sql,
): Sql => sql`(select coalesce(jsonb_agg(jsonb_build_object('value', value, 'officers', officers)
  order by lower(value), value), '[]') from (select value, count(*)::int as officers from (${rows}) r
    where value is not null and value <> '' group by value order by lower(value), value limit ${MOST}) v)`

export const findRosterValues = (): Sql => sql`
  with active as materialized (select o.id, o.unit, o.rank from officers o
    where ${ours('o')} and ${onRoster(sql`o`)})
  select jsonb_build_object(
    'units', ${listOf(sql`select unit as value from active`)},
    'ranks', ${listOf(sql`select rank as value from active`)},
    'certifications', ${listOf(sql`select distinct c.type as value, c.officer_id from officer_certifications c
      join active a on a.id = c.officer_id where ${ours('c')}`)},
    'officers', (select count(*)::int from active))::text as json`
