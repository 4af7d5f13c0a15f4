import { useShiftWords } from '#features/shifts/assignments/parts/shift-time.tsx'
import { kindWords } from '#features/shifts/assignments/words.ts'
import { givenWords } from '#features/shifts/eligibility/client.given.ts'
import { comingWords } from '#features/shifts/escalations/words.coming.ts'
import { paths } from '#platform/shared/paths.ts'
import { day, dayAndClock } from '#platform/web/time.ts'
import { cx } from '#platform/web/ui/class-names.ts'
import { RowLink } from '#platform/web/ui/link.tsx'
import type { HeldRow } from '../client.ts'
import { RowAction, RowUndo, rowNews, useRowPress, useZone } from './row-action.tsx'
import { rowPlace, rowTitle, spotWords, useLengthWords, waitWords } from './shift-row.tsx'

/** The day is said once for the rows that begin on it. */
const TableRow = ({ row, opens }: { row: HeldRow; opens: boolean }) => {
  const zone = useZone()
  const press = useRowPress(row)
  const length = useLengthWords(row)
  const { job, coming, now } = row.standing
  const { starts_at, ends_at } = row.own ?? row.post
  const { near, clock } = useShiftWords(now)({ starts_at, ends_at, time_zone: job.time_zone })
  const news = rowNews(row, press, zone)
  return (
    <tr className={cx('hover:bg-hover', opens ? 'border-t border-line-strong' : 'border-t border-line')}>
      <td className="figures px-4 py-1.5 align-top whitespace-nowrap">
        <span className={opens ? 'font-semibold' : 'sr-only'}>{near}</span>
      </td>
      <td className="figures px-4 py-1.5 align-top whitespace-nowrap">
        <span className="font-medium">{clock}</span>
        <span className="block text-small text-faint">{length.join(' · ')}</span>
      </td>
      <th scope="row" className="px-4 py-1.5 text-left font-normal">
        <h3>
          <RowLink to={paths.officerAssignments(job.id)}>{rowTitle(row)}</RowLink>
        </h3>
        <span className="block text-small text-faint">
          {kindWords[job.kind]} · {givenWords(job, zone, now)}
        </span>
      </th>
      <td className="px-4 py-1.5 text-soft">{rowPlace(row)}</td>
      <td className="figures px-4 py-1.5 text-soft">
        {news ?? spotWords(row, zone)}
        {waitWords(row, zone).map((words) => ` · ${words}`)}
        {coming && !row.own && (
          <span className="block text-small text-warn">
            {comingWords(coming, now)} {dayAndClock(coming.decides_at, zone, now)}
          </span>
        )}
      </td>
      <td className="px-4 py-1.5 whitespace-nowrap">
        <div className="flex items-center justify-end gap-1">
          <RowUndo row={row} fresh={press.fresh} />
          <RowAction row={row} press={press} />
        </div>
      </td>
    </tr>
  )
}

/** The day on which a row begins, where the shift is. */
const dayOf = (row: HeldRow | undefined): string | null =>
  row ? day((row.own ?? row.post).starts_at, row.standing.job.time_zone) : null

/** The same rows at a desk. */
export const ShiftTable = ({ label, rows }: { label: string; rows: readonly HeldRow[] }) => (
  <table className="w-full table-auto">
    <caption className="sr-only">{label}</caption>
    <thead className="text-left text-small text-faint">
      <tr>
        {['Day', 'Time', 'Shift', 'Location', 'Spots'].map((head) => (
          <th
            key={head}
            scope="col"
            className={cx('px-4 py-2 font-medium', head === 'Shift' && 'w-1/3', head === 'Spots' && 'w-1/4')}
          >
            {head}
          </th>
        ))}
        <th scope="col" className="px-4 py-2">
          <span className="sr-only">Action</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row, at) => (
        <TableRow key={row.key} row={row} opens={dayOf(row) !== dayOf(rows[at - 1])} />
      ))}
    </tbody>
  </table>
)
