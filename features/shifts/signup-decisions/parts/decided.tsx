import { useEffect, useRef, useState } from 'react'
import { paths } from '#platform/shared/paths.ts'
import { UNDO_OFFERED_MS } from '#platform/shared/time.ts'
import { ApiError } from '#platform/web/api.ts'
import { useWrite } from '#platform/web/reads.ts'
import { Needs } from '#platform/web/support.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { assignOfficer, getRoster, listPending, undoDecision } from '../contract.ts'
import type { Decidable, Decision } from './decide-buttons.tsx'

const words: Readonly<Record<Decision, string>> = {
  approved: 'Approved',
  denied: 'Denied',
  calloff_accepted: 'Call-off approved',
  calloff_denied: 'Call-off denied',
}
const undoable: readonly Decision[] = ['approved', 'denied']

/** Replaces the buttons: what was decided, and the undo button; after a call-off, which has none, the way to a replacement. */
export const Decided = ({
  signup,
  decision,
  assignmentId,
  onUndone,
}: {
  signup: Pick<Decidable, 'id' | 'name'>
  decision: Decision
  assignmentId: string
  onUndone: () => void
}) => {
  const undoing = useWrite(undoDecision, { invalidates: [getRoster, listPending] })
  const [inTime, setInTime] = useState(undoable.includes(decision))
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const timer = setTimeout(() => setInTime(false), UNDO_OFFERED_MS)
    // The focused button is gone, so keyboard focus moves here.
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
    return () => clearTimeout(timer)
  }, [])
  const undo = async () => {
    try {
      await undoing.run({ id: signup.id })
      onUndone()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'undo_over') setInTime(false)
      toast.failure(error)
    }
  }
  return (
    <div className="flex min-h-11 items-center gap-2 md:min-h-8 md:justify-end">
      <span role="status" className="text-small font-medium">
        {words[decision]}
      </span>
      {decision === 'calloff_accepted' && (
        <Needs call={assignOfficer}>
          <TextLink to={`${paths.adminAssignment(assignmentId)}?assign=yes`}>Find a replacement</TextLink>
        </Needs>
      )}
      {inTime && (
        <Button
          ref={button}
          size="small"
          busy={undoing.pending}
          aria-label={`Undo: ${signup.name}`}
          // Ignores the second click of a double click.
          onClick={(event) => (event.detail > 1 ? undefined : void undo())}
        >
          Undo
        </Button>
      )}
    </div>
  )
}
