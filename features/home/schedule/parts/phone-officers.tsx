import ChevronRight from 'lucide-react/icons/chevron-right'
import TreePalm from 'lucide-react/icons/tree-palm'
import { useMemo } from 'react'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { plusDays, type WallDate } from '#platform/shared/time.ts'
import { clock } from '#platform/web/time.ts'
import { cx } from '#platform/web/ui/class-names.ts'
import { Anchor } from '#platform/web/ui/link.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { conflictWords, overlapsIn } from '../client.conflicts.ts'
import { openRow } from '../client.open.ts'
import { type Entry, type Look, type Row, rowsByOfficer } from '../client.rows.ts'
import { opensAt, type Shown } from '../client.ts'
import type { readSchedule } from '../contract.ts'
import { dayNumber, hoursWords, totalWords, weekdayWord } from '../words.ts'
import { useActions } from './actions.tsx'
import { NoOfficers, type OfficerRows } from './by-officer.tsx'
import { chipLooks, Swatches } from './chip.tsx'
import { ConflictIcon } from './day-list.tsx'

type Schedule = OutputOf<typeof readSchedule>

type ItemProps = { entry: Entry; zone: string }

const timesOf = ({ starts_at, ends_at, act }: Entry, zone: string): string => {
  const end = ends_at ?? act?.ends_at
  return starts_at ? `${clock(starts_at, zone)}${end ? `–${clock(end, zone)}` : ''}` : ''
}

/** A tour or leave: one quiet line. */
const Quiet = ({ entry, zone }: ItemProps) => {
  const conflict = conflictWords(entry.conflicts ?? [], zone)
  return (
    <p className="figures py-1.5 text-small text-soft">
      {entry.look === 'leave' && <TreePalm aria-hidden className="mr-1 inline size-3.5 align-[-0.125em]" />}
      {[timesOf(entry, zone), entry.text].filter(Boolean).join(' ')}
      {conflict && (
        <span className="block text-warn">
          <ConflictIcon of={entry.conflicts ?? []} />
          {conflict}
        </span>
      )}
    </p>
  )
}

/** A shift, with its menu; open spots open the shift. */
const Shift = ({ entry, zone }: ItemProps) => {
  const actions = useActions()
  const conflict = conflictWords(entry.conflicts ?? [], zone)
  const { act } = entry
  const look = cx('my-0.5 block min-h-11 w-full rounded-[0.25rem] px-2.5 py-1 text-left', chipLooks[entry.look])
  const words = (
    <>
      <span className="block font-medium wrap-anywhere">{entry.look === 'open' && act ? act.title : entry.text}</span>
      <span className="figures block text-small">
        {[timesOf(entry, zone), entry.state].filter(Boolean).join(' · ')}
        {conflict && (
          <span className="text-warn">
            {' · '}
            <ConflictIcon of={entry.conflicts ?? []} />
            {conflict}
          </span>
        )}
      </span>
    </>
  )
  if (actions && act?.signup)
    return (
      <button
        type="button"
        aria-haspopup="menu"
        data-conflict={overlapsIn(entry.conflicts ?? []).length > 0 ? '' : undefined}
        className={look}
        onClick={(event) => actions.open(act, event.currentTarget)}
      >
        {words}
      </button>
    )
  const to = opensAt(entry.opens)
  return to ? (
    <Anchor to={to} className={look}>
      {words}
    </Anchor>
  ) : (
    <div className={look}>{words}</div>
  )
}

const quiet: ReadonlySet<Look> = new Set(['tour', 'leave'])

type DaysProps = { row: Row; from: WallDate; today: WallDate; zone: string }

/** Only the days that have something. */
const Days = ({ row, from, today, zone }: DaysProps) => (
  <ul className="px-4 pb-2.5">
    {row.cells.map((entries, n) => {
      const date = plusDays(from, n)
      return (
        entries.length > 0 && (
          <li key={date} className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-2">
            <span className={cx('figures py-1.5 text-small', date === today ? 'text-brand-ink' : 'text-soft')}>
              {weekdayWord(date)} {dayNumber(date)}
            </span>
            <div className="min-w-0">
              {entries.map((entry) =>
                quiet.has(entry.look) ? (
                  <Quiet key={entry.key} entry={entry} zone={zone} />
                ) : (
                  <Shift key={entry.key} entry={entry} zone={zone} />
                ),
              )}
            </div>
          </li>
        )
      )
    })}
  </ul>
)

/** One line until it is opened: officers are what the list is for. */
const Open = ({ row, ...days }: DaysProps) => (
  <details>
    <summary className="figures flex min-h-12 cursor-pointer list-none items-center gap-2 px-4 [&::-webkit-details-marker]:hidden">
      <ChevronRight aria-hidden className="size-4 shrink-0 text-faint in-open:rotate-90" />
      <h2 className="flex-1 text-lead font-semibold">Open spots</h2>
      <span className="text-warn">{row.sub}</span>
    </summary>
    <Days row={row} {...days} />
  </details>
)

/** Who it is, and the hours of these days. */
const Head = ({ row: { title, sub, hours, officer } }: { row: Row }) => {
  const both = hours !== null && hours.tours > 0 && hours.extra > 0
  return (
    <div className="flex items-center gap-3 px-4 py-2">
      <div className="min-w-0 flex-1">
        <h2 className="text-lead font-semibold">
          {officer && (
            <Anchor to={paths.adminOfficer(officer.id)} className="inline-flex min-h-8 items-center hover:underline">
              {title}
            </Anchor>
          )}
        </h2>
        <p className="figures text-small text-faint">{sub}</p>
      </div>
      {hours && (
        <p className="figures shrink-0 text-right font-semibold">
          {totalWords(hours.tours + hours.extra)}
          {both && (
            <span className="block text-small font-normal text-faint">{hoursWords(hours.tours, hours.extra)}</span>
          )}
        </p>
      )}
    </div>
  )
}

/** On a phone, the week by officer: a card for each with their hours, and in it their days. Open spots come first. */
export const PhoneOfficers = ({
  shown,
  schedule,
  officers: { items, total, loadMore },
}: {
  shown: Shown
  schedule: Schedule
  officers: OfficerRows
}) => {
  const { from, days, today } = shown
  const { unit } = shown.filters
  const zone = schedule.time_zone
  const open = useMemo(() => openRow(schedule.shifts, { from, days }, unit), [schedule.shifts, from, days, unit])
  const rows = useMemo(
    () => rowsByOfficer(items, { from, days }, schedule.now_at, zone, schedule.shifts),
    [items, from, days, schedule.now_at, zone, schedule.shifts],
  )
  if (items.length === 0) return <NoOfficers />
  return (
    <>
      <p aria-hidden className="no-print mb-3 flex flex-wrap gap-x-4 text-small text-faint">
        <Swatches looks={['overtime', 'extra', 'open']} />
      </p>
      <ul aria-label="Schedule by officer" className="flex flex-col gap-3">
        {open && (
          <li className="rounded-ui border border-line bg-surface">
            <Open row={open} {...{ from, today, zone }} />
          </li>
        )}
        {rows.map((row) => (
          <li key={row.key} className="rounded-ui border border-line bg-surface">
            <Head row={row} />
            {row.cells.some((entries) => entries.length > 0) && <Days {...{ row, from, today, zone }} />}
          </li>
        ))}
      </ul>
      <LoadMore
        more={items.length < total}
        loading={items.length < total && !loadMore}
        onMore={() => loadMore?.()}
        shown={items.length}
        total={total}
        noun="officers"
      />
    </>
  )
}
