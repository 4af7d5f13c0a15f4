import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import type { Channel } from './rules.choices.ts'
import type { QuietMode } from './rules.quiet.ts'
import type { EventName } from './rules.ts'

export const readSettings = () => sql`
  select json_build_object('choices', coalesce((
      select json_agg(json_build_object('event', e.key, 'channel', c.key, 'on', c.value = 'true') order by e.key, c.key)
      from jsonb_each(w.choices) e, jsonb_each_text(e.value) c), '[]'),
    'quiet', coalesce(w.quiet, 'organization'), 'quiet_from', to_char(w.quiet_from, 'HH24:MI'),
    'quiet_to', to_char(w.quiet_to, 'HH24:MI'),
    'organization_quiet', case when g.quiet_from <> g.quiet_to then json_build_object(
      'from', to_char(g.quiet_from, 'HH24:MI'), 'to', to_char(g.quiet_to, 'HH24:MI')) end)::text as json
  from organizations g
  left join notification_settings w on w.organization_id = g.id and w.officer_id = (select app.officer_id())
  where g.id = (select app.organization_id())`

/** Other channels of these events keep their choices. */
export const updateChoices = (db: Db, events: readonly EventName[], channel: Channel, on: boolean) =>
  db.run(sql`with chosen as (select distinct e as event, jsonb_build_object(${channel}::text, ${on}::boolean) as choice
      from unnest(${events}::text[]) e)
    insert into notification_settings as w (organization_id, officer_id, choices)
    select (select app.organization_id()), (select app.officer_id()), jsonb_object_agg(event, choice) from chosen
    on conflict (organization_id, officer_id) do update set updated_at = now(), choices = w.choices
      || (select jsonb_object_agg(event, coalesce(w.choices -> event, '{}') || choice) from chosen)`)

export const updateQuietHours = (
  db: Db,
  hours: { quiet: QuietMode; quiet_from?: string | undefined; quiet_to?: string | undefined },
) =>
  db.run(sql`insert into notification_settings as w (organization_id, officer_id, quiet, quiet_from, quiet_to)
    values ((select app.organization_id()), (select app.officer_id()), ${hours.quiet}, ${hours.quiet_from ?? null}::time,
      ${hours.quiet_to ?? null}::time)
    on conflict (organization_id, officer_id) do update set updated_at = now(), quiet = excluded.quiet,
      quiet_from = coalesce(excluded.quiet_from, w.quiet_from), quiet_to = coalesce(excluded.quiet_to, w.quiet_to)`)
