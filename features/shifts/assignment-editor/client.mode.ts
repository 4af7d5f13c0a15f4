import { useCallback } from 'react'
import type { AssignmentKind, SignupMode } from '#features/shifts/assignments/rules.ts'
import { kindWords, modeWords } from '#features/shifts/assignments/words.ts'
import { listRules } from '#features/shifts/award-rules/contract.ts'
import type { AwardMethod } from '#features/shifts/award-rules/rules.methods.ts'
import { inForce, modeOf } from '#features/shifts/award-rules/rules.ts'
import { methodWords } from '#features/shifts/award-rules/words.ts'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'

/** How a new shift starts: by the rule of its type, or without one as the department's shifts do (`method` is null). */
export type Usual = { mode: SignupMode; method: AwardMethod | null }
export type UsualOf = (kind: AssignmentKind) => Usual

type Version = { version: number; effective_from: string; body: { method: AwardMethod } }
type Rules = { now_at: string; rules: readonly { kinds: readonly AssignmentKind[]; versions: readonly Version[] }[] }
/** What the rule of a type says now; null without a rule in force. */
export const methodOfType = (of: Rules | undefined, kind: AssignmentKind): AwardMethod | null => {
  const rule = of?.rules.find(({ kinds }) => kinds.includes(kind))
  return (of && rule && inForce(rule.versions, Date.parse(of.now_at))?.body.method) ?? null
}

/**
 * How a new shift of each type is given out. `pending`: the rules are on their way; without a connection, or once an answer failed, they
 * are not waited for.
 */
export const useUsualMode = (): { usual: UsualOf; pending: boolean } => {
  const { signup_mode } = useOrganization()
  const { data, isPending, fetchStatus, failureCount } = useRead(listRules, {})
  const usual = useCallback(
    (kind: AssignmentKind) => {
      const method = methodOfType(data, kind)
      return { method, mode: method ? modeOf(method) : signup_mode }
    },
    [data, signup_mode],
  )
  return { usual, pending: isPending && fetchStatus === 'fetching' && failureCount === 0 }
}

type Chosen = { kind: AssignmentKind; signup_mode: SignupMode; award_rule: string }

/** The shift is given out as its type's shifts are. */
export const isUsual = ({ mode }: Usual, { signup_mode, award_rule }: Chosen): boolean =>
  signup_mode === mode && (signup_mode !== 'award' || award_rule === 'adopted')

/** Where the way a shift is given out came from: `From the court default: fewest hours`. */
export const sourceWords = (usual: Usual, chosen: Chosen): string => {
  const source = usual.method
    ? `the ${kindWords[chosen.kind].toLowerCase()} default: ${methodWords[usual.method].toLowerCase()}`
    : `the department default: ${modeWords[usual.mode].toLowerCase()}`
  return isUsual(usual, chosen) ? `From ${source}` : `Chosen for this shift, instead of ${source}`
}
