import Plus from 'lucide-react/icons/plus'
import { type ReactNode, useState } from 'react'
import { useReadPages, useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { day, dayAndClock, duration, span } from '#platform/web/time.ts'
import { StatusBadge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Confirm } from '#platform/web/ui/dialog.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { extraTimeBadge } from '#platform/web/ui/status.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { listMyExtraTime, type OwnClaim, withdrawExtraTime } from '../contract.ts'
import { EXPIRES_AFTER_DAYS } from '../rules.ts'
import { kindWords } from '../words.ts'
import { ClaimDialog } from './claim-dialog.tsx'

const Withdraw = ({ claim, onClose }: { claim: OwnClaim; onClose: () => void }) => {
  const write = useWrite(withdrawExtraTime, { invalidates: [listMyExtraTime] })
  return (
    <Confirm
      open
      onClose={onClose}
      title="Withdraw this claim?"
      text="The claim won't be decided. You can claim the time again."
      action="Withdraw claim"
      onConfirm={async () => {
        await write.run({ id: claim.id })
        toast.success('Withdrawn')
      }}
    />
  )
}

/** The claim's status in a sentence: what it is waiting for, since when, until when. */
const standing = (claim: OwnClaim, zone: string): ReactNode => {
  if (claim.state === 'pending')
    return `Pending since ${dayAndClock(claim.submitted_at, zone)}; expires ${day(claim.expires_at, zone)}.`
  if (claim.state === 'expired') return `No decision within ${EXPIRES_AFTER_DAYS} days. Resubmit it.`
  if (claim.decided_at === null || claim.state === 'withdrawn') return null
  return `${extraTimeBadge[claim.state].word} ${dayAndClock(claim.decided_at, zone)}.`
}

const ClaimRow = ({ claim, from }: { claim: OwnClaim; from: string }) => {
  const { time_zone: zone } = useOrganization()
  const [open, setOpen] = useState<'edit' | 'withdraw' | null>(null)
  const close = () => setOpen(null)
  const times = span(claim.starts_at, claim.ends_at, zone)
  const court = [claim.docket_number, claim.court].filter(Boolean).join(' · ')
  return (
    <li className="flex flex-col gap-1 px-4 py-line md:px-5">
      <span className="flex items-start justify-between gap-3">
        <span className="min-w-0 font-medium">
          {kindWords[claim.kind]}, {duration(claim.minutes)}
        </span>
        <StatusBadge of={extraTimeBadge[claim.state]} />
      </span>
      <span className="figures text-soft">
        {times.day} · {times.clock}
        {times.notes.length > 0 && <span className="text-small text-faint"> ({times.notes.join(', ')})</span>}
      </span>
      {claim.asked && (
        <span className="figures text-small text-soft">
          You claimed {duration(claim.asked.minutes)} from {dayAndClock(claim.asked.starts_at, zone)}
        </span>
      )}
      {(court || claim.shift) && <span className="text-small text-faint">{court || claim.shift?.title}</span>}
      <span className="text-small wrap-anywhere whitespace-pre-line text-soft">{claim.reason}</span>
      {claim.decision_reason && claim.state !== 'withdrawn' && (
        <span className="text-small wrap-anywhere whitespace-pre-line">Admin: "{claim.decision_reason}"</span>
      )}
      <span className="text-small text-faint">{standing(claim, zone)}</span>
      {claim.may.length > 0 && (
        <span className="no-print mt-1 flex flex-wrap gap-2">
          {claim.may.includes('edit') && (
            <Button size="small" look={claim.state === 'pending' ? 'plain' : 'primary'} onClick={() => setOpen('edit')}>
              {claim.state === 'pending' ? 'Edit' : 'Edit and resubmit'}
            </Button>
          )}
          {claim.may.includes('withdraw') && (
            <Button size="small" look="quiet" onClick={() => setOpen('withdraw')}>
              Withdraw
            </Button>
          )}
        </span>
      )}
      {open === 'edit' && <ClaimDialog from={from} claim={claim} onClose={close} />}
      {open === 'withdraw' && <Withdraw claim={claim} onClose={close} />}
    </li>
  )
}

/** An officer's own claims with their outcomes, and a button for a new one. */
export const OwnClaims = () => {
  const list = useReadPages(listMyExtraTime, {}, { keep: true })
  const [claiming, setClaiming] = useState(false)
  const { first, items } = list
  if (!first || !items)
    return list.error ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : <ListSkeleton rows={4} />
  const claim = (
    <Button look="primary" wide icon={<Plus aria-hidden />} onClick={() => setClaiming(true)}>
      Claim extra time
    </Button>
  )
  return (
    <>
      {items.length === 0 ? (
        <EmptyState
          title="No extra time"
          text="Held over, in court or called back? Claim the time here or from a shift in History."
          action={claim}
        />
      ) : (
        <>
          <div className="no-print mb-4">{claim}</div>
          <ul aria-label="Your extra time" className="divide-y divide-line rounded-ui border border-line bg-surface">
            {items.map((one) => (
              <ClaimRow key={one.id} claim={one} from={first.claimable_from} />
            ))}
          </ul>
          <LoadMore
            more={list.more}
            loading={list.loadingMore}
            onMore={list.loadMore}
            shown={items.length}
            noun="claims"
          />
        </>
      )}
      {claiming && <ClaimDialog from={first.claimable_from} onClose={() => setClaiming(false)} />}
    </>
  )
}
