import { useState } from 'react'
import { z } from 'zod'
import { Reason } from '#features/eligibility/contract.ts'
import { reasonWords } from '#features/signups/parts/signup-words.tsx'
import { ApiError } from '#platform/web/api.ts'
import { useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { useMay } from '#platform/web/support.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Confirm, ConfirmWithReason } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { wordsFor } from '#platform/web/words.ts'
import {
  approveSignup,
  decideCallOff,
  getRoster,
  listPending,
  type RosterSignup,
  rejectSignup,
  releaseSignup,
} from '../contract.ts'

const reads = [getRoster, listPending] as const

export type Decidable = Pick<RosterSignup, 'id' | 'name' | 'may' | 'own' | 'status' | 'overlaps' | 'calloff_reason'>
type Asking = 'override' | 'reject' | 'release' | 'accept' | 'refuse'

const reasonsIn = (details: Record<string, unknown>) => z.array(Reason).safeParse(details.reasons).data ?? []

/** Approves at once; what an override may pass is asked about with the rule's words. */
const useApprove = (signup: Decidable) => {
  const { time_zone } = useOrganization()
  const approving = useWrite(approveSignup, { invalidates: reads })
  const [passing, setPassing] = useState<string | null>(null)
  const approve = async () => {
    try {
      await approving.run({ id: signup.id })
      toast.success(`${signup.name} has the place`)
    } catch (error) {
      if (error instanceof ApiError && error.details.overridable === true) {
        const words = wordsFor(error)
        const all = reasonsIn(error.details).map((reason) => reasonWords(reason, time_zone, Date.now()))
        setPassing(all.length > 0 ? `${all.join('. ')}.` : `${words.title}: ${words.text}`)
      } else toast.failure(error)
    }
  }
  return {
    approve,
    pending: approving.pending,
    passing,
    leave: () => setPassing(null),
    override: (override_reason: string) => approving.run({ id: signup.id, override_reason }),
  }
}

const Dialogs = ({ signup, asking, close }: { signup: Decidable; asking: Asking | null; close: () => void }) => {
  const rejecting = useWrite(rejectSignup, { invalidates: reads })
  const releasing = useWrite(releaseSignup, { invalidates: reads })
  const deciding = useWrite(decideCallOff, { invalidates: reads })
  const { id, name } = signup
  return (
    <>
      <ConfirmWithReason
        open={asking === 'reject'}
        onClose={close}
        title={`Reject ${name}?`}
        text="The officer is told, and cannot sign up for this assignment again."
        action="Reject"
        back="Keep waiting"
        reasonHint="The officer will read it."
        onConfirm={(reason) => rejecting.run({ id, reason })}
      />
      <ConfirmWithReason
        open={asking === 'release'}
        onClose={close}
        title={`Release ${name}?`}
        text="The place is open to others at once. The officer is told."
        action="Release"
        reasonHint="The officer will read it."
        onConfirm={(reason) => releasing.run({ id, reason })}
      />
      <Confirm
        open={asking === 'accept'}
        onClose={close}
        title={`Let ${name} go?`}
        text={`The place is open to others at once. ${signup.calloff_reason ? `The reason given: ${signup.calloff_reason}` : ''}`}
        action="Accept call-off"
        back="Not yet"
        onConfirm={() => deciding.run({ id, accept: true })}
      />
      <ConfirmWithReason
        open={asking === 'refuse'}
        onClose={close}
        title={`Keep ${name} on the shift?`}
        text="The officer stays responsible, and is told why."
        action="Refuse call-off"
        look="primary"
        back="Not yet"
        reasonHint="The officer will read it."
        onConfirm={(reason) => deciding.run({ id, accept: false, reason })}
      />
    </>
  )
}

const OnOwn = () => (
  <Button size="small" why="Your own signup: another admin has to decide on it">
    Decide
  </Button>
)

/** What may be decided on a signup, as the server says; on the own one, why not. */
export const DecideButtons = ({ signup }: { signup: Decidable }) => {
  const [asking, setAsking] = useState<Asking | null>(null)
  const { approve, pending, passing, leave, override } = useApprove(signup)
  const { may, name } = signup
  const [clash] = signup.overlaps
  // All of them alike: who has a place is for the department's own people.
  if (!useMay()(approveSignup)) return null
  if (signup.own && ['pending_approval', 'calloff_requested', 'interested'].includes(signup.status)) return <OnOwn />
  return (
    <div className="flex flex-wrap gap-1.5 md:flex-nowrap md:justify-end">
      {may.includes('approve') && (
        <Button
          size="small"
          look="primary"
          busy={pending}
          why={clash ? `Already confirmed on ${clash.title} at that time` : null}
          aria-label={`Approve ${name}`}
          onClick={() => void approve()}
        >
          Approve
        </Button>
      )}
      {may.includes('reject') && (
        <Button size="small" aria-label={`Reject ${name}`} onClick={() => setAsking('reject')}>
          Reject
        </Button>
      )}
      {may.includes('decide_calloff') && (
        <>
          <Button size="small" aria-label={`Accept call-off of ${name}`} onClick={() => setAsking('accept')}>
            Accept call-off
          </Button>
          <Button size="small" aria-label={`Refuse the call-off of ${name}`} onClick={() => setAsking('refuse')}>
            Refuse
          </Button>
        </>
      )}
      {may.includes('release') && !may.includes('decide_calloff') && (
        <Button size="small" look="danger-quiet" aria-label={`Release ${name}`} onClick={() => setAsking('release')}>
          Release
        </Button>
      )}
      <Dialogs signup={signup} asking={asking} close={() => setAsking(null)} />
      <ConfirmWithReason
        open={passing !== null}
        onClose={leave}
        title={`Approve ${name} all the same?`}
        text={passing ?? ''}
        action="Approve"
        look="primary"
        back="Leave it"
        reasonHint="It is kept with the decision."
        onConfirm={override}
      />
    </div>
  )
}
