import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ReactNode, useState } from 'react'
import { useShiftWords } from '#features/shifts/assignments/parts/shift-time.tsx'
import { useWaitingReasons } from '#features/shifts/eligibility/client.ts'
import { WaitingHours } from '#features/shifts/eligibility/parts/waiting-hours.tsx'
import { WaitingReasons } from '#features/shifts/eligibility/parts/waiting-reasons.tsx'
import type { InputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { useNow } from '#platform/web/clock.ts'
import { countdown } from '#platform/web/countdown.ts'
import { KEPT_MS, useKeptRows } from '#platform/web/kept-rows.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { SupportClosed } from '#platform/web/support.tsx'
import { StatusBadge } from '#platform/web/ui/badge.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Checkbox } from '#platform/web/ui/checks.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { TextLink } from '#platform/web/ui/link.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { signupBadge } from '#platform/web/ui/status.ts'
import { requestsIn } from '../client.blocked.ts'
import { listPending, type PendingSignup } from '../contract.ts'
import { BulkApprove, useMayBulk } from './bulk-approve.tsx'
import { DecideButtons, type Decision, type Following } from './decide-buttons.tsx'
import { DecidedRequest } from './decided.tsx'

/** An approved call-off keeps its row while the way to a replacement is likely to be pressed. */
const CALLOFF_KEPT_MS = 20_000

const idOf = (one: PendingSignup) => one.id

type RowProps = {
  one: PendingSignup
  now: number
  isNew: boolean
  ticked: boolean
  /** Nobody can approve it, so it can't be selected; the row says why. */
  blocked: boolean
  onTick: ((on: boolean) => void) | null
  reasons: ReturnType<ReturnType<typeof useWaitingReasons>['get']>
  /** What this admin just decided. */
  decision: Decision | undefined
  /** Nobody else has decided it. */
  isLive: boolean
  row: Following
  onUndone: () => void
}

/** A decided row keeps what was said about it, and one that is not judged yet the line for it: no row moves. */
const Judged = ({ one, of, zone }: { one: PendingSignup; of: RowProps['reasons']; zone: string }) => {
  const [known, setKnown] = useState(of)
  if (of && of !== known) setKnown(of)
  const asked = one.may.includes('approve')
  return (
    <>
      {/* The line is there from the start: without a rank, empty until the hours are known. A call-off isn't decided by them. */}
      {asked && (
        <div className="min-h-5">
          <WaitingHours of={known} rank={one.rank} />
        </div>
      )}
      {!known && asked ? (
        <p className="text-small text-faint">Checking eligibility…</p>
      ) : (
        <WaitingReasons of={known} shift={one} zone={zone} post={one.post_name} />
      )}
    </>
  )
}

/** `Gate would have 0 of 1 officers`, for a call-off. */
const leavesWords = ({ post_name, after_calloff: rest }: PendingSignup): string | null =>
  rest && `${post_name} would have ${rest.confirmed} of ${rest.required} officers`

const leftWords = (left: number): string =>
  left === 0 ? 'no spots left' : left === 1 ? '1 spot left' : `${left} spots left`

/** For a request, the spots left; for a call-off, what approving it leaves, how soon, and why. */
const Spots = ({ one, zone, now }: { one: PendingSignup; zone: string; now: number }) => {
  const { post_name, places_left, after_calloff: rest } = one
  return rest === null ? (
    <p className="text-small text-soft">
      {post_name}, {leftWords(places_left)}
    </p>
  ) : (
    <p className="text-small text-soft">
      <span className={cx(rest.confirmed < rest.required && 'font-medium text-warn')}>{leavesWords(one)}</span>,{' '}
      {Date.parse(one.starts_at) > now ? `starts ${countdown(one.starts_at, zone, now)}` : 'already started'}
      {one.calloff_reason && ` · ${one.calloff_reason}`}
    </p>
  )
}

const Row = ({ one, now, isNew, ticked, blocked, onTick, reasons, decision, isLive, row, onUndone }: RowProps) => {
  const { time_zone } = useOrganization()
  const { day, clock, length, notes } = useShiftWords(now)(one)
  const [clash] = one.overlaps
  const press = (
    <DecideButtons
      signup={{ ...one, post: one.post_name, leaves: leavesWords(one) }}
      reasons={reasons?.reasons}
      row={row}
    />
  )
  return (
    <li
      className={cx('flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-line md:flex-nowrap md:px-5', isNew && 'fresh')}
    >
      {onTick && (
        <span className="pt-0.5">
          <Checkbox
            aria-label={`Select ${one.name}, ${one.title}`}
            checked={ticked}
            disabled={blocked}
            onChange={onTick}
          />
        </span>
      )}
      <div className="min-w-48 flex-1">
        <p className="flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {one.name} <span className="figures font-normal text-faint">{one.badge_number}</span>
          {!decision && isLive && <StatusBadge of={signupBadge[one.status]} />}
        </p>
        <p className="figures text-soft">
          <TextLink to={paths.adminAssignment(one.assignment_id)}>{one.title}</TextLink>, {day} · {clock}{' '}
          <span className="text-faint">({[length, ...notes].join(', ')})</span>
        </p>
        <Spots one={one} zone={time_zone} now={now} />
        {clash && (
          <p className="flex items-start gap-1.5 text-small text-warn">
            <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            Already confirmed for {clash.title} at that time
          </p>
        )}
        <Judged one={one} of={reasons} zone={time_zone} />
      </div>
      {decision ? (
        <DecidedRequest {...{ decision, onUndone }} signup={one} assignmentId={one.assignment_id} instead={press} />
      ) : isLive ? (
        press
      ) : (
        <span className="text-small text-soft">No longer pending</span>
      )}
    </li>
  )
}

const Loading = () => (
  <div className="px-5">
    <ListSkeleton rows={3} />
  </div>
)

const NothingWaits = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <EmptyState quiet title="No requests match these filters" text="Clear a filter to see the others." />
  ) : (
    <EmptyState quiet title="All caught up" text="Requests and call-offs that need a decision appear here." />
  )

