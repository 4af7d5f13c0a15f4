import { useState } from 'react'
import { paths } from '#platform/shared/paths.ts'
import { type DecidedRows, useDecidedRows } from '#platform/web/decided-rows.ts'
import { useRead, useReadPages, useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { useMay } from '#platform/web/support.tsx'
import { day } from '#platform/web/time.ts'
import { Badge, StatusBadge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Decided } from '#platform/web/ui/decided.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { LoadMore, PageHeader, Toolbar, WayBack } from '#platform/web/ui/page.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { leaveRequestBadge } from '#platform/web/ui/status.ts'
import { useUrlValue } from '#platform/web/url.ts'
import {
  approveLeaveRequest,
  type LeaveRequest,
  leaveBelow,
  listLeaveRequests,
  undoLeaveDecision,
} from '../contract.ts'
import { type Deciding, type Decision, DenyDialog, ReviewDialog } from '../parts/decide-dialog.tsx'
import { belowWords, outcomeWords, requestName } from '../parts/request-words.tsx'

type Held = DecidedRows<LeaveRequest, Decision>
const words: Readonly<Record<Decision, string>> = { approved: 'Approved', denied: 'Denied' }

const Decide = ({ request, held }: { request: LeaveRequest; held: Held }) => {
  const [open, setOpen] = useState<'review' | { deny: LeaveRequest } | null>(null)
  const follows = held.follow(request.id)
  const close = () => setOpen(null)
  const decide: Deciding = async (as, press) => {
    follows.begin()
    try {
      await press()
      follows.done(as)
    } catch (error) {
      follows.fail()
      throw error
    }
  }
  const why = request.own ? 'Ask another admin to decide your request' : null
  return (
    <>
      <Button
        look="tint"
        why={why}
        aria-label={`Review leave for ${request.officer.name}`}
        onClick={() => setOpen('review')}
      >
        Review
      </Button>
      {open === 'review' && (
        <ReviewDialog {...{ request, decide }} onClose={close} onDeny={(deny) => setOpen({ deny })} />
      )}
      {open !== null && open !== 'review' && <DenyDialog {...{ request, decide }} opened={open.deny} onClose={close} />}
    </>
  )
}

const Undoable = ({ request, as, held }: { request: LeaveRequest; as: Decision; held: Held }) => {
  const undoing = useWrite(undoLeaveDecision, { invalidates: [listLeaveRequests], untilRead: true })
  const undo = async () => {
    await undoing.run({ id: request.id })
    held.undone(request.id)
  }
  return (
    <Decided words={words[as]} name={request.officer.name} undo={undo} instead={<Decide {...{ request, held }} />} />
  )
}

/** What can be done about a request, or what was: a decided row stays in its place. */
const Acts = ({ request, held }: { request: LeaveRequest; held: Held }) => {
  const may = useMay()
  const as = held.decisionOf(request)
  if (as) return <Undoable {...{ request, as, held }} />
  if (request.state !== 'pending') return <StatusBadge of={leaveRequestBadge[request.state]} />
  if (!held.isLive(request)) return <span className="text-small text-soft">No longer pending</span>
  return may(approveLeaveRequest) ? <Decide {...{ request, held }} /> : <StatusBadge of={leaveRequestBadge.pending} />
}

/** What stands against an approval, at a glance; the review has the rest. */
const Against = ({ request: { shifts, others_away }, below }: { request: LeaveRequest; below: readonly string[] }) =>
  (shifts.length > 0 || others_away > 0 || below.length > 0) && (
    <span className="flex flex-wrap gap-2 md:w-48 md:justify-end xl:w-64">
      {below.length > 0 && <Badge tone="warn">{belowWords(below)}</Badge>}
      {shifts.length > 0 && (
        <Badge tone="warn">{`${shifts.length} confirmed ${shifts.length === 1 ? 'shift' : 'shifts'}`}</Badge>
      )}
      {others_away > 0 && <Badge>{`${others_away} ${others_away === 1 ? 'other' : 'others'} away`}</Badge>}
    </span>
  )

const none: readonly string[] = []

const Row = ({ request, below, held }: { request: LeaveRequest; below: readonly string[]; held: Held }) => {
  const { time_zone: zone } = useOrganization()
  const { officer } = request
  const outcome = outcomeWords(request, zone)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-line md:px-5">
      <span className="min-w-0 flex-1 basis-52">
        <TextLink to={`${paths.adminOfficer(officer.id)}?tab=tours`}>{officer.name}</TextLink>
        <span className="block text-small text-faint">
          {[officer.badge_number, officer.rank, officer.unit].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="min-w-0 flex-2 basis-64">
        <span className="figures block font-medium">{requestName(request, zone)}</span>
        {request.note && <span className="block text-soft wrap-anywhere">{request.note}</span>}
        <span className="block text-small text-faint">{outcome ?? `Requested ${day(request.asked_at, zone)}`}</span>
      </span>
      {request.state === 'pending' && <Against {...{ request, below }} />}
      <span className="ml-auto flex min-w-24 justify-end">
        <Acts {...{ request, held }} />
      </span>
    </li>
  )
}

const idOf = (request: LeaveRequest) => request.id
const filters = [
  { value: 'waiting', label: 'Pending' },
  { value: 'all', label: 'All' },
]

/** `/admin/staffing/leave`: leave that officers request. */
export default function LeaveRequests() {
  const [chosen, setFilter] = useUrlValue('filter')
  const filter = chosen === 'all' ? 'all' : 'waiting'
  const list = useReadPages(listLeaveRequests, { filter }, { keep: true })
  const below = useRead(leaveBelow, {}, { keep: true }).data
  const belowOf = (id: string) => below?.items.find((one) => one.id === id)?.days ?? none
  const held: Held = useDecidedRows<LeaveRequest, Decision>(list.items, idOf, list)
  return (
    <>
      <PageHeader
        title="Leave requests"
        hint="Approved leave cancels tours and stops offers. Confirmed shifts stay until you remove the officer."
        before={<WayBack to={paths.adminStaffing()}>Staffing</WayBack>}
      />
      <Toolbar label="Filter leave requests">
        <div className="w-52">
          <Select
            aria-label="Which requests"
            value={filter}
            onChange={(next) => setFilter(next === 'all' ? 'all' : null)}
            options={filters}
          />
        </div>
      </Toolbar>
      <Card flush>
        {list.error && !list.items ? (
          <ErrorState error={list.error} retry={() => void list.refetch()} />
        ) : !list.items ? (
          <ListSkeleton rows={5} />
        ) : held.items?.length === 0 ? (
          <EmptyState
            title={filter === 'all' ? 'No leave requests yet' : 'No pending requests'}
            text="Officers' leave requests appear here."
          />
        ) : (
          <ul aria-label="Leave requests" className="divide-y divide-line" {...held.listProps}>
            {held.items?.map((request) => (
              <Row key={request.id} request={request} below={belowOf(request.id)} held={held} />
            ))}
          </ul>
        )}
      </Card>
      {list.items && list.items.length > 0 && (
        <LoadMore
          more={list.more}
          loading={list.loadingMore}
          onMore={list.loadMore}
          shown={list.items.length}
          noun="requests"
        />
      )}
    </>
  )
}
