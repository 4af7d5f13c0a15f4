import { awardToCome } from '#features/shifts/assignments/store.phase.ts'
import type { Db } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import type { Instant } from '#platform/shared/time.ts'
import type { listRules as listRulesCall } from './contract.ts'
import { type AwardRule, plainRule } from './rules.ts'

/** Maximum number of rules stored; more than any department has contracts. */
export const MOST_RULES = 50

export type FoundRule = { rule_version_id: string; name: string; version: number | null; rule: AwardRule }

/** Applies when a department has adopted no rule: first to apply comes first. The version id is empty. */
const plain: FoundRule = { rule_version_id: '', name: 'Order of sign-up', version: null, rule: plainRule }

/** A body stored before a field existed gets that field from the plain rule. */
export const ruleOf = (body: unknown): AwardRule => ({ ...plainRule, ...(body as Partial<AwardRule>) })

type Row = { id: string; name: string; version: number; body: unknown }

const versionAt = (
  rule_id: Sql,
  at: Sql,
): Sql => sql`select v.id, r.name, v.version, v.body, v.effective_from from award_rule_versions v
  join award_rules r on r.organization_id = v.organization_id and r.id = v.rule_id
  where ${ours('v')} and v.rule_id = (${rule_id}) and v.effective_from <= ${at}
  order by v.version desc limit 1`

/** The version of a rule that would rank now; before its first one is in force, that one. */
export const currentVersion = (rule_id: Sql): Sql =>
  versionAt(
    rule_id,
    sql`greatest(now(), (select min(f.effective_from) from award_rule_versions f where ${ours('f')} and f.rule_id = ${rule_id}))`,
  )

const adopted = (kind: Sql, at: Sql): Sql => sql`select d.rule_id from award_adoptions d
  where ${ours('d')} and d.kind = ${kind} and d.effective_from <= ${at}
  order by d.effective_from desc, d.created_at desc, d.id desc limit 1`

const found = (row: Row | null): FoundRule =>
  row === null ? plain : { rule_version_id: row.id, name: row.name, version: row.version, rule: ruleOf(row.body) }

/**
 * The rule that applies to an assignment: its own or its kind's, in the version in force when sign-up opened, so that nobody
 * applies under one version and is ranked by another (docs/decisions/0158).
 */
export const findRuleOf = async (db: Db, asked: { assignment_id: string; at?: Date }): Promise<FoundRule> => {
  const at = asked.at ? sql`${asked.at}::timestamptz` : sql`now()`
  return found(
    await db.row<Row>(sql`select v.* from (select a.kind, a.award_rule_id,
        least(${at}, coalesce(a.signup_opens_at, a.publish_at, a.published_at, ${at})) as opened
      from assignments a where ${ours('a')} and a.id = ${asked.assignment_id}::uuid) j
    cross join lateral (${versionAt(
      sql`coalesce(j.award_rule_id, (${adopted(sql`j.kind`, sql`j.opened`)}))`,
      sql`greatest(j.opened, (select min(f.effective_from) from award_rule_versions f
        where ${ours('f')} and f.rule_id = j.award_rule_id))`,
    )}) v`),
  )
}

const openedBy = sql`least(now(), coalesce(a.signup_opens_at, a.publish_at, a.published_at, now()))`
/** Versions `v` that may rank assignment `a`, as `findRuleOf` finds them: the newest is in force. */
const ranksAssignment = sql`v.organization_id = a.organization_id
  and v.rule_id = coalesce(a.award_rule_id, (${adopted(sql`a.kind`, openedBy)}))
  and (v.effective_from <= ${openedBy} or (a.award_rule_id is not null and v.version = 1))`

/** The rule that applies to an assignment `a`, as `found`: same result as `findRuleOf`. */
export const withRule = sql`left join lateral (select v.body, r.id, r.name, v.version from award_rule_versions v
    join award_rules r on r.organization_id = v.organization_id and r.id = v.rule_id
    where ${ranksAssignment} order by v.version desc limit 1) found on true`

/**
 * The method that will award an assignment `a`; null if it is not awarded by a rule, or no longer. For a list of all posted shifts: it
 * reads no more tables than it must, because each is prepared behind its fence for every list.
 */
export const methodOf = sql`case when ${awardToCome} then coalesce((
  select v.body ->> 'method' from award_rule_versions v where ${ranksAssignment}
  order by v.version desc limit 1), ${plainRule.method}) end`

/** As `ruleOf` completes it. */
const plainBody = sql`${JSON.stringify(plainRule)}::jsonb`