const Closed = () => (
  <div className="px-4 pt-3 empty:hidden md:px-5">
    <SupportClosed>
      Only the department's admins can approve or deny requests. Support access is read-only.
    </SupportClosed>
  </div>
)

/** The requests that wait for an approval, by name, those of them that nobody can approve, and the reasons against each. */
const useWaiting = (items: readonly PendingSignup[] | undefined) => {
  const waiting = new Map(
    items?.filter((one) => one.may.includes('approve')).map((one) => [one.id, `${one.name}, ${one.title}`]),
  )
  const reasons = useWaitingReasons([...waiting.keys()])
  return { waiting, reasons, ...requestsIn(items ?? [], reasons) }
}

/** The rows, and what this admin just decided on them. */
const useDecisions = (list: { items: readonly PendingSignup[] | undefined; more: boolean }) => {
  const rows = useKeptRows(list.items, idOf, list)
  const [decided, setDecided] = useState<ReadonlyMap<string, Decision>>(new Map())
  const decide = (ids: readonly string[], as: Decision) => {
    setDecided((all) => new Map([...all, ...ids.map((id) => [id, as] as const)]))
    for (const id of ids) rows.settle(id, as === 'calloff_accepted' ? CALLOFF_KEPT_MS : undefined)
  }
  const follow = (id: string): Following => ({
    begin: () => rows.keep(id),
    fail: () => rows.settle(id, 0),
    done: (as) => decide([id], as),
  })
  /** The request is pending again and keeps its row until the list includes it again. */
  const undone = (id: string) => {
    setDecided((all) => new Map([...all].filter(([one]) => one !== id)))
    rows.keep(id)
    rows.settle(id, KEPT_MS)
  }
  const rowOf = (one: PendingSignup) => ({
    one,
    isNew: rows.isNew(one),
    decision: decided.get(one.id),
    isLive: rows.isLive(one),
    row: follow(one.id),
    onUndone: () => undone(one.id),
  })
  /** Of several at once. */
  const followMany = (ids: readonly string[]) => ({
    onBegin: () => ids.forEach(rows.keep),
    onApproved: (done: readonly string[]) => {
      for (const id of ids) if (!done.includes(id)) rows.settle(id, 0)
      decide(done, 'approved')
    },
  })
  return { rows, rowOf, followMany }
}

