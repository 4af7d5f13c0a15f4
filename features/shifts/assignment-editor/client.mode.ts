import { useCallback } from 'react'
import type { AssignmentKind, SignupMode } from '#features/shifts/assignments/rules.ts'
import { listRules } from '#features/shifts/award-rules/contract.ts'
import { inForce, modeOf } from '#features/shifts/award-rules/rules.ts'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'

export type ModeOf = (kind: AssignmentKind) => SignupMode

/**
 * How a new shift of each type is given out: as the type's rule says, else as the department's shifts are. `pending`: the rules are on their
 * way; without a connection, or once an answer failed, they are not waited for.
 */
export const useUsualMode = (): { usual: ModeOf; pending: boolean } => {
  const { signup_mode } = useOrganization()
  const { data, isPending, fetchStatus, failureCount } = useRead(listRules, {})
  const usual = useCallback(
    (kind: AssignmentKind) => {
      const rule = data?.rules.find(({ kinds }) => kinds.includes(kind))
      const body = rule && inForce(rule.versions, Date.parse(data?.now_at ?? ''))?.body
      return body ? modeOf(body.method) : signup_mode
    },
    [data, signup_mode],
  )
  return { usual, pending: isPending && fetchStatus === 'fetching' && failureCount === 0 }
}
