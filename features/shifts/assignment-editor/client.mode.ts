import { useCallback } from 'react'
import type { AssignmentKind, SignupMode } from '#features/shifts/assignments/rules.ts'
import { listRules } from '#features/shifts/award-rules/contract.ts'
import type { AwardMethod } from '#features/shifts/award-rules/rules.methods.ts'
import { inForce, modeOf } from '#features/shifts/award-rules/rules.ts'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'

export type ModeOf = (kind: AssignmentKind) => SignupMode

type Version = { version: number; effective_from: string; body: { method: AwardMethod } }
type Rules = { now_at: string; rules: readonly { kinds: readonly AssignmentKind[]; versions: readonly Version[] }[] }
/** What the rule of a type says now, whichever its method; null without a rule in force. */
export const modeOfType = (of: Rules | undefined, kind: AssignmentKind): SignupMode | null => {
  const rule = of?.rules.find(({ kinds }) => kinds.includes(kind))
  const body = of && rule && inForce(rule.versions, Date.parse(of.now_at))?.body
  return body ? modeOf(body.method) : null
}

/**
 * How a new shift of each type is given out: as the type's rule says, else as the department's shifts are. `pending`: the rules are on their
 * way; without a connection, or once an answer failed, they are not waited for.
 */
export const useUsualMode = (): { usual: ModeOf; pending: boolean } => {
  const { signup_mode } = useOrganization()
  const { data, isPending, fetchStatus, failureCount } = useRead(listRules, {})
  const usual = useCallback((kind: AssignmentKind) => modeOfType(data, kind) ?? signup_mode, [data, signup_mode])
  return { usual, pending: isPending && fetchStatus === 'fetching' && failureCount === 0 }
}
