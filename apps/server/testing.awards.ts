import { plainRule } from '#features/award-rules/rules.ts'

type Make = (table: string, row: Record<string, unknown>) => Promise<string>

/** A rule of awards with its first version. */
export const makeRule = async (make: Make, mark: string) => {
  const rule_id = await make('award_rules', { name: `Rule ${mark}` })
  const body = JSON.stringify(plainRule)
  await make('award_rule_versions', { rule_id, version: 1, effective_from: '2026-01-05', body })
  return { rule_id, award_rule_id: rule_id }
}

export const awardTables = [
  'opportunities',
  'award_rules',
  'award_rule_versions',
  'award_adoptions',
  'award_rounds',
  'award_receipts',
  'award_cases',
]

export const awardOverrides = {
  'award_rules.create': () => ({ name: `Rule ${Math.random()}`, body: plainRule }),
  'award_rules.change': () => ({ body: plainRule, seen: 1 }),
}
