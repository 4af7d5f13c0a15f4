import { toEveryOfficer } from '#features/department/notifications/store.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'

/** The codes of the latest shifts, each once, and how many officers are notified of a new shift. */
export const listPayCodeRows = (): Sql => sql`
  select jsonb_build_object('items', coalesce(jsonb_agg(pay_code order by used_at desc, pay_code), '[]'), 'next', null,
    'notified', (select count(*) from officers f where ${toEveryOfficer}))::text as json
  from (select pay_code, max(created_at) as used_at from assignments
    where ${ours()} and pay_code is not null
    group by pay_code order by max(created_at) desc, pay_code limit 100) c`
