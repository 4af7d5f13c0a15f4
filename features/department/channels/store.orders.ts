import { activeOfficer } from '#platform/server/active-officer.ts'
import type { Db } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { readCursor } from '#platform/shared/cursor.ts'
import { defaultOrder, orderedEvents } from './rules.ts'
import { receives } from './store.devices.ts'
import { takesCalls } from './store.phones.ts'

const defaults = JSON.stringify(
  orderedEvents.map((event, at) => {
    const { text, call } = defaultOrder(event)
    return { event, at, text_after: text, call_after: call }
  }),
)

/** Texts and calls `d` of this month that went out, with what they are billed by. */
const month = sql`select count(*) filter (where d.channel = 'text') as texts, coalesce(sum(d.segments), 0) as segments,
    count(*) filter (where d.channel = 'call') as calls, coalesce(sum(ceil(d.call_seconds / 60.0)), 0)::int as minutes,
    coalesce((select json_agg(p order by p.currency) from (select c.currency, sum(c.price)::float as amount, count(*) as count
      from sent c where c.price is not null group by c.currency) p), '[]') as prices
  from sent d`

/** How many have which channel is counted with the department's rights: phones and devices are their officers' own. Admins only ask. */
export const countsEveryone = sql`true`

type Has = { texting: boolean; calling: boolean; push_missing: readonly string[] }
export const findOrderRows = (has: Has): Sql => sql`
  with sent as (select d.* from deliveries d, organizations g where g.id = (select app.organization_id()) and ${ours('d')}
    and d.channel in ('text', 'call') and d.state = 'sent'
    and d.sent_at >= date_trunc('month', now() at time zone g.time_zone) at time zone g.time_zone)
  select json_build_object('texting', ${has.texting}::boolean, 'calling', ${has.calling}::boolean,
    'push_missing', to_json(${[...has.push_missing]}::text[]),
    'items', (select json_agg(json_build_object('event', e.event,
        'text_after', case when o.event is null then e.text_after else o.text_after end,
        'call_after', case when o.event is null then e.call_after else o.call_after end) order by e.at)
      from jsonb_to_recordset(${defaults}::jsonb) as e (event text, at int, text_after int, call_after int)
      left join channel_orders o on ${ours('o')} and o.event = e.event),
    'month', (select to_json(m) from (${month}) m),
    'people', (select json_build_object('all', count(*),
        'with_push', count(*) filter (where exists (select from push_subscriptions p where ${ours('p')} and p.officer_id = f.id
          and ${receives(sql`p`)})),
        'with_phone', count(*) filter (where exists (select from phones h where ${ours('h')} and h.officer_id = f.id
          and h.stopped_at is null and h.confirmed_at is not null)),
        'with_calls', count(*) filter (where exists (select from phones h where ${ours('h')} and h.officer_id = f.id
          and ${takesCalls(sql`h`)})))
      from officers f where ${ours('f')} and ${activeOfficer(sql`f`)}))::text as json`

type Order = { event: string; text_after: number | null; call_after: number | null }
export const saveOrder = (db: Db, { event, text_after, call_after }: Order) =>
  db.run(sql`insert into channel_orders as o (organization_id, event, push_after, text_after, call_after)
    values ((select app.organization_id()), ${event}, 0, ${text_after}::int, ${call_after}::int)
    on conflict (organization_id, event) do update set text_after = excluded.text_after, call_after = excluded.call_after,
      updated_at = now()`)

const PAGE = 30

/** The codes that confirm numbers are no notifications. Officers see their own rows only, whatever they ask for. */
export const listDeliveryRows = ({ of, after }: { of: 'me' | 'everyone'; after?: string | undefined }): Sql => {
  const key = readCursor(after)
  return sql`
  with found as (
    select d.*, f.name as officer_name from deliveries d
    join officers f on f.organization_id = d.organization_id and f.id = d.officer_id
    where ${ours('d')} and d.event <> 'phone_code' and (${of === 'everyone'}::boolean or d.officer_id = (select app.officer_id()))
      and (${key?.at ?? null}::timestamptz is null
        or (d.created_at, d.id) < (${key?.at ?? null}::timestamptz, ${key?.id ?? null}::uuid))
    order by d.created_at desc, d.id desc limit ${PAGE + 1}::int),
  shown as (select * from found order by created_at desc, id desc limit ${PAGE}::int)
  select json_build_object('items', coalesce((select json_agg(json_build_object('id', id, 'officer_name', officer_name,
      'event', event, 'channel', channel, 'state', state, 'outcome', outcome, 'receipt', receipt, 'planned_at', planned_at, 'sent_at', sent_at)
      order by created_at desc, id desc) from shown), '[]'),
    'next', case when (select count(*) from found) > ${PAGE}::int then
      (select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '~' || id
        from shown order by created_at, id limit 1) end)::text as json`
}
