import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useState } from 'react'
import { useWaitingReasons } from '#features/eligibility/client.ts'
import { WaitingReasons } from '#features/eligibility/parts/waiting-reasons.tsx'
import { paths } from '#platform/shared/paths.ts'
import { useNow } from '#platform/web/clock.ts'
import { useHeldOrder } from '#platform/web/held-order.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { SupportClosed } from '#platform/web/support.tsx'
import { span } from '#platform/web/time.ts'
import { StatusBadge } from '#platform/web/ui/badge.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Checkbox } from '#platform/web/ui/checks.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { TextLink } from '#platform/web/ui/link.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { signupBadge } from '#platform/web/ui/status.ts'
import { listPending, type PendingSignup } from '../contract.ts'
import { BulkApprove, useMayBulk } from './bulk-approve.tsx'
import { DecideButtons } from './decide-buttons.tsx'

const idOf = (one: PendingSignup) => one.id

type RowProps = {
  one: PendingSignup
  now: number
  isNew: boolean
  ticked: boolean
  onTick: ((on: boolean) => void) | null
  reasons: ReturnType<ReturnType<typeof useWaitingReasons>['get']>
}

const Row = ({ one, now, isNew, ticked, onTick, reasons }: RowProps) => {
  const { day, clock, length } = span(one.starts_at, one.ends_at, one.time_zone, { now })
  const [clash] = one.overlaps
  return (
    <li className={cx('flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3 md:flex-nowrap md:px-5', isNew && 'fresh')}>
      {onTick && (
        <span className="pt-0.5">
          <Checkbox aria-label={`Select ${one.name}, ${one.title}`} checked={ticked} onChange={onTick} />
        </span>
      )}
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {one.name} <span className="figures font-normal text-faint">{one.badge_number}</span>
          <StatusBadge of={signupBadge[one.status]} />
        </p>
        <p className="figures text-soft">
          <TextLink to={paths.adminAssignment(one.assignment_id)}>{one.title}</TextLink>, {day} · {clock}{' '}
          <span className="text-faint">({length})</span>
        </p>
        <p className="text-small text-soft">
          {one.post_name},{' '}
          {one.places_left === 0
            ? 'no place left'
            : one.places_left === 1
              ? '1 place left'
              : `${one.places_left} places left`}
          {one.calloff_reason && one.status === 'calloff_requested' && ` · ${one.calloff_reason}`}
        </p>
        {clash && (
          <p className="flex items-start gap-1.5 text-small text-warn">
            <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            Already confirmed on {clash.title} at that time
          </p>
        )}
        <WaitingReasons reasons={reasons} zone={one.time_zone} />
      </div>
      <DecideButtons signup={one} />
    </li>
  )
}

const NothingWaits = () => (
  <EmptyState
    quiet
    title="Nothing waits"
    text="Signups that need approval and requests to be called off appear here."
  />
)

const Closed = () => (
  <div className="px-4 pt-3 empty:hidden md:px-5">
    <SupportClosed>Places are given and taken by the department’s own admins: support only looks.</SupportClosed>
  </div>
)

/** Those that may be approved, by their names, and what stands against each. */
const useWaiting = (items: readonly PendingSignup[] | undefined) => {
  const waiting = new Map(
    items?.filter((one) => one.may.includes('approve')).map((one) => [one.id, `${one.name}, ${one.title}`]),
  )
  return { waiting, reasons: useWaitingReasons([...waiting.keys()]) }
}

/** What waits for a decision across assignments, the earliest shift first. Live. */
export const PendingQueue = () => {
  const now = useNow()
  const bulk = useMayBulk()
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const list = useReadPages(listPending, { limit: 5 })
  const rows = useHeldOrder(list.items, idOf)
  const { waiting, reasons } = useWaiting(list.items)
  const chosen = [...ticked].filter((id) => waiting.has(id))
  const tick = (id: string, on: boolean) =>
    setTicked(new Set(on ? [...ticked, id] : [...ticked].filter((one) => one !== id)))
  return (
    <Card
      title="Waiting for your decision"
      hint="Signups and requests to be called off, the earliest shift first."
      flush
      aside={
        chosen.length > 0 && (
          <BulkApprove ids={chosen} nameOf={(id) => waiting.get(id) ?? ''} onDone={() => setTicked(new Set())} />
        )
      }
    >
      <Closed />
      {list.isPending && (
        <div className="px-5">
          <ListSkeleton rows={3} />
        </div>
      )}
      {list.error && !list.items && <ErrorState quiet error={list.error} retry={() => void list.refetch()} />}
      {list.items?.length === 0 && <NothingWaits />}
      {list.items && list.items.length > 0 && (
        <>
          <ul aria-label="Waiting signups" className="divide-y divide-line">
            {rows.items?.map((one) => (
              <Row
                key={one.id}
                one={one}
                now={now}
                isNew={rows.isNew(one)}
                ticked={chosen.includes(one.id)}
                reasons={reasons.get(one.id)}
                onTick={bulk && waiting.size > 1 && waiting.has(one.id) ? (on) => tick(one.id, on) : null}
              />
            ))}
          </ul>
          {list.more && (
            <div className="px-4 md:px-5">
              <LoadMore
                more
                loading={list.loadingMore}
                onMore={list.loadMore}
                shown={list.items.length}
                noun="requests"
              />
            </div>
          )}
        </>
      )}
    </Card>
  )
}