type BulkBarProps = {
  /** Requests that can be approved, and those chosen. */
  free: readonly string[]
  chosen: readonly string[]
  onChoose: (ids: readonly string[]) => void
  children: ReactNode
}

/** Stays in view while the list scrolls, and is there before anything is chosen: no row moves. */
const BulkBar = ({ free, chosen, onChoose, children }: BulkBarProps) => (
  <div className="no-print sticky top-[calc(var(--under-header)+env(safe-area-inset-top))] z-5 flex min-h-12 items-center justify-between gap-4 border-b border-line bg-surface px-4 py-1.5 md:px-5">
    <Checkbox
      label="Select all that can be approved"
      checked={free.length > 0 && chosen.length === free.length}
      some={chosen.length > 0 && chosen.length < free.length}
      disabled={free.length === 0}
      onChange={(on) => onChoose(on ? free : [])}
    />
    {chosen.length > 0 && children}
  </div>
)

const Above = ({ counts }: { counts: ReactNode }) => (
  <>
    {counts && <div className="border-b border-line px-4 py-1 md:px-5">{counts}</div>}
    <Closed />
  </>
)

type Asked = Omit<InputOf<typeof listPending>, 'after'>
type QueueProps = {
  /** What else waits, above the requests. */
  counts?: ReactNode
  /** Narrows the requests to some shifts. */
  filters?: Omit<Asked, 'limit'>
  /** Requests of one page. */
  limit?: number
}

/** Requests waiting for a decision across assignments, earliest shift first. Live. */
export const PendingQueue = ({ counts, filters = {}, limit = 5 }: QueueProps) => {
  const now = useNow()
  const bulk = useMayBulk()
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const list = useReadPages(listPending, { limit, ...filters })
  const { rows, rowOf, followMany } = useDecisions(list)
  const { waiting, reasons, blocked, free } = useWaiting(rows.items?.filter(rows.isLive))
  const chosen = free.filter((id) => ticked.has(id))
  const several = bulk && waiting.size > 1
  const tick = (id: string, on: boolean) =>
    setTicked(new Set(on ? [...ticked, id] : [...ticked].filter((one) => one !== id)))
  return (
    <Card title="Needs a decision" hint={counts ? undefined : 'Requests and call-offs, earliest shift first.'} flush>
      <Above counts={counts} />
      {list.isPending && <Loading />}
      {list.error && !list.items && <ErrorState quiet error={list.error} retry={() => void list.refetch()} />}
      {rows.items?.length === 0 && <NothingWaits filtered={Object.keys(filters).length > 0} />}
      {rows.items && rows.items.length > 0 && (
        <>
          {several && (
            <BulkBar free={free} chosen={chosen} onChoose={(ids) => setTicked(new Set(ids))}>
              <BulkApprove
                ids={chosen}
                nameOf={(id) => waiting.get(id) ?? ''}
                {...followMany(chosen)}
                onDone={() => setTicked(new Set())}
              />
            </BulkBar>
          )}
          <ul aria-label="Pending requests" className="divide-y divide-line" {...rows.listProps}>
            {rows.items.map((one) => (
              <Row
                key={one.id}
                {...rowOf(one)}
                now={now}
                ticked={chosen.includes(one.id)}
                reasons={reasons.get(one.id)}
                blocked={blocked.has(one.id)}
                onTick={several && waiting.has(one.id) ? (on) => tick(one.id, on) : null}
              />
            ))}
          </ul>
          {list.more && (
            <div className="px-4 md:px-5">
              <LoadMore
                more
                loading={list.loadingMore}
                onMore={list.loadMore}
                shown={list.items?.length ?? 0}
                noun="requests"
              />
            </div>
          )}
        </>
      )}
    </Card>
  )
}
