import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import { useState } from 'react'
import { useProof } from '#features/people/factors/parts/prove.tsx'
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
import { getSignInState, releaseAll, releaseLock, resetFactors, type SignInState } from '../contract.ts'

const whyWords: Readonly<Record<SignInState['blocked'][number]['why'], string>> = {
  own_row: 'This is your own account. Ask another admin.',
  several_departments: 'This account is in several departments. Wait for the lock to expire, or ask the vendor.',
  release_not_set: 'In your department, locks expire on their own. Change this in Settings.',
}

/** An action's button: `why` is null if it is enabled, or the rule that blocks it; null if the action is not offered. */
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
      Disabled since {dayAndClock(since, time_zone)}. Contact the vendor.
    </Notice>
  )
}

/** For when many were locked at once, as by somebody who tries passwords. */
const UnlockAll = ({ others }: { others: number }) => {
  const all = useWrite(releaseAll, { invalidates: [getSignInState] })
  const run = () =>
    all
      .run({})
      .then(({ released }) => toast.success('Unlocked', released === 1 ? '1 account.' : `${released} accounts.`))
      .catch(toast.failure)
  return (
    <Button busy={all.pending} onClick={() => void run()}>
      Unlock all {others + 1}
    </Button>
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
      .then(() => toast.success('Unlocked', `${name} can sign in again.`))
      .catch(toast.failure)
  return (
    <Notice
      tone="warn"
      title={state.locked.why === 'password' ? 'Locked after wrong passwords' : 'Locked after wrong codes'}
      action={
        button && (
          <>
            <Button busy={release.pending} why={button.why} onClick={() => void run()}>
              Unlock
            </Button>
            {button.why === null && state.others_locked > 0 && <UnlockAll others={state.others_locked} />}
          </>
        )
      }
    >
      Since {dayAndClock(state.locked.since, time_zone)}. Expires {dayAndClock(state.locked.until, time_zone)}.
    </Notice>
  )
}

/** Confirmation step: requires the checkbox and a proof of the admin's own identity. */
const ResetQuestion = ({ officerId, name, onClose }: { officerId: string; name: string; onClose: () => void }) => {
  const [sure, setSure] = useState(false)
  const reset = useWrite(resetFactors, { invalidates: [getSignInState] })
  const { proved, question } = useProof()
  const run = async () => {
    await proved(() => reset.run({ officer_id: officerId, confirm: true }))
    toast.success('Second factors removed', `${name} was signed out everywhere and notified by email.`)
    onClose()
  }
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title={`Remove all second factors from ${name}?`}
        description="Use this when an officer has lost their phone and recovery codes. Their password alone will sign them in until they set up a new factor. Verify their identity first."
        actions={
          <>
            <Button onClick={onClose}>Keep factors</Button>
            <Button
              look="danger"
              busy={reset.pending}
              why={sure ? null : 'Check the box first.'}
              onClick={() => void run().catch(toast.failure)}
            >
              Remove factors
            </Button>
          </>
        }
      >
        <Checkbox checked={sure} onChange={setSure} label={`I verified that ${name} requested this`} />
      </Dialog>
      {question}
    </>
  )
}

/** On an officer's page: whether the account is locked, whether it has a second factor, and what an admin can do about it. */
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
              Remove second factors
            </Button>
          </div>
        )}
      </div>
      {asking && <ResetQuestion officerId={officerId} name={name} onClose={() => setAsking(false)} />}
    </Card>
  )
}
