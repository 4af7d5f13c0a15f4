import type { Outcome } from '#features/shifts/awards/rules.rounds.ts'
import { sinceOf } from '#features/shifts/awards/store.facts.ts'
import type { Inputs } from '#features/shifts/awards/store.ts'
import type { Db } from '#platform/server/db.ts'
import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { readCursor } from '#platform/shared/cursor.ts'
import { approvedStates, atStartStatuses } from '#platform/shared/statuses.ts'
import type { Approved, Difference, LedgerRow, Stood } from './rules.inputs.ts'

/** Number of days for which rounds are checked against the ledger, and maximum rounds per run. */
const LOOKED_AT_DAYS = 35
const AT_ONCE = 500

export type RoundRow = {
  id: string
  assignment_id: string
  post_id: string
  inputs: Inputs
  minutes: number
  /** The post is taken in parts: spots depend on the minutes of each part, which are not re-evaluated. */
  parts: boolean
  receipts: { officer_id: string; outcome: Outcome }[]
  /** Officers who currently have a spot on the post. */
  held: string[]
}

/** Unchecked rounds, except those from the last minute, whose concurrent transactions may still be running. */
export const listUnchecked = (db: Db): Promise<RoundRow[]> =>
  db.rows<RoundRow>(sql`select y.id, y.assignment_id, y.post_id, y.inputs,
      (extract(epoch from p.ends_at - p.starts_at) / 60)::int as minutes, p.split_minutes is not null as parts,
      (select coalesce(json_agg(json_build_object('officer_id', r.officer_id, 'outcome', r.outcome) order by r.rank), '[]')
        from award_receipts r where r.organization_id = y.organization_id and r.round_id = y.id) as receipts,
      (select coalesce(json_agg(s.officer_id), '[]') from officer_assignments s where s.organization_id = y.organization_id
        and s.post_id = y.post_id and s.status in ${oneOf(atStartStatuses)}) as held
    from award_rounds y join posts p on p.organization_id = y.organization_id and p.id = y.post_id
    where ${ours('y')} and y.at < now() - interval '1 minute'
      and y.at > now() - make_interval(days => ${LOOKED_AT_DAYS}::int)
      and not exists (select from award_input_checks k where k.organization_id = y.organization_id and k.round_id = y.id)
    order by y.at, y.id limit ${AT_ONCE}::int`)