const versionsOf = sql`(select coalesce(json_agg(json_build_object('id', v.id, 'version', v.version,
    'effective_from', v.effective_from, 'body', ${plainBody} || v.body, 'note', v.note, 'created_at', v.created_at,
    'created_by_name', o.name) order by v.version desc), '[]')
  from award_rule_versions v left join officers o on o.organization_id = v.organization_id and o.id = v.created_by
  where v.organization_id = r.organization_id and v.rule_id = r.id)`

/** Of two adoptions of a type from the same moment, the later one counts; the other never takes effect. */
const effectiveAdoptions = sql`(select distinct on (e.kind, e.effective_from) e.* from award_adoptions e
  where ${ours('e')} order by e.kind, e.effective_from, e.created_at desc, e.id desc)`

/** Of rule `r`, newest first; a shift type that was given the rule it had is no change. */
const changesOf = sql`(select coalesce(json_agg(json_build_object('kind', c.kind, 'begins', c.rule_id is not distinct from r.id,
    'effective_from', c.effective_from, 'note', c.note, 'created_by_name', o.name) order by c.effective_from desc, c.created_at desc), '[]')
  from (select d.*, lag(d.rule_id) over (partition by d.kind order by d.effective_from) as was
    from ${effectiveAdoptions} d) c
  left join officers o on o.organization_id = r.organization_id and o.id = c.created_by
  where c.rule_id is distinct from c.was and r.id in (c.rule_id, c.was))`

const ruleJson = sql`json_build_object('id', r.id, 'name', r.name, 'pack', r.pack, 'versions', ${versionsOf}, 'changes', ${changesOf},
  'kinds', (select coalesce(json_agg(k.kind order by k.kind), '[]') from (select distinct d.kind from award_adoptions d
    where ${ours('d')}) k
    where (${adopted(sql`k.kind`, sql`now()`)}) = r.id))`

/** Only ever grows: rules, their versions and adoptions are added, never changed. */
const changeCount = sql`((select count(*) from award_rule_versions v where ${ours('v')})
  + (select count(*) from award_adoptions d where ${ours('d')}))::int`

/** Every rule with its versions, and what applies to each kind and since when. A few dozen at most, so there is no paging. */
export const listRules = (): Sql => sql`select json_build_object(
  'rules', coalesce((select json_agg(${ruleJson} order by r.name) from award_rules r
    where ${ours('r')}), '[]'),
  'adoptions', coalesce((select json_agg(json_build_object('kind', d.kind, 'rule_id', d.rule_id, 'rule_name', r.name,
      'effective_from', d.effective_from) order by d.kind, d.effective_from desc, d.created_at desc)
    from (select e.*, row_number() over (partition by e.kind, e.effective_from <= now() order by e.effective_from desc) as nth
      from ${effectiveAdoptions} e) d
    left join award_rules r on r.organization_id = d.organization_id and r.id = d.rule_id
    where d.nth = 1 or d.effective_from > now()), '[]'),
  'version', ${changeCount}, 'now_at', now())::text as json`

/** The same for a handler. Lock what it depends on first. */
export const findRules = async (db: Db): Promise<OutputOf<typeof listRulesCall>> => {
  const row = await db.row<{ json: string }>(listRules())
  if (row === null) throw new Error('the rules were not listed')
  return JSON.parse(row.json)
}

export const countChanges = async (db: Db): Promise<number> =>
  (await db.row<{ n: number }>(sql`select ${changeCount} as n`))?.n ?? 0

const usedOf = (
  rule_id: Sql,
) => sql`(exists (select from award_adoptions u where ${ours('u')} and u.rule_id = ${rule_id})
  or exists (select from assignments u where ${ours('u')} and u.award_rule_id = ${rule_id}))`

export const findRule = (id: string): Sql => sql`select (${ruleJson}::jsonb
    || jsonb_build_object('used', ${usedOf(sql`r.id`)}))::text as json from award_rules r
  where ${ours('r')} and r.id = ${id}::uuid`

