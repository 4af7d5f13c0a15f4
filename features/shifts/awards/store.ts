import {
  type Applicant,
  comparedOf,
  type Ranked,
  type Roster,
  rank,
  tiesUsed,
} from '#features/shifts/award-rules/rules.rank.ts'
import type { AwardRule } from '#features/shifts/award-rules/rules.ts'
import { type FoundRule, findRuleOf } from '#features/shifts/award-rules/store.ts'
import type { Reason } from '#features/shifts/eligibility/rules.ts'
import { listEligibility } from '#features/shifts/eligibility/store.ts'
import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { type Outcome, type RoundPurpose, ruledOutOf, type Told, wonOf } from './rules.rounds.ts'
import { findRoster, listApplicants } from './store.facts.ts'
import { drawOf, hashOf } from './store.hash.ts'

/** All inputs of a ranking, stored with its round so that the ranking can be reproduced. */
export type Inputs = {
  v: 1
  rule: AwardRule
  at: string
  post_id: string
  applicants: (Applicant & { reasons: Reason[] })[]
  roster: Roster
  seed: string | null
}

export type Ranking = {
  rule_version_id: string
  rule: AwardRule
  named: Pick<FoundRule, 'name' | 'version'>
  ranked: (Ranked & { officer_id: string; reasons: Reason[] })[]
  inputs: Inputs
}

/** The ranking that results from the inputs: pure except for the draw's hashes, which are derived from the seed. */
export const rankInputs = (inputs: Inputs): Ranking['ranked'] => {
  const ids = inputs.applicants.map((one) => one.officer_id)
  const draw = inputs.seed === null ? null : drawOf(inputs.seed, inputs.post_id, ids)
  const reasons = new Map(inputs.applicants.map((one) => [one.officer_id, one.reasons]))
  return rank(inputs.rule, inputs.applicants, draw, inputs.roster).map((one) => ({
    ...one,
    reasons: reasons.get(one.officer_id) ?? [],
  }))
}

/** The seed of an assignment's draw once revealed. The award reveals it first; no ranking uses it earlier. */
const findSeed = async (db: Db, assignment_id: string): Promise<string | null> =>
  (
    await db.row<{
      seed: string
    }>(sql`select seed from award_draws where ${ours()}
    and assignment_id = ${assignment_id}::uuid and revealed_at is not null`)
  )?.seed ?? null

/** Ranks officers for a post by the rule in force, with each officer's reasons; writes nothing. To act on the result, lock first. */
export const rankFor = async (
  db: Db,
  asked: { assignment_id: string; post_id: string; officer_ids: readonly string[]; at?: Date },
): Promise<Ranking> => {
  const { assignment_id, post_id, officer_ids } = asked
  const at = asked.at ?? (await db.row<{ now_at: Date }>(sql`select now() as now_at`))?.now_at ?? new Date()
  const { rule_version_id, rule, name, version } = await findRuleOf(db, { assignment_id, at })
  const applicants = await listApplicants(db, rule, { assignment_id, post_id, officer_ids, at })
  const needed = rule.newcomers !== 'top' && applicants.some((one) => one.absent > 0)
  const roster = needed ? await findRoster(db, rule, { at }) : { average: 0, most: 0, most_turns: 0 }
  const found = await listEligibility(db, { assignment_id, post_id, officer_ids, purpose: 'fill' })
  const reasons = new Map(found.map((one) => [one.officer_id, one.reasons]))
  const inputs: Inputs = {
    v: 1,
    rule,
    at: at.toISOString(),
    post_id,
    applicants: applicants.map((one) => ({ ...one, reasons: reasons.get(one.officer_id) ?? [] })),
    roster,
    seed: await findSeed(db, assignment_id),
  }
  return { rule_version_id, rule, named: { name, version }, ranked: rankInputs(inputs), inputs }
}

export type Round = {
  purpose: RoundPurpose
  assignment_id: string
  post_id: string
  /** The full result of `rankFor`. */
  ranking: Ranking
  /** Number of spots to fill. */
  places?: number
  outcome: readonly { officer_id: string; outcome: Outcome }[]
  /** Why an admin decided otherwise or earlier. */
  reason?: string | null
}

/** The ranking and outcome shown on each officer's receipt. */
export const resultOf = (
  ranked: readonly (Ranked & { reasons: readonly Reason[] })[],
  outcome: ReadonlyMap<string, Outcome>,
) =>
  ranked.map(({ officer_id, rank: place, of, values, decided_by, reasons }) => ({
    officer_id,
    rank: place,
    of,
    values,
    decided_by,
    reasons,
    outcome: outcome.get(officer_id) ?? 'passed',
  }))

