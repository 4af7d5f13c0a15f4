import { useState } from 'react'
import { paths } from '#platform/shared/paths.ts'
import { useReadPages, useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { StatusBadge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Confirm } from '#platform/web/ui/dialog.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { leaveRequestBadge } from '#platform/web/ui/status.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { listMyLeaveRequests, type OwnLeaveRequest, withdrawLeaveRequest } from '../contract.ts'
import { outcomeWords, requestName, ShiftsThen } from './request-words.tsx'

const Withdraw = ({ id, name, onClose }: { id: string; name: string; onClose: () => void }) => {
  const write = useWrite(withdrawLeaveRequest, { invalidates: [listMyLeaveRequests] })
  return (
    <Confirm
      open
      onClose={onClose}
      title="Withdraw this leave request?"
      text={`${name}. You can request these days again.`}
      action="Withdraw request"
      onConfirm={async () => {
        await write.run({ id })
        toast.success('Request withdrawn')
      }}
    />
  )
}

const Row = ({ request }: { request: OwnLeaveRequest }) => {
  const { time_zone: zone } = useOrganization()
  const [asking, setAsking] = useState(false)
  const name = requestName(request, zone)
  const outcome = outcomeWords(request, zone)
  const live = request.state === 'pending' || request.state === 'approved'
  return (
    <li className="flex flex-col gap-2 px-4 py-line md:px-5">
      <span className="flex items-start justify-between gap-3">
        <span className="figures min-w-0 font-medium">{name}</span>
        <StatusBadge of={leaveRequestBadge[request.state]} />
      </span>
      {request.note && <p className="text-soft wrap-anywhere">{request.note}</p>}
      {outcome && <p className="text-soft wrap-anywhere">{outcome}</p>}
      {live && (
        <ShiftsThen
          title="You have shifts during this leave. Call them off or give them away:"
          shifts={request.shifts}
          zone={zone}
          linkOf={paths.officerAssignments}
        />
      )}
      {request.state === 'pending' && (
        <div className="no-print">
          <Button aria-label={`Withdraw ${name}`} onClick={() => setAsking(true)}>
            Withdraw
          </Button>
        </div>
      )}
      {asking && <Withdraw id={request.id} name={name} onClose={() => setAsking(false)} />}
    </li>
  )
}

/** The person's own leave requests, latest first. */
export const OwnRequests = () => {
  const list = useReadPages(listMyLeaveRequests, {})
  const { items } = list
  if (!items)
    return list.error ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : <ListSkeleton rows={3} />
  if (items.length === 0)
    return <EmptyState quiet title="No requests" text="Leave you request appears here with the decision." />
  return (
    <>
      <ul aria-label="Your leave requests" className="divide-y divide-line">
        {items.map((request) => (
          <Row key={request.id} request={request} />
        ))}
      </ul>
      <LoadMore
        more={list.more}
        loading={list.loadingMore}
        onMore={list.loadMore}
        shown={items.length}
        noun="requests"
      />
    </>
  )
}
