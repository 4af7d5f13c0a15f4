import { useState } from 'react'
import { z } from 'zod'
import { Reason } from '#features/shifts/eligibility/contract.ts'
import { reasonLines } from '#features/shifts/eligibility/parts/signup-words.tsx'
import { ApiError } from '#platform/web/api.ts'
import { useNow } from '#platform/web/clock.ts'
import { useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { useMay } from '#platform/web/support.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Confirm, ConfirmWithReason } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { wordsFor } from '#platform/web/words.ts'
import { type Against, whyBlocked } from '../client.blocked.ts'
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

export type Decidable = Pick<RosterSignup, 'id' | 'name' | 'may' | 'own' | 'status' | 'overlaps' | 'calloff_reason'> & {
  /** The name of its post, where the shift may have others. */
  post?: string | null
  /** For a call-off: what approving it leaves of the post, in words. */
  leaves?: string | null
}
/** How a row follows its decision: from the click on, and back if nothing was decided. */
export type Following = { begin: () => void; fail: () => void; done: (as: Decision) => void }
export type Decision = 'approved' | 'denied' | 'calloff_accepted' | 'calloff_denied'
const unfollowed: Following = { begin: () => {}, fail: () => {}, done: () => {} }

/** Sends a decision and tells the row the result. */
const followed = async (row: Following, as: Decision, send: () => Promise<unknown>) => {
  row.begin()
  try {
    await send()
    row.done(as)
  } catch (error) {
    row.fail()
    throw error
  }
}

type Asking = 'override' | 'reject' | 'release' | 'accept' | 'refuse'

const reasonsIn = (details: Record<string, unknown>) => z.array(Reason).safeParse(details.reasons).data ?? []

/** Approves at once; for overridable reasons, known before or named by the server, asks for an override and shows the reason. */
const useApprove = (signup: Decidable, against: Against, row: Following) => {
  const { time_zone } = useOrganization()
  const approving = useWrite(approveSignup, { invalidates: reads })
  const [passing, setPassing] = useState<string | null>(null)
  const ask = (reasons: NonNullable<Against>) => {
    const all = reasonLines(reasons, time_zone, Date.now())
    if (all.length > 0) setPassing(`${all.join('. ')}.`)
    return all.length > 0
  }
  const approve = async () => {
    if (against && ask(against)) return
    try {
      await followed(row, 'approved', () => approving.run({ id: signup.id }))
      toast.success(`${signup.name} approved.`)
    } catch (error) {
      if (error instanceof ApiError && error.details.overridable === true) {
        const words = wordsFor(error)
        if (!ask(reasonsIn(error.details))) setPassing(`${words.title}: ${words.text}`)
      } else toast.failure(error)
    }
  }
  return {
    approve,
    pending: approving.pending,
    passing,
    leave: () => setPassing(null),
    override: (override_reason: string) =>
      followed(row, 'approved', () => approving.run({ id: signup.id, override_reason })),
  }
}

type DialogsProps = { signup: Decidable; asking: Asking | null; close: () => void; row: Following }

const Dialogs = ({ signup, asking, close, row }: DialogsProps) => {
  const rejecting = useWrite(rejectSignup, { invalidates: reads })
  const releasing = useWrite(releaseSignup, { invalidates: reads })
  const deciding = useWrite(decideCallOff, { invalidates: reads })
  const { id, name } = signup
  return (
    <>
      <ConfirmWithReason
        open={asking === 'reject'}
        onClose={close}
        title={`Deny ${name}'s request?`}
        text="The officer will be notified and can't request this shift again."
        action="Deny"
        back="Keep request"
        reasonHint="The officer will see this."
        onConfirm={(reason) => followed(row, 'denied', () => rejecting.run({ id, reason }))}
      />
      <ConfirmWithReason
        open={asking === 'release'}
        onClose={close}
        title={`Remove ${name}?`}
        text="The spot opens to other officers right away. The officer will be notified."
        action="Remove"
        reasonHint="The officer will see this."
        onConfirm={(reason) => releasing.run({ id, reason })}
      />
      <Confirm
        open={asking === 'accept'}
        onClose={close}
        title={`Approve ${name}'s call-off?`}
        text={[
          signup.leaves && `${signup.leaves}.`,
          'The spot opens to other officers right away.',
          signup.calloff_reason && `Reason: ${signup.calloff_reason}`,
        ]
          .filter(Boolean)
          .join(' ')}
        action="Approve call-off"
        back="Not yet"
        onConfirm={() => followed(row, 'calloff_accepted', () => deciding.run({ id, accept: true }))}
      />
      <ConfirmWithReason
        open={asking === 'refuse'}
        onClose={close}
        title={`Keep ${name} on the shift?`}
        text="The officer stays responsible and will see the reason."
        action="Deny call-off"
        look="primary"
        back="Not yet"
        reasonHint="The officer will see this."
        onConfirm={(reason) => followed(row, 'calloff_denied', () => deciding.run({ id, accept: false, reason }))}
      />
    </>
  )
}

const OnOwn = () => (
  <Button size="small" why="Your own request. Ask another admin">
    Decide
  </Button>
)

/** A request that breaks a rule asks for a reason first, and its button says so. */
const ApproveButton = ({ signup, reasons, row }: { signup: Decidable; reasons: Against; row: Following }) => {
  const { approve, pending, passing, leave, override } = useApprove(signup, reasons, row)
  const { time_zone } = useOrganization()
  const now = useNow()
  const blocked = whyBlocked(signup, reasons, time_zone, now)
  const { name } = signup
  const breaks = blocked === null && reasons !== undefined && reasons.length > 0
  return (
    <>
      <Button
        size="small"
        look={breaks ? 'plain' : 'tint'}
        busy={pending}
        why={blocked}
        whyBeside
        aria-label={breaks ? `Approve anyway: ${name}` : `Approve ${name}`}
        onClick={() => void approve()}
      >
        {breaks ? 'Approve anyway…' : 'Approve'}
      </Button>
      <ConfirmWithReason
        open={passing !== null}
        onClose={leave}
        title={`Approve ${name} anyway?`}
        text={passing ?? ''}
        action="Approve anyway"
        look="primary"
        back="Cancel"
        reasonHint="Kept with the decision."
        onConfirm={override}
      />
    </>
  )
}

type DecideProps = { signup: Decidable; reasons?: Against; row?: Following }

/** The possible decisions on a sign-up, as the server reports them; on one's own, why there are none. */
export const DecideButtons = ({ signup, reasons, row = unfollowed }: DecideProps) => {
  const [asking, setAsking] = useState<Asking | null>(null)
  const { may, name } = signup
  // Hides all of them: only the department's own people decide who gets a spot.
  if (!useMay()(approveSignup)) return null
  if (signup.own && ['pending_approval', 'calloff_requested', 'interested'].includes(signup.status)) return <OnOwn />
  return (
    <div className="flex flex-wrap gap-1.5 md:flex-nowrap md:justify-end">
      {may.includes('approve') && <ApproveButton signup={signup} reasons={reasons} row={row} />}
      {may.includes('reject') && (
        <Button size="small" aria-label={`Deny ${name}`} onClick={() => setAsking('reject')}>
          Deny
        </Button>
      )}
      {may.includes('decide_calloff') && (
        <>
          <Button size="small" aria-label={`Approve call-off of ${name}`} onClick={() => setAsking('accept')}>
            Approve call-off
          </Button>
          <Button size="small" aria-label={`Deny ${name}'s call-off`} onClick={() => setAsking('refuse')}>
            Deny
          </Button>
        </>
      )}
      {may.includes('release') && !may.includes('decide_calloff') && (
        <Button size="small" look="danger-quiet" aria-label={`Remove ${name}`} onClick={() => setAsking('release')}>
          Remove
        </Button>
      )}
      <Dialogs signup={signup} asking={asking} close={() => setAsking(null)} row={row} />
    </div>
  )
}
