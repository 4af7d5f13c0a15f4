import type { AssignmentKind } from '#features/shifts/assignments/rules.ts'
import { type Instant, isoInstant, MINUTE, ms, plusMinutes } from '#platform/shared/time.ts'
import type { AwardRule } from './rules.ts'

export type Step = { name: string; units: readonly string[]; ranks: readonly string[]; opens_at: Instant }

/** Whether the first to respond gets the spot, because the job was published so late. */
export const isShortNotice = (rule: AwardRule, published: Instant, starts_at: Instant): boolean =>
  rule.short_notice !== null && ms(starts_at) - ms(published) < rule.short_notice.under_minutes * MINUTE

/**
 * When sign-up opens and closes under the rule. The earlier of its two closings applies. If the job comes too late for its
 * window, sign-up opens on publishing; if that leaves no time either, it closes at the start.
 */
export const windowOf = (
  rule: AwardRule,
  published: Instant,
  starts_at: Instant,
): { opens_at: Instant; closes_at: Instant } => {
  const { opens_minutes_after_publish, closes_minutes_before_start, open_minutes } = rule.window
  const closings = (opens: Instant) =>
    Math.min(
      ms(starts_at),
      closes_minutes_before_start === null ? Infinity : ms(starts_at) - closes_minutes_before_start * MINUTE,
      open_minutes === null ? Infinity : ms(opens) + open_minutes * MINUTE,
    )
  const opens = plusMinutes(published, opens_minutes_after_publish)
  if (closings(opens) > ms(opens)) return { opens_at: opens, closes_at: isoInstant(closings(opens)) }
  const at_once = isoInstant(published)
  const closes = closings(at_once)
  return { opens_at: at_once, closes_at: isoInstant(closes > ms(at_once) ? closes : starts_at) }
}

/** Who may apply from when: each priority group in turn, then everyone. Empty if the rule has no groups. */
export const stepsOf = (rule: AwardRule, opens_at: Instant): Step[] => {
  if (rule.groups.length === 0) return []
  let at = isoInstant(opens_at)
  const steps = rule.groups.map(({ name, units, ranks, minutes }) => {
    const step = { name, units, ranks, opens_at: at }
    at = plusMinutes(at, minutes)
    return step
  })
  return [...steps, { name: 'All officers', units: [], ranks: [], opens_at: at }]
}

/** The facts that determine which rule and version awards an assignment. */
export type RuleTerms = { kind: AssignmentKind; award_rule_id: string | null; signup_opens_at: Instant | null }

const sameMinute = (a: Instant, b: Instant): boolean => Math.floor(ms(a) / MINUTE) === Math.floor(ms(b) / MINUTE)

/** Whether an edit would change the rule that awards it. Compares to the minute, as forms do; an empty opening means the rule's own. */
export const movesRule = (now: RuleTerms, after: RuleTerms): boolean =>
  after.kind !== now.kind ||
  after.award_rule_id !== now.award_rule_id ||
  (after.signup_opens_at !== null &&
    (now.signup_opens_at === null || !sameMinute(after.signup_opens_at, now.signup_opens_at)))
