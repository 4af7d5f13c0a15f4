import { useState } from 'react'
import { paths } from '#platform/shared/paths.ts'
import { useNow } from '#platform/web/clock.ts'
import { useReadPages, useWrite } from '#platform/web/reads.ts'
import { useMay } from '#platform/web/support.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { ConfirmWithReason } from '#platform/web/ui/dialog.tsx'
import { Anchor } from '#platform/web/ui/link.tsx'
import { LoadMore, PageHeader, Toolbar, WayBack } from '#platform/web/ui/page.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useUrlValue } from '#platform/web/url.ts'
import { decideSwap, listSwaps, type Swap } from '../contract.ts'
import { ShiftLine, SwapState } from '../parts/swap-words.tsx'

const Decide = ({ swap }: { swap: Swap }) => {
  const [rejecting, setRejecting] = useState(false)
  const deciding = useWrite(decideSwap, { invalidates: [listSwaps] })
  const may = useMay()
  const { id, version } = swap
  if (!may(decideSwap)) return null
  return (
    <div className="flex gap-2">
      <Button
        look="primary"
        size="small"
        busy={deciding.pending}
        aria-label={`Approve: ${swap.shift.title}`}
        onClick={() =>
          void deciding
            .run({ id, version, approve: true })
            .then(() => toast.success('It has taken effect'), toast.failure)
        }
      >
        Approve
      </Button>
      <Button size="small" aria-label={`Reject: ${swap.shift.title}`} onClick={() => setRejecting(true)}>
        Reject
      </Button>
      <ConfirmWithReason
        open={rejecting}
        onClose={() => setRejecting(false)}
        title="Reject the swap?"
        text="Everything stays as it was. Both officers read your reason."
        action="Reject"
        back="Back"
        onConfirm={(reason) => deciding.run({ id, version, approve: false, reason })}
      />
    </div>
  )
}

const Side = ({ who, shift, now }: { who: string; shift: Swap['shift'] | null; now: number }) => (
  <div className="min-w-0 flex-1">
    <p className="text-small text-soft">{who}</p>
    {shift && (
      <Anchor to={paths.adminAssignment(shift.assignment_id)} className="block hover:underline">
        <ShiftLine shift={shift} now={now} />
      </Anchor>
    )}
  </div>
)

const toWords = (swap: Swap) => swap.taker_name ?? swap.to_name ?? 'everyone who may work it'

const Row = ({ swap, now }: { swap: Swap; now: number }) => (
  <li className="flex flex-col gap-3 px-4 py-3 md:flex-row md:items-center md:px-5">
    <Side who={`${swap.officer_name} gives`} shift={swap.shift} now={now} />
    <Side
      who={swap.kind === 'swap' ? `${toWords(swap)} gives in exchange` : `To ${toWords(swap)}`}
      shift={swap.counter}
      now={now}
    />
    <div className="flex flex-wrap items-center gap-3">
      <SwapState of={swap.state} />
      {swap.may.includes('decide') && <Decide swap={swap} />}
      {swap.reason && <span className="text-small text-soft">{swap.reason}</span>}
    </div>
  </li>
)

/** `/admin/staffing/swaps`: shifts that officers swap or give away. */
export default function Swaps() {
  const now = useNow()
  const [chosen, setFilter] = useUrlValue('filter')
  const filter = chosen === 'all' ? 'all' : 'waiting'
  const list = useReadPages(listSwaps, { filter }, { keep: true })
  return (
    <>
      <PageHeader
        title="Swaps"
        hint="Shifts that officers swap or give away. Every check is made again when it takes effect."
        before={<WayBack to={paths.adminStaffing()}>Staffing</WayBack>}
      />
      <Toolbar label="Filter swaps">
        <div className="w-52">
          <Select
            aria-label="Which swaps"
            value={filter}
            onChange={(next) => setFilter(next === 'all' ? 'all' : null)}
            options={[
              { value: 'waiting', label: 'Waiting for approval' },
              { value: 'all', label: 'All of them' },
            ]}
          />
        </div>
      </Toolbar>
      <Card flush>
        {list.error && !list.items ? (
          <ErrorState error={list.error} retry={() => void list.refetch()} />
        ) : !list.items ? (
          <ListSkeleton rows={5} />
        ) : list.items.length === 0 ? (
          <EmptyState
            title={filter === 'all' ? 'No swaps yet' : 'Nothing waits for you'}
            text="What officers offer to each other and agree on appears here by itself."
          />
        ) : (
          <ul className="divide-y divide-line">
            {list.items.map((swap) => (
              <Row key={swap.id} swap={swap} now={now} />
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
          noun="swaps"
        />
      )}
    </>
  )
}