/** Locks a round; false if it has been checked in the meantime. */
export const lockUnchecked = async (db: Db, id: string): Promise<boolean> => {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`)
  const looked = await db.row(sql`select 1 from award_input_checks k
    where ${ours('k')} and k.round_id = ${id}::uuid`)
  return looked === null
}

const micros = (at: Sql): Sql => sql`(extract(epoch from ${at}) * 1000000)::bigint`

export type BookRows = {
  award: number
  /** Null if everything counts. */
  since: number | null
  rows: LedgerRow[]
  approved: Approved[]
  ordered: Stood[]
}

/** What the ledger, approved hours and orders said about the applicants at the time of a round. */
export const findBooks = async (db: Db, { inputs }: RoundRow): Promise<BookRows> => {
  const at = sql`${inputs.at}::timestamptz`
  const whose = sql`any(${inputs.applicants.map((one) => one.officer_id)}::uuid[])`
  const since = sinceOf(sql`${JSON.stringify(inputs.rule)}::jsonb`, at)
  const row = await db.row<{ books: BookRows }>(sql`select json_build_object('award', ${micros(at)},
    'since', case when isfinite(${since}) then ${micros(since)} end,
    'rows', (select coalesce(json_agg(json_build_object('id', c.id, 'officer_id', c.officer_id, 'signup_id', c.signup_id,
        'kind', c.kind, 'minutes', c.minutes, 'times', c.times, 'source', c.source, 'at', ${micros(sql`c.at`)},
        'recorded_at', ${micros(sql`c.recorded_at`)})), '[]')
      from opportunities c where ${ours('c')} and c.officer_id = ${whose}
        and c.at < ${at} and c.recorded_at <= ${at}),
    'approved', (select coalesce(json_agg(json_build_object('officer_id', t.officer_id, 'signup_id', t.signup_id,
        'at', ${micros(sql`t.decided_at`)}, 'minutes', coalesce(t.worked_minutes,
          extract(epoch from s.ends_at - s.starts_at)::int / 60))), '[]')
      from attendance t join officer_assignments s on s.organization_id = t.organization_id and s.id = t.signup_id
      where ${ours('t')} and t.officer_id = ${whose} and s.status = 'worked'
        and t.state in ${oneOf(approvedStates)} and t.decided_at < ${at}),
    'ordered', (select coalesce(json_agg(json_build_object('officer_id', i.officer_id, 'signup_id', i.signup_id,
        'at', ${micros(sql`i.ordered_at`)}, 'minutes', extract(epoch from s.ends_at - s.starts_at)::int / 60)), '[]')
      from order_ins i join officer_assignments s on s.organization_id = i.organization_id and s.id = i.signup_id
      where ${ours('i')} and i.officer_id = ${whose} and i.ordered_at < ${at}
        and (i.cancelled_at is null or i.cancelled_at > ${at}) and (i.fell_at is null or i.fell_at > ${at}))
    ) as books`)
  if (row === null) throw new Error('a statement without a row')
  return row.books
}

export const insertCheck = (db: Db, round_id: string, differences: readonly Difference[], changed: boolean) =>
  db.run(sql`insert into award_input_checks (organization_id, round_id, differences, changed)
    values ((select app.organization_id()), ${round_id}::uuid,
      ${differences.length === 0 ? null : JSON.stringify(differences)}::jsonb, ${changed}::boolean)
    on conflict (organization_id, round_id) do nothing`)

/**
 * Inserts a case for each officer who should have had a spot, attributed to the admin who made the award, if it was not
 * automatic. Skipped if the other officer had no sign-up.
 */
export const insertWronged = (
  db: Db,
  round: RoundRow,
  found: readonly { officer_id: string; instead_id: string }[],
  remedy: string,
) =>
  db.rows<{
    id: string
  }>(sql`insert into award_cases (organization_id, round_id, assignment_id, post_id, officer_id, instead_id,
      instead_signup_id, made_by, minutes, remedy, cause)
    select (select app.organization_id()), ${round.id}::uuid, ${round.assignment_id}::uuid, ${round.post_id}::uuid, r.officer_id,
      r.instead_id, s.id, (select y.decided_by from award_rounds y where ${ours('y')}
        and y.id = ${round.id}::uuid), ${round.minutes}::int, ${remedy}, 'wrong_inputs'
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as r (officer_id uuid, instead_id uuid)
    join lateral (select e.id from officer_assignments e where ${ours('e')}
      and e.post_id = ${round.post_id}::uuid and e.officer_id = r.instead_id order by e.applied_at desc limit 1) s on true
    on conflict (organization_id, instead_signup_id, officer_id) do nothing returning id`)

const PAGE = 30

/** A round's differences with the officers' names; its check has alias `k`. */
export const namedDifferences = sql`(select coalesce(json_agg(json_build_object('officer_id', d ->> 'officer_id',
    'name', (select o.name from officers o where o.organization_id = k.organization_id and o.id = (d ->> 'officer_id')::uuid),
    'kind', d ->> 'kind', 'used', d -> 'used', 'right', d -> 'right') order by n), '[]')
  from jsonb_array_elements(k.differences) with ordinality as x (d, n))`

/** Awards based on wrong hours or counts, latest discovery first. */
export const listWrongInputs = ({ after }: { after?: string | undefined }): Sql => {
  const key = readCursor(after)
  return sql`
  with found as (
    select k.checked_at, k.id, json_build_object('id', k.id, 'checked_at', k.checked_at, 'changed', k.changed,
      'assignment_id', a.id, 'title', a.title, 'starts_at', p.starts_at, 'post_name', p.name, 'awarded_at', y.at,
      'rule_name', y.rule_name, 'differences', ${namedDifferences}) as item
    from award_input_checks k
    join award_rounds y on y.organization_id = k.organization_id and y.id = k.round_id
    join assignments a on a.organization_id = y.organization_id and a.id = y.assignment_id
    join posts p on p.organization_id = y.organization_id and p.id = y.post_id
    where ${ours('k')} and k.differences is not null
      and (${key === null} or (k.checked_at, k.id) < (${key?.at ?? 'infinity'}::timestamptz, ${key?.id ?? null}::uuid))
    order by k.checked_at desc, k.id desc limit ${PAGE + 1}::int),
  shown as (select * from found order by checked_at desc, id desc limit ${PAGE}::int)
  select json_build_object('items', coalesce((select json_agg(item order by checked_at desc, id desc) from shown), '[]'),
    'next', case when (select count(*) from found) > ${PAGE}::int then
      (select (to_json(checked_at) #>> '{}') || '~' || id from shown order by checked_at, id limit 1) end)::text as json`
}
