import { useState } from 'react'
import { paths } from '#platform/shared/paths.ts'
import { DAY, durationWords } from '#platform/shared/time.ts'
import { useSeen } from '#platform/web/forms/seen.tsx'
import { useReadPages, useWrite } from '#platform/web/reads.ts'
import { Needs } from '#platform/web/support.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Confirm } from '#platform/web/ui/dialog.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { addMinimum, editMinimum, endMinimum, listForecast, listMinimums, type Minimum } from '../contract.ts'
import { groupWords } from '../rules.ts'
import { officers } from '../words.ts'
import { MinimumDialog } from './minimum-dialog.tsx'
import type { Choices } from './minimum-fields.tsx'
import { hoursWords, MinimumChanged } from './minimum-news.tsx'

const Retire = ({ minimum, today, onClose }: { minimum: Minimum; today: string; onClose: () => void }) => {
  const of = useSeen(minimum)
  const { id, name, version } = of.seen
  const end = useWrite(endMinimum, { invalidates: [listMinimums, listForecast] })
  const yesterday = new Date(Date.parse(`${today}T12:00:00Z`) - DAY).toISOString().slice(0, 10)
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Retire ${name}?`}
      text="It stops applying today. Shifts it opened close if no one has signed up; you decide what happens to the others."
      action="Retire minimum"
      onConfirm={async () => {
        await end.run({ minimum_id: id, version, last_on: yesterday })
        toast.success('Minimum retired', name)
      }}
    >
      {!end.pending && <MinimumChanged of={of} today={today} />}
    </Confirm>
  )
}

type RowProps = { minimum: Minimum; choices: Choices; today: string; ended: boolean }

const Row = ({ minimum: m, choices, today, ended }: RowProps) => {
  const [open, setOpen] = useState<'edit' | 'end' | null>(null)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-4 py-line md:px-5">
      <div className="min-w-0">
        <h2 className="font-semibold wrap-anywhere">{m.name}</h2>
        <p>
          At least {officers(m.least)} from {groupWords(m)}
        </p>
        <p className="figures text-small text-soft">{hoursWords(m, today)}</p>
        <p className="text-small text-faint">
          Opens "{m.title}" {m.days_ahead === 1 ? '1 day' : `${m.days_ahead} days`} ahead, and no later than{' '}
          {durationWords(m.latest_minutes)} before the start
        </p>
      </div>
      {!ended && (
        <Needs call={editMinimum}>
          <span className="flex gap-2">
            <Button size="small" aria-label={`Change ${m.name}`} onClick={() => setOpen('edit')}>
              Change
            </Button>
            <Button size="small" look="danger-quiet" aria-label={`Retire ${m.name}`} onClick={() => setOpen('end')}>
              Retire
            </Button>
          </span>
        </Needs>
      )}
      {open === 'edit' && <MinimumDialog minimum={m} choices={choices} today={today} onClose={() => setOpen(null)} />}
      {open === 'end' && <Retire minimum={m} today={today} onClose={() => setOpen(null)} />}
    </li>
  )
}

/** Without any tours nothing can be counted, so tours have to be set up first. */
export const NoMinimums = ({ hasTours, onNew }: { hasTours: boolean; onNew: () => void }) =>
  hasTours ? (
    <EmptyState
      title="No minimums yet"
      text="Set how many officers a platoon or unit needs and when. Gaps open shifts automatically."
      action={
        <Needs call={addMinimum}>
          <Button look="primary" onClick={onNew}>
            New minimum
          </Button>
        </Needs>
      }
    />
  ) : (
    <EmptyState
      title="No tours yet"
      text="Minimums use regular tours. Create platoons or import tours first."
      action={<ButtonLink to={paths.adminTours()}>Tours and leave</ButtonLink>}
    />
  )

/** The minimums with their requirements and the shifts they open. */
export const MinimumList = ({ ended, onNew }: { ended: boolean; onNew: () => void }) => {
  const list = useReadPages(listMinimums, { ended: ended ? 'yes' : 'no' }, { keep: true })
  const { items, first } = list
  if (!items || !first)
    return list.error ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : <CardSkeleton lines={4} />
  if (items.length === 0)
    return ended ? (
      <EmptyState title="No retired minimums" text="Retired minimums appear here." />
    ) : (
      <NoMinimums hasTours={first.has_tours} onNew={onNew} />
    )
  return (
    <>
      <ul
        aria-label={ended ? 'Retired minimums' : 'Minimums'}
        className="divide-y divide-line rounded-ui border border-line bg-surface"
      >
        {items.map((one) => (
          <Row key={one.id} minimum={one} choices={first} today={first.today} ended={ended} />
        ))}
      </ul>
      <LoadMore
        more={list.more}
        loading={list.loadingMore}
        onMore={list.loadMore}
        shown={items.length}
        noun="minimums"
      />
    </>
  )
}
