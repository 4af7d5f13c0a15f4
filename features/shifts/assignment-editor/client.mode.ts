import { useCallback } from 'react'
import type { AssignmentKind, SignupMode } from '#features/shifts/assignments/rules.ts'
import { listRules } from '#features/shifts/award-rules/contract.ts'
import { inForce, isAwarded } from '#features/shifts/award-rules/rules.ts'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'

export type ModeOf = (kind: AssignmentKind) => SignupMode

/** How a new shift of each type is given out: by the type's award rule, else as the department's shifts are. Null until that is known. */
export const useUsualMode = (): ModeOf | null => {
  const { signup_mode } = useOrganization()
  const { data, isPending } = useRead(listRules, {})
  const modeOf = useCallback(
    (kind: AssignmentKind) => {
      const rule = data?.rules.find(({ kinds }) => kinds.includes(kind))
      const body = rule && inForce(rule.versions, Date.parse(data?.now_at ?? ''))?.body
      return body && isAwarded(body.method) ? 'award' : signup_mode
    },
    [data, signup_mode],
  )
  return isPending ? null : modeOf
}
