import type { Choices } from '#features/department/notifications/rules.choices.ts'
import type { QuietMode } from '#features/department/notifications/rules.quiet.ts'
import type { EventName } from '#features/department/notifications/rules.ts'
import { activeOfficer } from '#platform/server/active-officer.ts'
import type { Db } from '#platform/server/db.ts'
import type { PushTarget } from '#platform/server/push.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { type ChannelOrder, type OutChannel, POSTED_MINUTES } from './rules.ts'
import { receives } from './store.devices.ts'
import { takesCalls } from './store.phones.ts'

export type Reached = {
  telling_id: string
  officer_id: string
  choices: Choices
  quiet: QuietMode
  quiet_from: string | null
  quiet_to: string | null
  /** The devices that receive pushes. */
  push_ids: string[]
  /** The confirmed phone, if any. */
  phone_id: string | null
  /** Agreed to calls at it. */
  takes_calls: boolean
  /** A push about posted shifts went out to the person lately. */
  posted_lately: boolean
}

type Asked = { id: string; event: EventName; audience: string; officer_id: string | null }

/** Everybody to be told who can be reached on another channel than the bell and email. */
export const listReached = (
  db: Db,
  tellings: readonly Asked[],
  platforms: readonly PushTarget['platform'][],
): Promise<Reached[]> =>
  db.rows<Reached>(sql`
    select t.id as telling_id, f.id as officer_id, coalesce(w.choices, '{}') as choices,
      coalesce(w.quiet, 'organization') as quiet, w.quiet_from::text, w.quiet_to::text,
      coalesce(p.ids, '{}') as push_ids, h.id as phone_id,
      coalesce(${takesCalls(sql`h`)}, false) as takes_calls,
      t.event = 'assignment_posted' and exists (select from deliveries d where ${ours('d')} and d.officer_id = f.id
        and d.event = t.event and d.channel = 'push'
        and d.created_at > now() - make_interval(mins => ${POSTED_MINUTES}::int)) as posted_lately
    from officers f
    left join (select s.officer_id, array_agg(s.id order by s.id) as ids from push_subscriptions s
      where ${ours('s')} and s.platform = any(${[...platforms]}::text[]) and ${receives(sql`s`)} group by s.officer_id) p
      on p.officer_id = f.id
    left join phones h on ${ours('h')} and h.officer_id = f.id and h.stopped_at is null and h.confirmed_at is not null
    join jsonb_to_recordset(${JSON.stringify(tellings)}::jsonb) as t (id uuid, event text, audience text, officer_id uuid)
      on case t.audience when 'officer' then f.id = t.officer_id when 'admins' then f.role = 'admin'
        else f.id is distinct from t.officer_id end
    left join notification_settings w on ${ours('w')} and w.officer_id = f.id
    where ${ours('f')} and ${activeOfficer(sql`f`)} and f.user_id is not null and (p.ids is not null or h.id is not null)
    order by f.id`)

/** The department's own orders, by event. */
export const findOrders = async (db: Db): Promise<ReadonlyMap<string, ChannelOrder>> => {
  const rows = await db.rows<{
    event: string
    push_after: number | null
    text_after: number | null
    call_after: number | null
  }>(sql`select event, push_after, text_after, call_after from channel_orders where ${ours()}`)
  return new Map(
    rows.map((row) => [row.event, { push: row.push_after, text: row.text_after, call: row.call_after }] as const),
  )
}

export type Planned = {
  officer_id: string
  event: EventName
  audience: string
  channel: OutChannel
  assignment_id: string | null
  title: string
  message: string
  told_at: string
  planned_at: string
  expires_at: string | null
  target_id: string
  reply_code: string | null
}

/** What would only go out when it is pointless is kept as stopped, for the log. */
export const insertDeliveries = (db: Db, planned: readonly Planned[]) =>
  planned.length === 0
    ? Promise.resolve(0)
    : db.run(sql`insert into deliveries (organization_id, officer_id, event, audience, channel, assignment_id, title, message,
        told_at, planned_at, expires_at, next_try_at, target_id, reply_code, state, outcome)
      select (select app.organization_id()), p.officer_id, p.event, p.audience, p.channel, p.assignment_id, p.title, p.message,
        p.told_at, p.planned_at, p.expires_at, p.planned_at, p.target_id, p.reply_code,
        case when p.expires_at <= p.planned_at then 'stopped' else 'waiting' end,
        case when p.expires_at <= p.planned_at then 'too_late' end
      from jsonb_to_recordset(${JSON.stringify(planned)}::jsonb) as p (officer_id uuid, event text, audience text, channel text,
        assignment_id uuid, title text, message text, told_at timestamptz, planned_at timestamptz, expires_at timestamptz,
        target_id uuid, reply_code text)`)
