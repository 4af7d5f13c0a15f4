import { useState } from 'react'
import { listLatest } from '#features/department/notifications/contract.ts'
import { listOpenJobs } from '#features/shifts/signups/contract.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { useNow } from '#platform/web/clock.ts'
import { useReadPages, useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { Anchor } from '#platform/web/ui/link.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useOwnCheck, useOwnChecks } from '../client.own-checks.ts'
import { agreeSwap, listMySwaps, refuseSwap, type Swap, takeSwap, withdrawSwap } from '../contract.ts'
import { ShiftLine, SwapState } from './swap-words.tsx'

const reads = [listMySwaps, listOpenJobs, listLatest] as readonly Endpoint[]
type Shifts = { id: string; title: string; starts_at: string; ends_at: string }[]
/** `why`: what keeps the officer from the shift. */
type ActsProps = { swap: Swap; shifts: Shifts; now: number; why: string | null }

/** Before the press, in the words that would refuse it. */
const Against = ({ why }: { why: string | null }) =>
  why && <p className="text-small text-soft max-md:w-full md:max-w-80 md:self-center">{why}</p>

/** What the response has led to. */
const takenWords = ({ state, officer_name }: Swap): [title: string, text?: string] => {
  if (state === 'agreed')
    return ['Offer accepted', 'An admin will decide. Until then, the offer is under Pending in your schedule.']
  return state === 'answered' ? ['Response sent', `${officer_name} can now agree or decline.`] : ['The shift is yours']
}

/** Takes an offered shift, or names the shift given in exchange. */
const Take = ({ swap, shifts, now, why }: ActsProps) => {
  const { time_zone } = useOrganization()
  const [chosen, setChosen] = useState<string | null>(null)
  const taking = useWrite(takeSwap, { invalidates: reads })
  const asked = swap.counter
  const swaps = swap.kind === 'swap' && !asked
  const ofChosen = useOwnCheck(swap, chosen, now)
  const against = chosen ? ofChosen : why
  const take = () =>
    void taking
      .run({ id: swap.id, counter_signup_id: swaps ? chosen : null })
      .then((now) => toast.success(...takenWords(now)), toast.failure)
  const action = swaps ? 'Offer this in exchange' : asked ? 'Agree to swap' : 'Accept shift'
  return (
    <>
      <Against why={against} />
      {swaps && (
        <Field label="Your shift in exchange" className="w-full md:w-64">
          {(ids) => (
            <Select
              {...ids}
              value={chosen}
              onChange={setChosen}
              placeholder={shifts.length === 0 ? 'No upcoming shifts' : 'Choose a shift'}
              options={shifts.map((one) => ({
                value: one.id,
                label: `${one.title}, ${dayAndClock(one.starts_at, time_zone, now)}`,
              }))}
            />
          )}
        </Field>
      )}
      <Button
        look="tint"
        size="small"
        busy={taking.pending}
        whyBeside={!swaps || against !== null}
        why={against ?? (swaps && !chosen ? 'Choose one of your shifts first' : null)}
        aria-label={`${action}: ${swap.shift.title}`}
        onClick={take}
      >
        {action}
      </Button>
    </>
  )
}

const Acts = ({ swap, shifts, now, why }: ActsProps) => {
  const agreeing = useWrite(agreeSwap, { invalidates: reads })
  const refusing = useWrite(refuseSwap, { invalidates: reads })
  const withdrawing = useWrite(withdrawSwap, { invalidates: reads })
  const { id, version } = swap
  const title = swap.shift.title
  return (
    <div className="flex flex-wrap items-end gap-2 md:justify-end">
      {swap.may.includes('take') && <Take {...{ swap, shifts, now, why }} />}
      {swap.may.includes('agree') && <Against why={why} />}
      {swap.may.includes('agree') && (
        <Button
          look="tint"
          size="small"
          busy={agreeing.pending}
          whyBeside
          why={why}
          aria-label={`Agree: ${title}`}
          onClick={() => void agreeing.run({ id, version }).then(() => toast.success('You agreed'), toast.failure)}
        >
          Agree
        </Button>
      )}
      {swap.may.includes('refuse') && (
        <Button
          size="small"
          busy={refusing.pending}
          aria-label={`Decline: ${title}`}
          onClick={() => void refusing.run({ id }).then(() => toast.success('Offer declined'), toast.failure)}
        >
          Decline
        </Button>
      )}
      {swap.may.includes('withdraw') && (
        <Button
          size="small"
          busy={withdrawing.pending}
          aria-label={`Withdraw: ${title}`}
          onClick={() => void withdrawing.run({ id }).then(() => toast.success('Offer withdrawn'), toast.failure)}
        >
          Withdraw
        </Button>
      )}
    </div>
  )
}

/** Who waits for whom; of one that is over, what it was. */
const whoWords = (swap: Swap): string => {
  const { own, state, to_name, taker_name, officer_name } = swap
  if (state === 'agreed') return `${own ? taker_name : 'You'} accepted. Waiting for an admin`
  if (state === 'answered')
    return own ? `${taker_name} offers a shift in exchange` : `You responded. Waiting for ${officer_name}`
  if (own && state === 'open' && to_name) return `Offered to ${to_name}, who hasn't answered yet`
  if (own && state === 'open') return 'Offered to every eligible officer. The first to accept gets it'
  const wish = swap.kind === 'swap' ? 'to swap this shift' : 'to give this shift away'
  return own
    ? `You wanted ${wish}. Offered to ${to_name ?? 'every eligible officer'}`
    : `${officer_name} ${state === 'open' ? 'wants' : 'wanted'} ${wish}`
}

/** Who gets and who gives is read from the caller's side. */
const Side = ({ gets, shift, now }: { gets: boolean; shift: Swap['shift']; now: number }) => (
  <div>
    <span className="text-small text-faint">{gets ? 'You get' : 'You give'}</span>
    <Anchor to={paths.officerAssignments(shift.assignment_id)} className="block hover:underline">
      <ShiftLine shift={shift} now={now} />
    </Anchor>
  </div>
)

/** A swap or giveaway of the caller's or offered to the caller: what each side gets, its state, and the buttons. */
export const SwapRow = ({ swap, shifts, now, why }: ActsProps) => (
  <li className="flex flex-col gap-3 px-4 py-line md:flex-row md:items-center md:justify-between md:px-5">
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex flex-wrap items-start gap-2">
        <Side gets={!swap.own} shift={swap.shift} now={now} />
        <SwapState of={swap.state} />
      </div>
      {swap.counter && <Side gets={swap.own} shift={swap.counter} now={now} />}
      <p className="text-small text-soft">{[whoWords(swap), swap.note, swap.reason].filter(Boolean).join(' · ')}</p>
    </div>
    <Acts {...{ swap, shifts, now, why }} />
  </li>
)

/** The officer's swap offers, and colleagues' offers. For the officer's status. */
export const MySwaps = () => {
  const now = useNow()
  const list = useReadPages(listMySwaps, {}, { keep: true })
  const whyNot = useOwnChecks(list.items, now)
  return (
    <Card
      title="Swaps and giveaways"
      hint={
        list.first?.needs_approval
          ? 'An admin must approve each one.'
          : 'Swaps and giveaways take effect as soon as both officers agree.'
      }
      flush
    >
      {list.error && !list.items ? (
        <ErrorState error={list.error} retry={() => void list.refetch()} />
      ) : !list.items ? (
        <ListSkeleton rows={2} />
      ) : list.items.length === 0 ? (
        <EmptyState
          quiet
          title="No swaps or giveaways"
          text="Offer one of your confirmed shifts from Available Jobs."
        />
      ) : (
        <ul className="divide-y divide-line">
          {list.items.map((swap) => (
            <SwapRow key={swap.id} swap={swap} shifts={list.first?.shifts ?? []} now={now} why={whyNot(swap)} />
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
