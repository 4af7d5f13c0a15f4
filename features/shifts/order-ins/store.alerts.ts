import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'

/** On the force list today; exempt officers too, whose exemption ends. */
const isListed = sql`exists (select from force_members m where ${ours('m')} and m.officer_id = (select app.officer_id())
  and m.left_on is null and (not m.is_admin or coalesce((select w.admins_listed from force_settings w
    where w.organization_id = m.organization_id), false)))`
const hasPush = sql`exists (select from push_subscriptions p where ${ours('p')} and p.officer_id = (select app.officer_id()))`
const hasText = sql`exists (select from phones p where ${ours('p')} and p.officer_id = (select app.officer_id())
  and p.stopped_at is null and p.confirmed_at is not null)`

export const findAlertOffer = () => sql`
  select json_build_object('offered', ${isListed} and not ${hasPush} and not ${hasText}
    and exists (select from accounts a where a.id = (select app.user_id())
      and a.alert_offer_dismissed_at is null))::text as json`

/** Once dismissed, it keeps its time. */
export const updateAlertOfferDismissed = (db: Db) =>
  db.run(sql`update accounts set alert_offer_dismissed_at = now()
    where id = (select app.user_id()) and alert_offer_dismissed_at is null`)
