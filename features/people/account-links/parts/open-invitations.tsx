import MailOpen from 'lucide-react/icons/mail-open'
import { useState } from 'react'
import { useReadPages, useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { useMay } from '#platform/web/support.tsx'
import { dayAndClock } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { type Invitation, listInvitations, withdrawInvitation } from '../contract.invitations.ts'
import { WithdrawButton } from './withdraw-button.tsx'

const Row = ({ one, zone, mayWithdraw }: { one: Invitation; zone: string; mayWithdraw: boolean }) => {
  const withdraw = useWrite(withdrawInvitation, { invalidates: [listInvitations] })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-40 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 wrap-anywhere">
          {one.email}
          {one.kind === 'admin_setup' && <Badge tone="hold">Admin, invited by the vendor</Badge>}
        </p>
        <p className="figures text-small text-faint">
          {one.name && `${one.name} · `}sent {dayAndClock(one.created_at, zone)} · expires{' '}
          {dayAndClock(one.expires_at, zone)}
        </p>
      </div>
      {mayWithdraw && <WithdrawButton email={one.email} run={() => withdraw.run({ id: one.id })} />}
    </li>
  )
}

/** Unused links into the department: all of them, or those for one officer. */
export const OpenInvitations = ({ officerId }: { officerId?: string }) => {
  const { time_zone } = useOrganization()
  const may = useMay()
  const list = useReadPages(listInvitations, officerId ? { officer_id: officerId } : {})
  if (list.error) return <ErrorState quiet error={list.error} retry={() => void list.refetch()} />
  if (!list.items) return <ListSkeleton rows={2} />
  if (list.items.length === 0) return <p className="text-soft">No open invitations.</p>
  return (
    <>
      <ul className="divide-y divide-line">
        {list.items.map((one) => (
          <Row key={one.id} one={one} zone={time_zone} mayWithdraw={may(withdrawInvitation)} />
        ))}
      </ul>
      {list.more && (
        <LoadMore more loading={list.loadingMore} onMore={list.loadMore} shown={list.items.length} noun="invitations" />
      )}
    </>
  )
}

/** The number of open invitations, with a list on demand; hidden if there are none. An open list stays visible. */
export const InvitationsButton = ({ open }: { open: number }) => {
  const [listing, setListing] = useState(false)
  if (open === 0 && !listing) return null
  return (
    <div className="mb-3">
      <Button size="small" look="quiet" icon={<MailOpen aria-hidden />} onClick={() => setListing(true)}>
        {open === 1 ? '1 open invitation' : `${open} open invitations`}
      </Button>
      <Dialog
        open={listing}
        onClose={() => setListing(false)}
        title="Open invitations"
        description="Invitations sent but not yet accepted. Withdraw any that went to the wrong address."
      >
        <OpenInvitations />
      </Dialog>
    </div>
  )
}
