import { useState } from 'react'
import { listOpenJobs } from '#features/signups/contract.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { useNow } from '#platform/web/clock.ts'
import { useReadPages, useWrite } from '#platform/web/reads.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { agreeSwap, listMySwaps, refuseSwap, type Swap, takeSwap, withdrawSwap } from '../contract.ts'
import { ShiftLine, SwapState } from './swap-words.tsx'

const reads = [listMySwaps, listOpenJobs] as readonly Endpoint[]
type Shifts = { id: string; title: string; time_zone: string; starts_at: string }[]

/** Takes a shift given away, or names the own one that is given in exchange. */
const Take = ({ swap, shifts, now }: { swap: Swap; shifts: Shifts; now: number }) => {
  const [chosen, setChosen] = useState<string | null>(null)
  const taking = useWrite(takeSwap, { invalidates: reads })
  const swaps = swap.kind === 'swap'
  const take = () =>
    void taking
      .run({ id: swap.id, counter_signup_id: swaps ? chosen : null })
      .then(() => toast.success('Sent'), toast.failure)
  return (
    <>
      {swaps && (
        <Field label="Your shift in exchange" className="w-full md:w-64">
          {(ids) => (
            <Select
              {...ids}
              value={chosen}
              onChange={setChosen}
              placeholder={shifts.length === 0 ? 'You have none ahead' : 'Choose a shift'}
              options={shifts.map((one) => ({
                value: one.id,
                label: `${one.title}, ${dayAndClock(one.starts_at, one.time_zone, now)}`,
              }))}
            />
          )}
        </Field>
      )}
      <Button
        look="primary"
        size="small"
        busy={taking.pending}
        why={swaps && !chosen ? 'Choose a shift of yours first' : null}
        aria-label={`${swaps ? 'Offer this in exchange' : 'Take the shift'}: ${swap.shift.title}`}
        onClick={take}
      >
        {swaps ? 'Offer this in exchange' : 'Take the shift'}
      </Button>
    </>
  )
}

const Acts = ({ swap, shifts, now }: { swap: Swap; shifts: Shifts; now: number }) => {
  const agreeing = useWrite(agreeSwap, { invalidates: reads })
  const refusing = useWrite(refuseSwap, { invalidates: reads })
  const withdrawing = useWrite(withdrawSwap, { invalidates: reads })
  const { id, version } = swap
  const title = swap.shift.title
  return (
    <div className="flex flex-wrap items-end gap-2 md:justify-end">
      {swap.may.includes('take') && <Take swap={swap} shifts={shifts} now={now} />}
      {swap.may.includes('agree') && (
        <Button
          look="primary"
          size="small"
          busy={agreeing.pending}
          aria-label={`Agree: ${title}`}
          onClick={() => void agreeing.run({ id, version }).catch(toast.failure)}
        >
          Agree
        </Button>
      )}
      {swap.may.includes('refuse') && (
        <Button
          size="small"
          busy={refusing.pending}
          aria-label={`Refuse: ${title}`}
          onClick={() => void refusing.run({ id }).catch(toast.failure)}
        >
          Refuse
        </Button>
      )}
      {swap.may.includes('withdraw') && (
        <Button
          size="small"
          busy={withdrawing.pending}
          aria-label={`Take back: ${title}`}
          onClick={() => void withdrawing.run({ id }).catch(toast.failure)}
        >
          Take back
        </Button>
      )}
    </div>
  )
}

const whoWords = (swap: Swap): string => {
  const verb = swap.kind === 'swap' ? 'to swap' : 'to give away'
  if (swap.own)
    return `Yours, ${verb}, ${swap.to_name ? `offered to ${swap.to_name}` : 'offered to everyone who may work it'}`
  return `From ${swap.officer_name}, ${verb}`
}

const Row = ({ swap, shifts, now }: { swap: Swap; shifts: Shifts; now: number }) => (
  <li className="flex flex-col gap-3 px-4 py-3 md:flex-row md:items-center md:justify-between md:px-5">
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex flex-wrap items-start gap-2">
        <ShiftLine shift={swap.shift} now={now} />
        <SwapState of={swap.state} />
      </div>
      {swap.counter && (
        <div className="border-l-2 border-line pl-3">
          <span className="text-small text-faint">In exchange, from {swap.taker_name}</span>
          <ShiftLine shift={swap.counter} now={now} />
        </div>
      )}
      <p className="text-small text-soft">{[whoWords(swap), swap.note, swap.reason].filter(Boolean).join(' · ')}</p>
    </div>
    <Acts swap={swap} shifts={shifts} now={now} />
  </li>
)

/** What the officer offers, and what colleagues offer. For the officer's standing. */
export const MySwaps = () => {
  const now = useNow()
  const list = useReadPages(listMySwaps, {}, { keep: true })
  return (
    <Card
      title="Swaps and shifts given away"
      hint={
        list.first?.needs_approval
          ? 'An admin approves before it takes effect.'
          : 'It takes effect as soon as both agree.'
      }
      flush
    >
      {list.error && !list.items ? (
        <ErrorState error={list.error} retry={() => void list.refetch()} />
      ) : !list.items ? (
        <ListSkeleton rows={2} />
      ) : list.items.length === 0 ? (
        <EmptyState quiet title="Nothing is offered" text="Offer a confirmed shift of yours from Available Jobs." />
      ) : (
        <ul className="divide-y divide-line">
          {list.items.map((swap) => (
            <Row key={swap.id} swap={swap} shifts={list.first?.shifts ?? []} now={now} />
          ))}
        </ul>
      )}
      {list.more && (
        <div className="px-4 md:px-5">
          <LoadMore
            more={list.more}
            loading={list.loadingMore}
            onMore={list.loadMore}
            shown={list.items?.length ?? 0}
            noun="swaps"
          />
        </div>
      )}
    </Card>
  )
}
