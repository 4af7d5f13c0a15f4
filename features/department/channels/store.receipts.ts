import type { EventName } from '#features/department/notifications/rules.ts'
import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import type { Price } from '#platform/server/texting.ts'
import type { CallReceipt } from './rules.calls.ts'
import { REPLY_HOURS } from './rules.texts.ts'
import { takesCalls } from './store.phones.ts'
import type { IsAnswered } from './store.sending.ts'

export type Called = {
  id: string
  event: EventName
  officer_id: string
  assignment_id: string
  told_at: string
  title: string
  message: string
  department: string
  phone_id: string
  /** Nothing is left to answer, or it is too late. */
  over: boolean
  /** The number still takes calls. */
  live: boolean
}

/** A call of the last day that the provider placed under this id, to this number; null if there is none. */
export const findCalled = (
  db: Db,
  id: string,
  asked: { provider_id: string; to: string },
  answered: readonly IsAnswered[],
) =>
  db.row<Called>(sql`select d.id, d.event, d.officer_id, d.assignment_id, to_json(d.told_at) #>> '{}' as told_at, d.title,
      d.message, g.name as department, h.id as phone_id, ${takesCalls(sql`h`)} as live,
      (coalesce(d.expires_at <= now(), false)
        or ${answered.reduce((all, one) => sql`${all} or ${one(sql`d`)}`, sql`false`)}) as over
    from deliveries d
    join organizations g on g.id = d.organization_id
    join phones h on h.organization_id = d.organization_id and h.id = d.target_id
    where ${ours('d')} and d.id = ${id}::uuid and d.channel = 'call' and d.state in ('sending', 'sent')
      and coalesce(d.provider_id, ${asked.provider_id}) = ${asked.provider_id} and h.number = ${asked.to}
      and d.created_at > now() - make_interval(hours => ${REPLY_HOURS}::int)`)

/** Notes what became of it; false if that was known. */
export const saveReceipt = async (
  db: Db,
  id: string,
  receipt: CallReceipt | 'delivered' | 'undelivered' | null,
): Promise<boolean> =>
  receipt !== null &&
  (await db.run(sql`update deliveries set receipt = ${receipt}, receipt_at = now()
    where ${ours()} and id = ${id}::uuid and receipt is null`)) > 0

/** What the provider bills, as far as it says so; reported again, it stays. */
export const saveCost = (
  db: Db,
  id: string,
  cost: { seconds?: number | null; segments?: number | null; price: Price | null },
) =>
  db.run(sql`update deliveries d set call_seconds = coalesce(d.call_seconds, ${cost.seconds ?? null}::int),
      segments = coalesce(${cost.segments ?? null}::int, d.segments),
      price = coalesce(d.price, ${cost.price?.amount ?? null}::numeric),
      currency = coalesce(d.currency, ${cost.price?.currency ?? null})
    where ${ours('d')} and d.id = ${id}::uuid`)

/** Whether this text went out under the provider's id; `early`: or is going out, and its id is not noted yet. */
export const isSentAs = async (db: Db, id: string, provider_id: string, early: boolean): Promise<boolean> =>
  (await db.row(sql`select 1 from deliveries d where ${ours('d')} and d.id = ${id}::uuid and d.channel = 'text'
    and (d.provider_id = ${provider_id} or ${early}::boolean and d.provider_id is null and d.state in ('sending', 'sent'))`)) !==
  null

/** Null: it came in for the first time, and is now taken. Otherwise what was said the first time. */
export const takeReply = async (db: Db, provider_id: string): Promise<string | null> => {
  const taken = await db.run(sql`insert into phone_replies (organization_id, provider_id)
    values ((select app.organization_id()), ${provider_id}) on conflict do nothing`)
  if (taken > 0) return null
  const row = await db.row<{ said: string }>(sql`select said from phone_replies r
    where ${ours('r')} and r.provider_id = ${provider_id}`)
  return row?.said ?? ''
}
export const saveSaid = (db: Db, provider_id: string, said: string) =>
  db.run(sql`update phone_replies set said = ${said} where ${ours()} and provider_id = ${provider_id}`)
