import type { Contact } from '#features/department/channels/rules.calls.ts'
import type { LedgerKind, OpportunitySource } from '#features/shifts/award-rules/rules.opportunities.ts'
import type { Db } from '#platform/server/db.ts'
import { dayBegins } from '#platform/server/department-days.ts'
import { join, nothing, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { readCursor } from '#platform/shared/cursor.ts'

export type Opportunity = {
  officer_id: string
  kind: LedgerKind
  /** Whole minutes of the shift. */
  minutes: number
  /** How often it counts, if not once. */
  times?: number
  /** What became of a call. */
  contact?: Contact
  source: OpportunitySource
  assignment_id?: string | null
  post_id?: string | null
  signup_id?: string | null
  note?: string | null
}

/**
 * Records an offer and its outcome in the caller's transaction. A sign-up's status change writes its own row at the end of the
 * transaction, unless a row for that sign-up and kind was written here: call this when there is more to record (an order, a
 * volunteer, another source) or when there is no sign-up. Negative minutes reverse what the sign-up still has, dated at the time
 * of the reversed entry, so that a window contains both or neither; if nothing is left to reverse, nothing is written.
 */
export const recordOpportunities = async (db: Db, rows: readonly Opportunity[]): Promise<void> => {
  if (rows.length === 0) return
  await db.run(sql`insert into opportunities (organization_id, officer_id, kind, minutes, times, contact, source, assignment_id,
      post_id, signup_id, note, at)
    select (select app.organization_id()), r.officer_id, r.kind, r.minutes, r.times, r.contact, r.source, r.assignment_id, r.post_id, r.signup_id,
      r.note, case when r.minutes < 0 then coalesce(b.at, now()) else now() end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (officer_id uuid, kind text, minutes integer, times integer,
      contact text, source text,      assignment_id uuid, post_id uuid, signup_id uuid, note text)
    left join lateral (select max(o.at) filter (where o.minutes > 0) as at, sum(o.minutes) as standing from opportunities o
      where ${ours('o')} and o.signup_id = r.signup_id and o.kind = r.kind) b on true
    where r.minutes >= 0 or coalesce(b.standing, 1) > 0`)
}

const PAGE = 30
const edge = sql`(to_json(at) #>> '{}') || '~' || id`

/**
 * An admin chose the officer. Rows from before the ledger recorded that have another source, and the time at which the admin decided
 * with a reason.
 */
const byHand = sql`p.kind = 'accepted' and p.minutes > 0 and (p.source = 'assignment'
  or p.source in ('award', 'waitlist') and s.override_reason is not null and s.decided_at = p.at)`

/** When the entry was written, which orders a reversal before what it reverses: both have its time. */
const recordedAt = (id: string) =>
  sql`coalesce((select k.recorded_at from opportunities k where ${ours('k')} and k.id = ${id}::uuid), 'infinity')`

/** The page comes first: joined before that, the database reads the shifts and sign-ups of the whole ledger for one page of it. */
const listed = (whose: Sql, asked: { kind?: string | undefined; after?: string | undefined }): Sql => {
  const key = readCursor(asked.after)
  return sql`
  with page as materialized (
    select p.* from opportunities p
    where ${ours('p')} and ${whose} ${asked.kind ? sql`and p.kind = ${asked.kind}` : nothing}
      ${key ? sql`and (p.at, p.recorded_at, p.id) < (${key.at}::timestamptz, ${recordedAt(key.id)}, ${key.id}::uuid)` : nothing}
    order by p.at desc, p.recorded_at desc, p.id desc limit ${PAGE + 1}::int),
  found as (
    select p.id, p.at, p.recorded_at, p.kind, p.minutes, p.times, p.contact, p.source, p.note, p.assignment_id, a.title, a.starts_at, a.ends_at,
      p.officer_id, o.name as officer_name, o.badge_number, case when ${byHand} then json_build_object('name', (
        select d.name from officers d where d.organization_id = s.organization_id and d.id = coalesce(s.assigned_by,
          case when s.decided_at = p.at then s.decided_by end)),
        'reason', s.override_reason) end as assigned
    from page p
    join officers o on o.organization_id = p.organization_id and o.id = p.officer_id
    left join assignments a on a.organization_id = p.organization_id and a.id = p.assignment_id
    left join officer_assignments s on s.organization_id = p.organization_id and s.id = p.signup_id),
  shown as (select * from found order by at desc, recorded_at desc, id desc limit ${PAGE}::int)
  select json_build_object('items', coalesce((select json_agg(to_jsonb(s) - 'recorded_at' order by s.at desc, s.recorded_at desc, s.id desc) from shown s), '[]'),
    'next', case when (select count(*) from found) > ${PAGE}::int then
      (select ${edge} from shown order by at, recorded_at, id limit 1) end)::text as json`
}

type Asked = { kind?: string | undefined; after?: string | undefined }
type Filters = Asked & Partial<Record<'officer_id' | 'type' | 'from' | 'to', string | undefined>>

export const listOpportunities = ({ officer_id, type, from, to, ...asked }: Filters): Sql => {
  const conditions = [sql`true`]
  if (officer_id) conditions.push(sql`p.officer_id = ${officer_id}::uuid`)
  // The ids first: asked of each entry, whether its shift is of a rare type took a second in a ledger of 150,000.
  if (type)
    conditions.push(
      sql`p.assignment_id = any (array(select t.id from assignments t where ${ours('t')} and t.kind = ${type}))`,
    )
  if (from) conditions.push(sql`p.at >= ${dayBegins(from)}`)
  if (to) conditions.push(sql`p.at < ${dayBegins(to, 1)}`)
  return listed(join(conditions, sql` and `), asked)
}

export const listMyOpportunities = (asked: Asked): Sql => listed(sql`p.officer_id = (select app.officer_id())`, asked)
