import { useState } from 'react'
import { paths } from '#platform/shared/paths.ts'
import { useNow } from '#platform/web/clock.ts'
import { type DecidedRows, type RowFollows, useDecidedRows } from '#platform/web/decided-rows.ts'
import { useReadPages, useWrite } from '#platform/web/reads.ts'
import { useMay } from '#platform/web/support.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Decided } from '#platform/web/ui/decided.tsx'
import { ConfirmWithReason } from '#platform/web/ui/dialog.tsx'
import { Anchor } from '#platform/web/ui/link.tsx'
import { LoadMore, PageHeader, Toolbar, WayBack } from '#platform/web/ui/page.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useUrlValue } from '#platform/web/url.ts'
import type { Against } from '../contract.checks.ts'
import { decideSwap, listSwaps, type Swap, undoDenial } from '../contract.ts'
import { SwapCheck, useSwapChecks } from '../parts/swap-check.tsx'
import { ShiftLine, SwapState } from '../parts/swap-words.tsx'

type Decision = 'approved' | 'denied'
type Follows = RowFollows<Decision>
type Held = DecidedRows<Swap, Decision>
const words: Readonly<Record<Decision, string>> = { approved: 'Approved', denied: 'Denied' }

const Decide = ({ swap, follows }: { swap: Swap; follows: Follows }) => {
  const [rejecting, setRejecting] = useState(false)
  const deciding = useWrite(decideSwap, { invalidates: [listSwaps] })
  const may = useMay()
  const { id, version } = swap
  if (!may(decideSwap)) return null
  const decide = async (as: Decision, reason?: string) => {
    follows.begin()
    try {
      await deciding.run({ id, version, approve: as === 'approved', ...(reason ? { reason } : {}) })
      follows.done(as)
    } catch (error) {
      follows.fail()
      throw error
    }
  }
  return (
    <div className="flex gap-2">
      <Button
        look="tint"
        size="small"
        busy={deciding.pending}
        aria-label={`Approve: ${swap.shift.title}`}
        onClick={() => void decide('approved').then(() => toast.success('Swap approved'), toast.failure)}
      >
        Approve
      </Button>
      <Button size="small" aria-label={`Deny: ${swap.shift.title}`} onClick={() => setRejecting(true)}>
        Deny
      </Button>
      <ConfirmWithReason
        open={rejecting}
        onClose={() => setRejecting(false)}
        title="Deny this swap?"
        text="Nothing changes. Both officers will see your reason."
        action="Deny"
        back="Cancel"
        onConfirm={(reason) => decide('denied', reason)}
      />
    </div>
  )
}

/** An approval has taken effect, and both officers know; a denial can be undone. */
const DecidedSwap = ({ swap, decision, held }: { swap: Swap; decision: Decision; held: Held }) => {
  const undoing = useWrite(undoDenial, { invalidates: [listSwaps], untilRead: true })
  const undo = async () => {
    await undoing.run({ id: swap.id })
    held.undone(swap.id)
  }
  return (
    <Decided
      words={words[decision]}
      name={swap.shift.title}
      undo={decision === 'denied' ? undo : null}
      instead={<Decide swap={swap} follows={held.follow(swap.id)} />}
    />
  )
}

type SideProps = {
  who: string
  shift: Swap['shift'] | null
  /** Who would get the shift, and what is against it; null where it is not checked. */
  gets: { name: string; against: Against } | null
  now: number
}

const Side = ({ who, shift, gets, now }: SideProps) => (
  <div className="min-w-0 flex-1">
    <p className="text-small text-soft">{who}</p>
    {shift && (
      <Anchor to={paths.adminAssignment(shift.assignment_id)} className="block hover:underline">
        <ShiftLine shift={shift} now={now} />
      </Anchor>
    )}
    {shift?.post && <p className="text-small text-soft wrap-anywhere">{shift.post}</p>}
    {shift && gets && <SwapCheck {...gets} now={now} />}
  </div>
)

type RowProps = {
  swap: Swap
  now: number
  held: Held
  /** The list has swaps of several states. */
  mixed: boolean
  check: ReturnType<ReturnType<typeof useSwapChecks>>
}

/** The actions for a swap, or the decision made: a decided row stays in place. */
const Acts = ({ swap, held, mixed }: Pick<RowProps, 'swap' | 'held' | 'mixed'>) => {
  const decision = held.decisionOf(swap)
  if (decision) return <DecidedSwap {...{ swap, decision, held }} />
  return (
    <>
      {(mixed || swap.state !== 'agreed') && <SwapState of={swap.state} />}
      {swap.may.includes('decide') &&
        (held.isLive(swap) ? (
          <Decide swap={swap} follows={held.follow(swap.id)} />
        ) : (
          <span className="text-small text-soft">No longer pending</span>
        ))}
    </>
  )
}

const idOf = (swap: Swap) => swap.id
const toWords = (swap: Swap) => swap.taker_name ?? swap.to_name ?? 'every eligible officer'

const Row = ({ swap, now, held, mixed, check }: RowProps) => {
  const taker = swap.taker_name ?? ''
  return (
    <li className="flex flex-col gap-3 px-4 py-line md:flex-row md:items-center md:px-5">
      <Side
        who={`${swap.officer_name} gives`}
        shift={swap.shift}
        gets={check ? { name: taker, against: check.taker } : null}
        now={now}
      />
      <Side
        who={swap.kind === 'swap' ? `${toWords(swap)} offers in exchange` : `To ${toWords(swap)}`}
        shift={swap.counter}
        gets={check ? { name: swap.officer_name, against: check.giver } : null}
        now={now}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Acts {...{ swap, held, mixed }} />
        {swap.reason && <span className="text-small text-soft">{swap.reason}</span>}
      </div>
    </li>
  )
}

/** `/admin/staffing/swaps`: shifts that officers swap or give away. */
export default function Swaps() {
  const now = useNow()
  const [chosen, setFilter] = useUrlValue('filter')
  const filter = chosen === 'all' ? 'all' : 'waiting'
  const list = useReadPages(listSwaps, { filter }, { keep: true })
  const checkOf = useSwapChecks(list.items)
  const held = useDecidedRows<Swap, Decision>(list.items, idOf, list)
  return (
    <>
      <PageHeader
        title="Swaps"
        hint="Shifts that officers swap or give away. All rules are checked again when a swap takes effect."
        before={<WayBack to={paths.adminStaffing()}>Staffing</WayBack>}
      />
      <Toolbar label="Filter swaps">
        <div className="w-52">
          <Select
            aria-label="Which swaps"
            value={filter}
            onChange={(next) => setFilter(next === 'all' ? 'all' : null)}
            options={[
              { value: 'waiting', label: 'Pending approval' },
              { value: 'all', label: 'All' },
            ]}
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
            title={filter === 'all' ? 'No swaps yet' : 'Nothing to approve'}
            text="Swaps and giveaways between officers appear here."
          />
        ) : (
          <ul className="divide-y divide-line" {...held.listProps}>
            {held.items?.map((swap) => (
              <Row key={swap.id} {...{ swap, now, held }} mixed={filter === 'all'} check={checkOf(swap.id)} />
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
