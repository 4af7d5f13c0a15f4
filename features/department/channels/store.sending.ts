import type { EventName } from '#features/department/notifications/rules.ts'
import { activeOfficer } from '#platform/server/active-officer.ts'
import type { Db } from '#platform/server/db.ts'
import type { PushTarget } from '#platform/server/push.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { KEPT_DAYS, type OutChannel } from './rules.ts'
import { receives } from './store.devices.ts'
import { takesCalls } from './store.phones.ts'

/** How many one process takes at once, and how long they are its own; if it dies, they become due again. */
export const AT_ONCE = 200
const leaseMinutes = 2

export type Due = {
  organization_id: string
  id: string
  event: EventName | 'phone_code'
  channel: OutChannel
  target_id: string
  attempts: number
  planned_at: Date
  expires_at: Date | null
  title: string
  message: string
  reply_code: string | null
  department: string
  /** Null: the person has stopped it. */
  number: string | null
  /** Null: the device is gone. */
  push: PushTarget | null
}

const due = sql`${ours('d')} and d.state in ('waiting', 'sending') and d.next_try_at <= now()`

/** For a delivery `d`: whether the person has answered what it is about, or nothing is left to answer. */
export type IsAnswered = (d: Sql) => Sql

/** For a delivery `d`: a notification that told of it and that was read; by equality, so that an index finds it. */
const isRead = (whose: Sql) => sql`exists (select from notifications r where ${ours('r')} and ${whose} and r.read
  and r.created_at = d.told_at and r.type = d.event and r.assignment_id is not distinct from d.assignment_id)`

/**
 * Stops what is no longer needed: the shift has begun, the person has no access any more, has answered, or has read it. Orders
 * want an acknowledgment: reading one stops nothing.
 */
const stopNeedless = (db: Db, answered: readonly IsAnswered[]) =>
  db.run(sql`with n as materialized (select d.id, case when d.expires_at <= now() then 'too_late'
        when not exists (select from officers f where ${ours('f')} and f.id = d.officer_id and ${activeOfficer(sql`f`)}
          and f.user_id is not null) then 'no_access'
        when ${answered.reduce((all, one) => sql`${all} or ${one(sql`d`)}`, sql`false`)} then 'answered'
        when d.event <> 'ordered_in' and case d.audience when 'admins' then ${isRead(sql`r.officer_id is null`)}
          else ${isRead(sql`r.officer_id = d.officer_id`)} end then 'read' end as why
      from deliveries d where ${due})
    update deliveries d set state = 'stopped', outcome = n.why from n
    where ${ours('d')} and d.id = n.id and n.why is not null and d.state in ('waiting', 'sending')`)

/** Takes due deliveries for this process only. */
export const takeDue = async (db: Db, answered: readonly IsAnswered[]): Promise<Due[]> => {
  await stopNeedless(db, answered)
  return db.rows<Due>(sql`
    with next as (select d.id from deliveries d where ${due} order by d.next_try_at limit ${AT_ONCE}::int
      for update skip locked),
    taken as (
      update deliveries d set state = 'sending', attempts = d.attempts + 1,
        next_try_at = now() + make_interval(mins => ${leaseMinutes}::int)
      from next where ${ours('d')} and d.id = next.id returning d.*)
    select t.organization_id, t.id, t.event, t.channel, t.target_id, t.attempts, t.planned_at, t.expires_at, t.title, t.message,
      t.reply_code, g.name as department, h.number,
      case when p.id is not null then jsonb_build_object('platform', p.platform, 'endpoint', p.endpoint, 'p256dh', p.p256dh,
        'auth', p.auth) end as push
    from taken t join organizations g on g.id = t.organization_id
    left join phones h on ${ours('h')} and h.id = t.target_id and (t.channel = 'call' and ${takesCalls(sql`h`)}
      or t.channel = 'text' and h.stopped_at is null and (h.confirmed_at is not null or t.event = 'phone_code'))
    left join push_subscriptions p on ${ours('p')} and p.id = t.target_id and t.channel = 'push' and ${receives(sql`p`)}
    order by t.planned_at, t.id`)
}

export type Sent = {
  id: string
  attempts: number
  state: 'sent' | 'failed' | 'waiting'
  outcome: string | null
  segments?: number | undefined
  provider_id?: string | null | undefined
  /** Milliseconds until the next try. */
  again_in: number | null
}

/** Notes what became of them, unless another process has taken them since. */
export const markDeliveries = (db: Db, sent: readonly Sent[]) =>
  sent.length === 0
    ? Promise.resolve(0)
    : db.run(sql`update deliveries d set state = s.state, outcome = s.outcome,
        sent_at = case when s.state = 'sent' then now() end, segments = s.segments, provider_id = s.provider_id,
        next_try_at = case when s.again_in is null then d.next_try_at else now() + s.again_in * interval '1 millisecond' end
      from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as s (id uuid, attempts int, state text, outcome text, again_in int,
        segments int, provider_id text)
      where ${ours('d')} and d.id = s.id and d.attempts = s.attempts and d.state = 'sending'`)

/** The push services say that these devices no longer receive. */
export const deleteSubscriptions = (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve(0)
    : db.run(sql`delete from push_subscriptions where ${ours()} and id = any(${[...ids]}::uuid[])`)

/** Phones that another account has registered since. */
export const deleteTakenDevices = async (db: Db): Promise<void> => {
  await db.run(sql`delete from push_subscriptions p where ${ours('p')} and not ${receives(sql`p`)}`)
}

export const deleteOldDeliveries = async (db: Db): Promise<void> => {
  const old = sql`${ours()} and created_at < now() - make_interval(days => ${KEPT_DAYS}::int)`
  await db.run(sql`delete from deliveries where ${old} and state not in ('waiting', 'sending')`)
  await db.run(sql`delete from phone_replies where ${old}`)
}
