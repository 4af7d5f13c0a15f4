import type { ReactNode } from 'react'
import { paths } from '#platform/shared/paths.ts'
import { useWrite } from '#platform/web/reads.ts'
import { Needs } from '#platform/web/support.tsx'
import { Decided } from '#platform/web/ui/decided.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { assignOfficer, getRoster, listPending, undoDecision } from '../contract.ts'
import type { Decidable, Decision } from './decide-buttons.tsx'

const words: Readonly<Record<Decision, string>> = {
  approved: 'Approved',
  denied: 'Denied',
  calloff_accepted: 'Call-off approved',
  calloff_denied: 'Call-off denied',
}
const undoable: readonly Decision[] = ['approved', 'denied']

/** What was decided about a request, with Undo; after a call-off, which has none, the way to a replacement. */
export const DecidedRequest = ({
  signup,
  decision,
  assignmentId,
  instead,
  onUndone,
}: {
  signup: Pick<Decidable, 'id' | 'name'>
  decision: Decision
  assignmentId: string
  instead: ReactNode
  onUndone: () => void
}) => {
  const undoing = useWrite(undoDecision, { invalidates: [getRoster, listPending], untilRead: true })
  const undo = async () => {
    await undoing.run({ id: signup.id })
    onUndone()
  }
  return (
    <Decided
      words={words[decision]}
      name={signup.name}
      undo={undoable.includes(decision) ? undo : null}
      instead={instead}
    >
      {decision === 'calloff_accepted' && (
        <Needs call={assignOfficer}>
          <TextLink to={`${paths.adminAssignment(assignmentId)}?assign=yes`}>Find a replacement</TextLink>
        </Needs>
      )}
    </Decided>
  )
}
