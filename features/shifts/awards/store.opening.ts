import { randomBytes } from 'node:crypto'
import { modeOf } from '#features/shifts/award-rules/rules.ts'
import { isShortNotice, stepsOf, windowOf } from '#features/shifts/award-rules/rules.window.ts'
import { type FoundRule, findRuleOf } from '#features/shifts/award-rules/store.ts'
import type { Db } from '#platform/server/db.ts'
import { oneOf, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { liveStatuses } from '#platform/shared/statuses.ts'
import { isoInstant } from '#platform/shared/time.ts'
import { commitmentOf } from './store.hash.ts'

type Published = {
  id: string
  kind: string
  award_rule_id: string | null
  signup_mode: 'first_come' | 'approval' | 'award'
  starts_at: Date
  signup_opens_at: Date | null
  signup_closes_at: Date | null
  published: Date
  /** Somebody has signed up, so the sign-up mode no longer changes. */
  live: boolean
}

/** What publishing writes for an assignment: window, groups and the seed of its draw; null if no rule applies. */
const openingOf = (row: Published, { rule, rule_version_id }: FoundRule) => {
  const published = isoInstant(row.published)
  const starts_at = isoInstant(row.starts_at)
  const short = rule_version_id !== '' && !row.live && isShortNotice(rule, published, starts_at)
  if (row.signup_mode === 'award' && short) {
    return {
      id: row.id,
      signup_mode: 'first_come',
      opens: null,
      closes: null,
      steps: null,
      seed: null,
      commitment: null,
    }
  }
  const speaks = rule_version_id !== '' && modeOf(rule.method) === row.signup_mode
  if (!speaks && row.signup_mode !== 'award') return null
  const window = windowOf(rule, published, starts_at)
  const opens = row.signup_opens_at ? isoInstant(row.signup_opens_at) : window.opens_at
  const closes = row.signup_closes_at ? isoInstant(row.signup_closes_at) : window.closes_at
  const steps = stepsOf(rule, opens)
  const seed = row.signup_mode === 'award' ? randomBytes(32).toString('hex') : null
  return {
    id: row.id,
    signup_mode: row.signup_mode,
    // The admin's times win. If the window would end before it begins, the rule's times replace both.
    opens: opens < closes ? opens : window.opens_at,
    closes: opens < closes ? closes : window.closes_at,
    steps: steps.length > 0 ? steps : null,
    seed,
    commitment: seed === null ? null : commitmentOf(seed),
  }
}

/** Set when an assignment is unpublished: if it was awarded already, it will be awarded again. */
export const awardedAnew = sql`award_number = award_number + (awarded_at is not null)::int, keeps_waitlist = true,
  awarded_at = null, draw_commitment = case when awarded_at is null then draw_commitment end, award_early_by = null,
  award_early_reason = null, signup_opens_at = case when awarded_at is null then signup_opens_at end`

/**
 * Applies the rule to assignments being published: when sign-up opens and closes, which groups see them first, and for an award
 * the seed of its draw, of which only the hash is readable until the award. At short notice the shift is first come, first
 * served.
 */
export const openAwards = async (db: Db, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  const rows = await db.rows<Published>(sql`select id, kind, award_rule_id, signup_mode, starts_at, signup_opens_at,
      signup_closes_at, coalesce(publish_at, published_at, now()) as published,
      exists (select from officer_assignments s where s.organization_id = assignments.organization_id
        and s.assignment_id = assignments.id and s.status in ${oneOf(liveStatuses)}) as live
    from assignments where ${ours()} and id = any(${ids}::uuid[])
      and status = 'published' and awarded_at is null and starts_at > now() order by id`)
  const rules = new Map<string, FoundRule>()
  const openings = []
  for (const row of rows) {
    // The shifts of a series share kind and rule.
    const key = `${row.award_rule_id ?? row.kind} ${row.published.getTime()} ${row.signup_opens_at?.getTime()}`
    const rule = rules.get(key) ?? (await findRuleOf(db, { assignment_id: row.id, at: row.published }))
    rules.set(key, rule)
    const opening = openingOf(row, rule)
    if (opening) openings.push(opening)
  }
  if (openings.length === 0) return
  const made = JSON.stringify(openings)
  // Republishing keeps the first seed, because its hash may have been read. A seed already used by an award is replaced.
  await db.run(sql`update assignments a set signup_mode = r.signup_mode, signup_opens_at = r.opens, signup_closes_at = r.closes,
      group_steps = r.steps, draw_commitment = coalesce(a.draw_commitment, r.commitment)
    from jsonb_to_recordset(${made}::jsonb) as r (id uuid, signup_mode text, opens timestamptz, closes timestamptz, steps jsonb,
      commitment text)
    where ${ours('a')} and a.id = r.id`)
  await db.run(sql`delete from award_draws where ${ours()}
    and assignment_id = any(${openings.map((one) => one.id)}::uuid[]) and revealed_at is not null`)
  await db.run(sql`insert into award_draws (organization_id, assignment_id, seed)
    select (select app.organization_id()), r.id, r.seed
    from jsonb_to_recordset(${made}::jsonb) as r (id uuid, seed text) where r.seed is not null
    on conflict do nothing`)
}
