import { packs } from '#features/shifts/award-rules/rules.packs.ts'
import { type AwardRule, plainRule } from '#features/shifts/award-rules/rules.ts'
import { noWorkRules, type WorkRules } from '#features/shifts/eligibility/rules.ts'
import type { Policy } from './play.ts'

/** The limits used with every policy: eight hours of rest, 16 in any 24, 64 in any week. */
const usual: WorkRules = {
  ...noWorkRules,
  rest_minutes: 8 * 60,
  windows: [
    { hours: 24, max_minutes: 16 * 60 },
    { hours: 168, max_minutes: 64 * 60 },
  ],
}

const ask = { limits: usual, ask_minutes_before: 8 * 60, ask_minutes: 60 }
const window = (rule: AwardRule, open_minutes: number): AwardRule => ({
  ...rule,
  window: { ...rule.window, open_minutes, closes_minutes_before_start: Math.min(24 * 60, open_minutes) },
  short_notice: rule.short_notice ?? { under_minutes: 24 * 60, method: 'first_answer' },
})

/** Every ready-made rule pack as published, first come for comparison, and the fewest-hours rule with shorter windows. */
export const policies: readonly Policy[] = [
  { name: 'First come', rule: plainRule, ...ask },
  ...packs.map((pack) => ({ name: pack.name, rule: pack.rule, ...ask })),
  ...[90, 240, 720, 1440, 2880].map((minutes) => ({
    name: `Least hours, sign-up open ${minutes < 120 ? `${minutes} min` : `${minutes / 60} h`}`,
    rule: window(packs[0]?.rule ?? plainRule, minutes),
    ...ask,
  })),
  {
    name: 'Least hours, 4 h; volunteers asked 24 h before',
    rule: window(packs[0]?.rule ?? plainRule, 240),
    ...ask,
    ask_minutes_before: 24 * 60,
    ask_minutes: 240,
  },
]
