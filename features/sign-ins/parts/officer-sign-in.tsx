import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import { useState } from 'react'
import { useProof } from '#features/factors/parts/prove.tsx'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { useMay } from '#platform/web/support.tsx'
import { dayAndClock } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, Facts } from '#platform/web/ui/card.tsx'
import { Checkbox } from '#platform/web/ui/checks.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { getSignInState, releaseLock, resetFactors, type SignInState } from '../contract.ts'

const whyWords: Readonly<Record<SignInState['blocked'][number]['why'], string>> = {
  own_row: 'Another admin has to do this: it is your own account.',
  several_departments: 'The account belongs to several departments: only time, or the vendor, opens it.',
  release_not_set: 'Your department lets locks open by themselves. An admin can change that under Settings.',
}

/** What an action's button says: nothing where it may be pressed, the rule where not, null where it is not offered. */
const offered = (state: SignInState, action: 'release' | 'reset'): { why: string | null } | null => {
  if (state.may.includes(action)) return { why: null }
  const blocked = state.blocked.find((one) => one.action === action)
  return blocked ? { why: whyWords[blocked.why] } : null
}

const Disabled = ({ since }: { since: string | null }) => {
  const { time_zone } = useOrganization()
  if (!since) return null
  return (
    <Notice tone="warn" title="Disabled by the vendor">
      Since {dayAndClock(since, time_zone)} the account signs in nowhere. Ask the vendor why.
    </Notice>
  )
}

const Lock = ({ state, officerId, name }: { state: SignInState; officerId: string; name: string }) => {
  const { time_zone } = useOrganization()
  const release = useWrite(releaseLock, { invalidates: [getSignInState] })
  const may = useMay()
  const button = may(releaseLock) ? offered(state, 'release') : null
  if (!state.locked) return null
  const run = () =>
    release
      .run({ officer_id: officerId })
      .then(() => toast.success('Released', `${name} can sign in again at once.`))
      .catch(toast.failure)
  return (
    <Notice
      tone="warn"
      title={state.locked.why === 'password' ? 'Locked after wrong passwords' : 'Locked after wrong codes'}
      action={
        button && (
          <Button busy={release.pending} why={button.why} onClick={() => void run()}>
            Release
          </Button>
        )
      }
    >
      Since {dayAndClock(state.locked.since, time_zone)}. Opens by itself at{' '}
      {dayAndClock(state.locked.until, time_zone)}.
    </Notice>
  )
}

/** The second step: nothing happens before the box is ticked, and the admin has proved to be the one who signed in. */
const ResetQuestion = ({ officerId, name, onClose }: { officerId: string; name: string; onClose: () => void }) => {
  const [sure, setSure] = useState(false)
  const reset = useWrite(resetFactors, { invalidates: [getSignInState] })
  const { proved, question } = useProof()
  const run = async () => {
    await proved(() => reset.run({ officer_id: officerId, confirm: true }))
    toast.success('Taken off', `${name} was signed out everywhere, and told by mail.`)
    onClose()
  }
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title={`Take every second factor off ${name}?`}
        description="For somebody who lost the telephone and the recovery codes. From then on the password alone signs in, until a new factor is set up. Make sure that it is really the person who asks."
        actions={
          <>
            <Button onClick={onClose}>Keep them</Button>
            <Button
              look="danger"
              busy={reset.pending}
              why={sure ? null : 'Tick the box first.'}
              onClick={() => void run().catch(toast.failure)}
            >
              Take them off
            </Button>
          </>
        }
      >
        <Checkbox checked={sure} onChange={setSure} label={`Yes, I know that ${name} asks for it`} />
      </Dialog>
      {question}
    </>
  )
}

/** On an officer's page: whether the account is locked, whether it has a second factor, and what an admin may do about it. */
export const OfficerSignIn = ({ officerId, name }: { officerId: string; name: string }) => {
  const read = useRead(getSignInState, { officer_id: officerId })
  const [asking, setAsking] = useState(false)
  const may = useMay()
  const state = read.data
  if (!state)
    return read.error ? <ErrorState error={read.error} retry={() => void read.refetch()} /> : <CardSkeleton lines={3} />
  const reset = may(resetFactors) ? offered(state, 'reset') : null
  return (
    <Card
      title="Sign-in"
      aside={
        state.locked && (
          <Badge tone="warn">
            <LockKeyhole aria-hidden className="size-3.5" /> Locked
          </Badge>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <Disabled since={state.disabled_at} />
        <Lock state={state} officerId={officerId} name={name} />
        <Facts facts={[['Multi-factor', state.second_factor ? 'On' : 'Off']]} />
        {reset && (
          <div>
            <Button look="danger-quiet" why={reset.why} onClick={() => setAsking(true)}>
              Take second factors off
            </Button>
          </div>
        )}
      </div>
      {asking && <ResetQuestion officerId={officerId} name={name} onClose={() => setAsking(false)} />}
    </Card>
  )
}
