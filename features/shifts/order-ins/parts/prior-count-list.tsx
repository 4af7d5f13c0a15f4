import ClipboardPaste from 'lucide-react/icons/clipboard-paste'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { kindWords } from '#features/shifts/award-rules/rules.opportunities.ts'
import { plainDateWords } from '#platform/shared/time.ts'
import { useReadPages, useWrite } from '#platform/web/reads.ts'
import { Needs, useMay } from '#platform/web/support.tsx'
import { duration } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmWithReason } from '#platform/web/ui/dialog.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import {
  enterPriorCount,
  importPriorCounts,
  listPriorCounts,
  type PriorCount,
  takeBackPriorCount,
} from '../contract.prior-counts.ts'
import { listForce } from '../contract.ts'
import { EnterDialog, PasteDialog } from './prior-count-dialogs.tsx'

const timesWords = (n: number) => (n === 0 ? null : n === 1 ? 'once' : `${n} times`)
const figures = ({ times, minutes }: PriorCount) =>
  [timesWords(times), minutes > 0 ? duration(minutes) : null].filter(Boolean).join(', ')

const Row = ({ one }: { one: PriorCount }) => {
  const may = useMay()
  const [asking, setAsking] = useState(false)
  const takeBack = useWrite(takeBackPriorCount, { invalidates: [listPriorCounts, listForce] })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-line md:px-5">
      <div className="min-w-0">
        <p className="font-medium">
          {one.name} <span className="figures font-normal text-faint">{one.badge_number}</span>{' '}
          {one.state === 'taken_back' && <Badge tone="plain">Reversed</Badge>}
          {one.state === 'takes_back' && <Badge tone="warn">Reverses</Badge>}
        </p>
        <p className="figures text-small">
          {kindWords[one.kind]}: {figures(one)}, most recently on {plainDateWords(one.last_on)}
        </p>
        <p className="text-small wrap-anywhere text-faint">
          {one.reason}
          {one.created_by && `, by ${one.created_by}`}
        </p>
      </div>
      {one.state === 'stands' && may(takeBackPriorCount) && (
        <Button
          size="small"
          look="quiet"
          aria-label={`Reverse ${one.name}'s count`}
          why={one.own ? 'Another admin must decide this' : null}
          onClick={() => setAsking(true)}
        >
          Reverse
        </Button>
      )}
      <ConfirmWithReason
        open={asking}
        onClose={() => setAsking(false)}
        title={`Reverse ${one.name}'s count?`}
        text="The count and its reversal stay on the list but are no longer used. Past awards are unchanged."
        action="Reverse"
        onConfirm={async (reason) => {
          await takeBack.run({ id: one.id, reason })
          toast.success('Reversed', one.name)
        }}
      />
    </li>
  )
}

const Rows = () => {
  const list = useReadPages(listPriorCounts, {})
  if (!list.items)
    return list.error ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : <ListSkeleton rows={4} />
  if (list.items.length === 0)
    return (
      <EmptyState
        title="No earlier counts"
        text="Add orders, turns or hours from before Watchbill so that no one starts at zero."
      />
    )
  return (
    <>
      <ul aria-label="Earlier counts" className="divide-y divide-line rounded-ui border border-line bg-surface">
        {list.items.map((one) => (
          <Row key={one.id} one={one} />
        ))}
      </ul>
      <LoadMore
        more={list.more}
        loading={list.loadingMore}
        onMore={list.loadMore}
        shown={list.items.length}
        noun="entries"
      />
    </>
  )
}

/** Counts from before Watchbill: the entries, with a way to add more. */
export const PriorCountList = () => {
  const [open, setOpen] = useState<'one' | 'many' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <div className="no-print mb-3 flex flex-wrap gap-2">
        <Needs call={enterPriorCount}>
          <Button icon={<Plus aria-hidden />} onClick={() => setOpen('one')}>
            Add a count
          </Button>
        </Needs>
        <Needs call={importPriorCounts}>
          <Button icon={<ClipboardPaste aria-hidden />} onClick={() => setOpen('many')}>
            Paste a list
          </Button>
        </Needs>
      </div>
      <Rows />
      {open === 'one' && <EnterDialog onClose={close} />}
      {open === 'many' && <PasteDialog onClose={close} />}
    </>
  )
}