/** Locks a rule before it is changed. Until the transaction ends, no one else can change it or put it to use (trigger `hold_award_rule`). */
export const lockRule = (db: Db, id: string) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${id}::uuid::text, 5))`)

/** Whether a shift type, or a single shift, uses the rule or has used it. To act on it, lock the rule first. */
export const isUsed = async (db: Db, id: string): Promise<boolean> =>
  (await db.row<{ used: boolean }>(sql`select ${usedOf(sql`${id}::uuid`)} as used`))?.used === true

export const countRules = async (db: Db): Promise<number> =>
  (
    await db.row<{ n: number }>(sql`select count(*)::int as n from award_rules
    where ${ours()}`)
  )?.n ?? 0

export const insertRule = async (db: Db, name: string, pack: string | null): Promise<string> => {
  const row = await db.row<{ id: string }>(sql`insert into award_rules (organization_id, name, pack, created_by)
    values ((select app.organization_id()), ${name}, ${pack}, (select app.officer_id())) returning id`)
  if (row === null) throw new Error('a rule was not stored')
  return row.id
}

/** Inserts the next version. Inserts are serialized so that no two get the same number. Null if the rule does not exist. */
export const insertVersion = async (
  db: Db,
  rule_id: string,
  version: { body: AwardRule; effective_from: Instant | null; note: string; seen: number | null },
): Promise<number | 'changed' | null> => {
  if (!(await hasRule(db, rule_id))) return null
  await lockRule(db, rule_id)
  const last = await db.row<{ n: number }>(sql`select coalesce(max(version), 0)::int as n from award_rule_versions
    where ${ours()} and rule_id = ${rule_id}::uuid`)
  const number = (last?.n ?? 0) + 1
  if (version.seen !== null && version.seen !== number - 1) return 'changed'
  await db.run(sql`insert into award_rule_versions (organization_id, rule_id, version, effective_from, body, note, created_by)
    values ((select app.organization_id()), ${rule_id}::uuid, ${number}::int,
      ${beginning(version)}, ${JSON.stringify(version.body)}::jsonb,
      ${version.note}, (select app.officer_id()))`)
  return number
}

type Adoption = { kind: string; rule_id: string | null; effective_from: Instant | null; note: string }
/** By the clock, not the start of the transaction: what another one stored while this one waited for the lock comes before it. */
const beginning = ({ effective_from }: Pick<Adoption, 'effective_from'>): Sql =>
  sql`greatest(clock_timestamp(), coalesce(${effective_from}::timestamptz, clock_timestamp()))`

/** What these shift types follow is decided by one transaction after the other. */
export const lockAdoptions = (db: Db, kinds: readonly string[]) =>
  db.rows(sql`select pg_advisory_xact_lock(hashtextextended('adoption' || (select app.organization_id())::text || k.kind, 0))
    from (select kind from unnest(${kinds}::text[]) kind order by 1 offset 0) k`)

/** The rule that the shift type would follow at that time, and when that is; locked until the transaction ends. */
export const findAdoptedLocked = async (
  db: Db,
  one: Pick<Adoption, 'kind' | 'effective_from'>,
): Promise<{ was: string | null; begins: Instant }> => {
  await lockAdoptions(db, [one.kind])
  // As text: a date of this process would lose the microseconds, and with them its place after another adoption.
  const row = await db.row<{ was: string | null; begins: Instant }>(sql`select t.at::text as begins,
      (${adopted(sql`${one.kind}`, sql`t.at`)}) as was
    from (select ${beginning(one)} as at offset 0) t`)
  if (row === null) throw new Error('no time came back')
  return row
}

/** With the types locked; null begins at once. Takes the place of an earlier adoption from the same moment. */
export const insertAdoption = (db: Db, one: Adoption) =>
  db.run(sql`insert into award_adoptions (organization_id, kind, rule_id, effective_from, note, created_by, created_at)
    values ((select app.organization_id()), ${one.kind}, ${one.rule_id}::uuid,
      coalesce(${one.effective_from}::timestamptz, clock_timestamp()), ${one.note}, (select app.officer_id()), clock_timestamp())`)

export const hasRule = async (db: Db, id: string): Promise<boolean> =>
  (await db.row(sql`select 1 from award_rules where ${ours()} and id = ${id}::uuid`)) !== null

/** The same as SQL, of a row's kind and own rule. */
export const hasVersionOf = (kind: Sql, award_rule_id: Sql): Sql =>
  sql`exists (select from (${versionAt(
    sql`coalesce(${award_rule_id}, (${adopted(kind, sql`now()`)}))`,
    sql`now()`,
  )}) v)`

/** Whether an award of this kind, or by this rule, has a version in force now. */
export const hasVersion = async (db: Db, asked: { kind: string; award_rule_id: string | null }): Promise<boolean> =>
  (await db.row(sql`select where ${hasVersionOf(sql`${asked.kind}`, sql`${asked.award_rule_id}::uuid`)}`)) !== null
