import type { Db } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'

const us = sql`(select app.organization_id())`

/**
 * The annual price of the contract that covers the day, in the version in force that day; no row if there is none, or if the
 * department was erased by then.
 */
const inForceOn = (day: Sql): Sql => sql`(
  select c.currency, v.tier, v.price_cents from contracts c
  join lateral (select v.tier, v.price_cents from contract_versions v
    where v.organization_id = ${us} and v.contract_id = c.id and v.effective_on <= ${day}
    order by v.effective_on desc, v.number desc limit 1) v on true
  where c.organization_id = ${us} and c.starts_on <= ${day} and coalesce(c.cancelled_from, c.ends_on + 1) > ${day}
    and v.price_cents > 0 and ${day} < coalesce((select (g.state_since at time zone 'UTC')::date from organizations g
      where g.id = ${us} and g.state = 'erased'), 'infinity'))`

/** Recounts one month (given by its first day): opening and closing values, or values as of today, by UTC days. */
export const countRevenue = (db: Db, month: string) =>
  db.run(sql`
    with span as materialized (select m as month, m - 1 as before,
        least((m + interval '1 month')::date - 1, (now() at time zone 'UTC')::date) as last
      from (select ${month}::date as m) x where m <= (now() at time zone 'UTC')::date),
    opening as materialized (select o.* from span s cross join lateral ${inForceOn(sql`s.before`)} o),
    closing as materialized (select c.* from span s cross join lateral ${inForceOn(sql`s.last`)} c),
    counted as materialized (
      select s.month, currency, coalesce(c.tier, o.tier) as tier, coalesce(o.tier, c.tier) as opening_tier,
        coalesce(o.price_cents, 0) as opening_cents, coalesce(c.price_cents, 0) as closing_cents
      from opening o full join closing c using (currency) cross join span s),
    gone as (delete from revenue_figures r where r.organization_id = ${us} and r.month = ${month}::date
      and r.currency not in (select currency from counted))
    insert into revenue_figures (organization_id, month, currency, tier, opening_tier, opening_cents, closing_cents, computed_at)
    select ${us}, month, currency, tier, opening_tier, opening_cents, closing_cents, now() from counted
    on conflict (organization_id, month, currency) do update set tier = excluded.tier, opening_tier = excluded.opening_tier,
      opening_cents = excluded.opening_cents, closing_cents = excluded.closing_cents, computed_at = excluded.computed_at`)
