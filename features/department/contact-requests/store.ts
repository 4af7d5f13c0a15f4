import type { Db } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { QUIET_HOURS } from './rules.ts'

const kindOfMine = sql`case (select app.role()) when 'admin' then 'upgrade' else 'support' end`

export const findLast = (): Sql => sql`select jsonb_build_object('last', (
    select jsonb_build_object('name', f.name, 'message', c.message, 'status', c.status, 'answer', c.answer, 'asked_at', c.created_at,
      'quiet_until', c.quiet_until, 'quiet', c.quiet_until > now())
    from contact_requests c join officers f on f.organization_id = c.organization_id and f.id = c.officer_id
    where ${ours('c')} and c.kind = ${kindOfMine}
    order by c.created_at desc limit 1))::text as json`

export type Sent = {
  created_at: Date
  kind: 'upgrade' | 'support'
  organization: string
  subdomain: string
  primary_color: string
  subscription_tier: string
  trial_end_date: string | null
  name: string
  email: string
}

/** The constraint `contact_requests_once` refuses a second request of the same kind within these hours. */
export const insertRequest = (db: Db, message: string) =>
  db.row<Sent>(sql`with made as (
      insert into contact_requests (organization_id, kind, message, officer_id, quiet_until)
      values ((select app.organization_id()), ${kindOfMine}, ${message}, (select app.officer_id()),
        now() + make_interval(hours => ${QUIET_HOURS})) returning created_at, kind)
    select made.created_at, made.kind, g.name as organization, g.subdomain, g.primary_color, g.subscription_tier,
      g.trial_end_date::text, f.name, a.email
    from made, organizations g, officers f, accounts a
    where g.id = (select app.organization_id()) and ${ours('f')}
      and f.id = (select app.officer_id()) and a.id = (select app.user_id())`)
