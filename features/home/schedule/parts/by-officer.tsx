import { useCallback, useMemo } from 'react'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import type { WallDate } from '#platform/shared/time.ts'
import { EmptyState } from '#platform/web/ui/states.tsx'
import type { DayMinimum } from '../client.minimums.ts'
import { openRow } from '../client.open.ts'
import { rowsByOfficer } from '../client.rows.ts'
import type { Shown } from '../client.ts'
import { totalsOf } from '../client.units.ts'
import type { readSchedule, ScheduledOfficer } from '../contract.ts'
import { Paper } from './paper.tsx'
import { usePrinting } from './printing.tsx'
import { Sheet } from './sheet.tsx'

export type OfficerRows = {
  items: readonly ScheduledOfficer[]
  total: number
  /** Null where everyone is loaded. */
  loadMore: (() => void) | null
}

export const NoOfficers = () => (
  <EmptyState title="No officers match" text="Change the unit or name to see other officers." />
)

type ByOfficerProps = {
  shown: Shown
  schedule: OutputOf<typeof readSchedule>
  officers: OfficerRows
  minimums: ReadonlyMap<WallDate, DayMinimum>
}

/** The open spots, then a row for each officer. More are loaded when the end comes into view. */
export const ByOfficer = ({ shown, schedule, officers, minimums }: ByOfficerProps) => {
  const { items, total, loadMore } = officers
  const { from, days } = shown
  const onEnd = useCallback(() => loadMore?.(), [loadMore])
  const { unit } = shown.filters
  const sections = useMemo(() => {
    const open = openRow(schedule.shifts, { from, days }, unit)
    const rows = rowsByOfficer(items, { from, days }, schedule.now_at, schedule.time_zone, schedule.shifts)
    return [{ title: '', rows: open ? [open, ...rows] : rows }]
  }, [items, from, days, unit, schedule.now_at, schedule.time_zone, schedule.shifts])
  const totals = useMemo(() => totalsOf(schedule.shifts, { from, days }), [schedule.shifts, from, days])
  const printing = usePrinting()
  const count = total.toLocaleString('en-US')
  if (items.length === 0) return <NoOfficers />
  return (
    <>
      {items.length < total && (
        <p className="mb-2 hidden print:block">
          First {items.length.toLocaleString('en-US')} of {count} officers. Use the schedule's Print button to print
          everyone.
        </p>
      )}
      <Sheet
        label="Schedule by officer"
        corner={`${count} officers`}
        {...{ sections, from, days, totals, minimums, onEnd }}
        today={shown.today}
        zone={schedule.time_zone}
      />
      {printing && (
        <Paper
          label="Schedule by officer"
          corner={`${count} officers`}
          {...{ sections, from, days, totals, minimums }}
          zone={schedule.time_zone}
        />
      )}
    </>
  )
}
