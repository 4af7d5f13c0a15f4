import { chargeOf, type Roster, rosterOf } from '#features/shifts/award-rules/rules.rank.ts'
import { usesHours } from '#features/shifts/award-rules/rules.ts'
import { ruleOf } from '#features/shifts/award-rules/store.ts'
import { onRoster } from '#platform/server/active-officer.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { absentOf, type Counted, countedOf, hasRecord, isRanked, sinceOf, withCounted } from './store.facts.ts'
import { rulesInForce } from './store.receipts.ts'

const now = sql`now()`

/**
 * Rows for `listMyCharges`: each rule in force, and what it counts of the caller's record now. The other officers' figures are read only
 * where the rule charges a newcomer for the time before.
 */
export const listMyCharges = () => sql`
  select v.name, v.version, v.body, nullif(w.since, '-infinity') as since, c.minutes, b.absent,
    case when b.absent > 0 and coalesce(v.body ->> 'newcomers', 'top') <> 'top' then (
      select coalesce(json_agg(json_build_object('minutes', m.minutes, 'times', m.times)), '[]')
      from (select o.id, c.minutes, c.times from officers o cross join lateral ${countedOf(now)} c
        where ${ours('o')} and ${onRoster(sql`o`)} and ${hasRecord}) m) end as others
  from (${rulesInForce}) v
  join officers o on ${ours('o')} and o.id = (select app.officer_id())
  cross join lateral (select ${sinceOf(sql`v.body`, now)} as since) w
  cross join lateral ${countedOf(now)} c
  cross join lateral (select ${absentOf(now)} as absent) b
  order by v.name, v.version`

type Row = {
  name: string
  version: number
  body: unknown
  since: Date | null
  minutes: Counted['minutes']
  absent: number
  others: Counted[] | null
}

const nobody: Roster = { average: 0, most: 0, most_turns: 0 }

/** What each rule that ranks by hours charges, computed as in an award. */
export const chargedBy = (rows: readonly Row[]) =>
  rows.flatMap(({ name, version, body, since: from, minutes, absent, others }) => {
    const rule = ruleOf(body)
    if (!usesHours(rule)) return []
    const charged = (roster: Roster) => chargeOf(rule, { minutes, absent }, roster)
    return [
      {
        rule,
        name,
        version,
        since: from?.toISOString() ?? null,
        charged: charged(others ? rosterOf(rule, others) : nobody),
        recorded: charged(nobody),
      },
    ]
  })

/** An officer's charge may need what the others have. */
export const ofEverybody = sql`true`

const charging = sql`coalesce(found.body ->> 'newcomers', 'top') <> 'top'`
/** Of one officer `o`, only where it is needed: thousands may be listed. */
const ofOne = (what: Sql) =>
  sql`(select ${what} from (select ${sinceOf(sql`found.body`, now)} as since) w cross join lateral ${countedOf(now)} c)`

/** As `isRanked`, with `withRule`; the record is read of admins only. */
export const rankedNow = sql`(o.role = 'officer' or ${ofOne(isRanked)})`

/**
 * What the rule of an assignment `a` counts of officers `o` now, as columns for `chargedIn`, with `withRule`: the version, the window and
 * the record that an award would read. If not everyone on the roster is listed, the first row brings the record of all, for rules that
 * charge newcomers by it.
 */
export const chargeColumns = (
  everyone: boolean,
) => sql`found.body as rule, found.name as rule_name, found.version as rule_version,
  case when found.body is null then null when ${charging} then ${ofOne(sql`jsonb_build_object('minutes', c.minutes, 'times', c.times)`)}
    else ${ofOne(sql`jsonb_build_object('minutes', c.minutes)`)} end as record,
  case when ${charging} then (select ${absentOf(now)} from (select ${sinceOf(sql`found.body`, now)} as since) w) end as absent,
  ${rankedNow} as ranked,
  case when not ${everyone}::boolean and ${charging} and row_number() over () = 1 then (
    select coalesce(json_agg(json_build_object('minutes', m.minutes, 'times', m.times)), '[]')
    from (select c.minutes, c.times from officers o ${withCounted(sql`found.body`, now)}
      where ${ours('o')} and ${onRoster(sql`o`)} and ${hasRecord}) m) end as others`

export type ChargeRow = {
  rule: unknown
  rule_name: string | null
  rule_version: number | null
  record: { minutes: Counted['minutes']; times?: Counted['times'] } | null
  absent: number | null
  /** False for an admin whom no award order ranks, who never had a shift. */
  ranked: boolean
  others: Counted[] | null
}

/** Of the rows themselves, those that `hasRecord` finds. */
const recordsIn = (rows: readonly ChargeRow[]): Counted[] =>
  rows.flatMap(({ record }) => {
    const { minutes = {}, times = {} } = record ?? {}
    return Object.keys(times).length > 0 ? [{ minutes, times }] : []
  })

/** The rule of the shift if hours decide by it, and what it charges each officer now, in hundredths of minutes. */
export const chargedIn = (rows: readonly ChargeRow[]) => {
  const [first] = rows
  const rule = first?.rule ? ruleOf(first.rule) : null
  if (!rule || !usesHours(rule)) return { rule: null, of: () => null }
  const roster = rosterOf(rule, rows.find((row) => row.others)?.others ?? recordsIn(rows))
  return {
    rule: { name: first?.rule_name ?? '', version: first?.rule_version ?? 1 },
    of: ({ record, absent }: ChargeRow): number =>
      chargeOf(rule, { minutes: record?.minutes ?? {}, absent: absent ?? 0 }, roster),
  }
}
