import { plainRule } from '#features/shifts/award-rules/rules.ts'
import type { Make } from '#platform/server/testing.inputs.ts'

type Posted = { assignment_id: string; post_id: string; signup_id: string }

/** An award rule with its first version, a round, and an open case. */
export const makeRule = async (make: Make, mark: string, at: Posted, officer_id: string) => {
  const rule_id = await make('award_rules', { name: `Rule ${mark}` })
  const body = JSON.stringify(plainRule)
  await make('award_rule_versions', { rule_id, version: 1, effective_from: '2026-01-05', body })
  const { assignment_id, post_id, signup_id } = at
  const hash = '0'.repeat(64)
  const round_id = await make('award_rounds', {
    ...{ assignment_id, post_id, purpose: 'waitlist', rule_name: mark, rule: body, places: 1 },
    ...{ inputs: '{}', inputs_hash: hash, result_hash: hash },
  })
  const case_id = await make('award_cases', {
    ...{ round_id, assignment_id, post_id, officer_id, instead_id: officer_id, instead_signup_id: signup_id },
    ...{ minutes: 480, remedy: 'pay' },
  })
  const priorCount = {
    officer_id,
    kind: 'ordered',
    times: 2,
    minutes: 0,
    last_on: '2026-01-05',
    reason: `Paper ${mark}`,
  }
  const prior_count_id = await make('openings', priorCount)
  return { rule_id, award_rule_id: rule_id, case_id, prior_count_id }
}

export const awardOverrides = {
  'prior_counts.enter': () => ({ last_on: '2026-01-05' }),
  'award_rules.create': () => ({ name: `Rule ${Math.random()}`, body: plainRule }),
  'award_rules.change': () => ({ body: plainRule, seen: 1, note: 'Agreed in writing' }),
}

export const awardNouns = (known: Record<string, string>) => ({
  award_rules: known.rule_id,
  award_checks: known.case_id,
  prior_counts: known.prior_count_id,
})
