import { toEveryOfficer } from '#features/department/notifications/store.ts'
import { isReached } from '#features/roster/officers/store.contact.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'

/** The codes of the latest shifts, each once, how many officers a new shift is announced to, and how many of them can't hear of it yet. */
export const listPayCodeRows = (): Sql => sql`
  select jsonb_build_object('items', coalesce(jsonb_agg(pay_code order by used_at desc, pay_code), '[]'), 'next', null,
    'notified', (select count(*) from officers f where ${toEveryOfficer}),
    'without_account', (select count(*) from officers f where ${toEveryOfficer} and not ${isReached(sql`f`)}))::text as json
  from (select pay_code, max(created_at) as used_at from assignments
    where ${ours()} and pay_code is not null
    group by pay_code order by max(created_at) desc, pay_code limit 100) c`
