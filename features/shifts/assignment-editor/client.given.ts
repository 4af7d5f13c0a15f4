import type { AssignmentKind } from '#features/shifts/assignments/rules.ts'
import { type AwardRule, inForce, plainRule } from '#features/shifts/award-rules/rules.ts'
import { isShortNotice, windowOf } from '#features/shifts/award-rules/rules.window.ts'
import { givenWords } from '#features/shifts/eligibility/client.given.ts'
import { isoInstant, type Range } from '#platform/shared/time.ts'
import type { EditorValues } from './client.ts'

type Rules = readonly {
  id: string
  kinds: readonly AssignmentKind[]
  versions: readonly { version: number; effective_from: string; body: AwardRule }[]
}[]
type Times = Range & { signup_opens_at: string | null; signup_closes_at: string | null; publish_at: string | null }

export type Drawn = {
  values: Pick<EditorValues, 'kind' | 'signup_mode' | 'award_rule'>
  /** Null while the shift has no complete start and end. */
  times: Times | null
  /** Undefined while they are read. */
  rules: Rules | undefined
  /** Officers see the shift already: publishing has set its window. */
  published: boolean
  awarded_at: string | null
}

/** The rule that awards the shift; the department's plain order if its type has none. */
const ruleOf = ({ values, rules }: Drawn, opened: number): AwardRule => {
  const own = values.award_rule !== 'adopted'
  const rule = rules?.find(({ id, kinds }) => (own ? id === values.award_rule : kinds.includes(values.kind)))
  if (!rule) return plainRule
  // A rule that was chosen for the shift applies before its date as well.
  const version = inForce(rule.versions, opened) ?? (own ? rule.versions.at(-1) : undefined)
  return version?.body ?? plainRule
}

/** How officers read that the shift is given out, in the words of their own list. */
export const previewGiven = (drawn: Drawn, zone: string, now: number): string => {
  const { values, times, rules, published, awarded_at } = drawn
  const { signup_mode } = values
  const at = times?.publish_at ?? isoInstant(now)
  const rule = ruleOf(drawn, Date.parse(times?.signup_opens_at ?? at))
  const words = (mode: EditorValues['signup_mode'], starts_at: string, signup_closes_at: string | null) =>
    givenWords(
      {
        signup_mode: mode,
        starts_at,
        signup_closes_at,
        awarded_at,
        keeps_waitlist: rule.keeps_waitlist,
        award_method: rules ? rule.method : null,
      },
      zone,
      now,
    )
  if (signup_mode !== 'award' || awarded_at !== null) return words(signup_mode, '', null)
  if (!times) return 'Award when sign-up closes'
  if (!published && isShortNotice(rule, at, times.starts_at)) return words('first_come', times.starts_at, null)
  const closes = times.signup_closes_at ?? windowOf(rule, at, times.starts_at).closes_at
  return words('award', times.starts_at, closes)
}