/** The hash of a round's outcome: everything in its receipts. */
export const hashOfResult = (
  results: ReturnType<typeof resultOf>,
  more: { signups: ReadonlyMap<string, string | null>; won: ReturnType<typeof wonOf>; others: Told[] | null },
): string =>
  hashOf({
    receipts: results.map((one) => ({ ...one, signup_id: more.signups.get(one.officer_id) ?? null })),
    won: more.won,
    others: more.others,
  })

/** The sign-up on the shift that each officer's receipt belongs to: the last one. */
const signupsOf = async (db: Db, assignment_id: string, ids: readonly string[]) =>
  new Map(
    (
      await db.rows<{ officer_id: string; id: string }>(sql`select distinct on (officer_id) officer_id, id
        from officer_assignments where ${ours()}
          and assignment_id = ${assignment_id}::uuid and officer_id = any(${ids}::uuid[])
        order by officer_id, applied_at desc`)
    ).map((one) => [one.officer_id, one.id]),
  )

const namesOf = async (db: Db, ids: readonly string[]) =>
  new Map(
    (
      await db.rows<{ id: string; name: string }>(sql`select id, name from officers
    where ${ours()} and id = any(${ids}::uuid[])`)
    ).map((one) => [one.id, one.name]),
  )

/** Stores a ranking and its outcome: a round with the hash of its inputs, and a receipt for each officer. */
export const recordRound = async (db: Db, round: Round): Promise<{ round_id: string }> => {
  const { ranking, assignment_id, post_id } = round
  const outcome = new Map(round.outcome.map((one) => [one.officer_id, one.outcome]))
  const results = resultOf(ranking.ranked, outcome)
  const won = wonOf(ranking.ranked, outcome)
  const names = ranking.rule.names_shown ? await namesOf(db, [...outcome.keys()]) : null
  const ties = tiesUsed(ranking.rule, results)
  const others = names?.size
    ? results.map(({ rank, officer_id, outcome, values, reasons }) => ({
        rank,
        name: names.get(officer_id) ?? '',
        outcome,
        ...(ranking.rule.figures_shown && { compared: comparedOf(ranking.rule, ties, values) }),
        ...(ranking.rule.figures_shown && outcome === 'ineligible' && { ruled_out: ruledOutOf(reasons) }),
      }))
    : null
  const signups = await signupsOf(
    db,
    assignment_id,
    results.map((one) => one.officer_id),
  )
  const hash = hashOfResult(results, { signups, won, others })
  const round_id = crypto.randomUUID()
  await db.run(sql`insert into award_rounds (organization_id, id, assignment_id, post_id, purpose, rule_version_id, rule_name,
      rule_version, rule, at, places, inputs, inputs_hash, result_hash, seed, commitment, decided_by, reason, award_number)
    select (select app.organization_id()), ${round_id}::uuid, a.id, ${post_id}::uuid, ${round.purpose},
      nullif(${ranking.rule_version_id}, '')::uuid, ${ranking.named.name}, ${ranking.named.version}::int,
      ${JSON.stringify(ranking.rule)}::jsonb, ${ranking.inputs.at}::timestamptz, ${round.places ?? 1}::int,
      ${JSON.stringify(ranking.inputs)}::jsonb, ${hashOf(ranking.inputs)}, ${hash}, ${ranking.inputs.seed},
      a.draw_commitment, coalesce((select app.officer_id()), a.award_early_by), ${round.reason ?? null},
      a.award_number
    from assignments a where ${ours('a')} and a.id = ${assignment_id}::uuid`)
  await db.run(sql`insert into award_receipts (organization_id, round_id, officer_id, signup_id, rank, of, "values",
      decided_by, outcome, reasons, won, others)
    select (select app.organization_id()), ${round_id}::uuid, r.officer_id, r.signup_id,
      r.rank, r.of, r."values", r.decided_by, r.outcome, r.reasons, ${won === null ? null : JSON.stringify(won)}::jsonb,
      ${others === null ? null : JSON.stringify(others)}::jsonb
    from jsonb_to_recordset(${JSON.stringify(
      results.map((one) => ({ ...one, signup_id: signups.get(one.officer_id) ?? null })),
    )}::jsonb) as r (officer_id uuid, signup_id uuid, rank int, of int, "values" jsonb,
      decided_by text, outcome text, reasons jsonb)`)
  return { round_id }
}
