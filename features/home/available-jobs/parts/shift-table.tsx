import { Fragment, type ReactNode } from 'react'
import { useShiftWords } from '#features/shifts/assignments/parts/shift-time.tsx'
import { kindWords } from '#features/shifts/assignments/words.ts'
import { givenWords } from '#features/shifts/eligibility/client.given.ts'
import { comingWords } from '#features/shifts/escalations/words.coming.ts'
import { paths } from '#platform/shared/paths.ts'
import { dayAndClock, nearDay } from '#platform/web/time.ts'
import { cx } from '#platform/web/ui/class-names.ts'
import { RowLink } from '#platform/web/ui/link.tsx'
import { foldLine, isFold, memberWords, type OpenFolds, type ShiftEntry } from '../client.folds.ts'
import type { HeldRow } from '../client.ts'
import { type ShiftDay, takeWords } from '../rules.days.ts'
import { jumpId } from './day-strip.tsx'
import { FoldButton } from './fold-row.tsx'
import { RowAction, RowUndo, rowNews, useRowPress, useZone } from './row-action.tsx'
import { rowPlace, rowTitle, spotWords, useLengthWords, waitWords } from './shift-row.tsx'

type Day = ShiftDay<ShiftEntry>

/**
 * `counts`: how many can be taken on each day, of all rows, also those not drawn yet. `main`: the list that the strip of days leads
 * into.
 */
export type ListProps = {
  label: string
  entries: readonly ShiftEntry[]
  now: number
  counts?: ReadonlyMap<string, number> | null
  main?: boolean
}

/** The day is said once for the rows that begin on it, and stays in view beside them. */
const DayCell = ({ day, span, now, count }: { day: Day; span: number; now: number; count: number | undefined }) => (
  <th
    scope="rowgroup"
    rowSpan={span}
    className="figures border-t border-line-strong px-3 py-1.5 text-left align-top font-normal whitespace-nowrap"
  >
    <div className="sticky top-[calc(var(--list)+0.5rem)]">
      <h2 tabIndex={-1} className="text-ui outline-none">
        {nearDay(day.starts_at, useZone(), now)}
      </h2>
      <span className="block text-small text-faint">{takeWords(count)}</span>
    </div>
  </th>
)

type TableRowProps = {
  row: HeldRow
  opens?: ReactNode
  /** What tells it from the others of its line. */
  member?: string | null
}

const TableRow = ({ row, opens = null, member = null }: TableRowProps) => {
  const zone = useZone()
  const press = useRowPress(row)
  const length = useLengthWords(row)
  const { job, coming, now } = row.standing
  const { starts_at, ends_at } = row.own ?? row.post
  const { clock } = useShiftWords(now)({ starts_at, ends_at, time_zone: job.time_zone })
  const news = rowNews(row, press, zone)
  const line = opens ? 'border-t border-line-strong' : 'border-t border-line'
  return (
    <tr className="[&:hover>td,&:hover>[scope=row]]:bg-hover">
      {opens}
      <td className={cx('figures px-3 py-1.5 align-top whitespace-nowrap', line)}>
        {!member && (
          <>
            <span className="font-medium">{clock}</span>
            <span className="block text-small text-faint">{length.join(' · ')}</span>
          </>
        )}
      </td>
      <th scope="row" className={cx('figures py-1.5 pr-3 text-left font-normal', member ? 'pl-8' : 'pl-3', line)}>
        <h3>
          <RowLink to={paths.officerAssignments(job.id)}>
            {member ?? rowTitle(row)}
            {member && <span className="sr-only">, {job.title}</span>}
          </RowLink>
        </h3>
        <span className="block text-small text-faint">
          {member ? '' : `${kindWords[job.kind]} · `}
          {givenWords(job, zone, now)}
        </span>
      </th>
      <td className={cx('px-3 py-1.5 text-balance text-soft', line)}>{!member && rowPlace(row)}</td>
      <td className={cx('figures px-3 py-1.5 text-soft', line)}>
        {/* `12 of 14 spots left` on one line, however wide the other columns are. */}
        <span className="block min-w-28">
          {news ?? spotWords(row, zone)}
          {waitWords(row, zone).map((words) => ` · ${words}`)}
        </span>
        {coming && !row.own && (
          <span className="block text-small text-warn">
            {comingWords(coming, now)} {dayAndClock(coming.decides_at, zone, now)}
          </span>
        )}
      </td>
      <td className={cx('px-3 py-1.5 whitespace-nowrap', line)}>
        <div className="flex items-center justify-end gap-1">
          <RowUndo row={row} fresh={press.fresh} />
          <RowAction row={row} press={press} />
        </div>
      </td>
    </tr>
  )
}

/** Alike shifts as one row, which opens into the rows below it. */
const FoldedRow = ({ entry, opens, open }: { entry: ShiftEntry; opens: ReactNode; open: OpenFolds }) => {
  const zone = useZone()
  const [row] = entry.rows
  const { count, came, given, until, coming } = foldLine(entry, zone)
  const length = useLengthWords(row)
  const { job, now } = row.standing
  const { clock } = useShiftWords(now)({ ...row.post, time_zone: job.time_zone })
  const line = opens ? 'border-t border-line-strong' : 'border-t border-line'
  return (
    <tr className="[&:hover>td,&:hover>[scope=row]]:bg-hover">
      {opens}
      <td className={cx('figures px-3 py-1.5 align-top whitespace-nowrap', line)}>
        <span className="font-medium">{clock}</span>
        <span className="block text-small text-faint">{length.join(' · ')}</span>
      </td>
      <th scope="row" className={cx('px-3 py-1.5 text-left font-normal', line)}>
        <h3 className="font-medium">{job.title}</h3>
        <span className="block text-small text-faint">{[kindWords[job.kind], ...given].join(' · ')}</span>
      </th>
      <td className={cx('px-3 py-1.5 text-balance text-soft', line)}>{rowPlace(row)}</td>
      <td className={cx('figures px-3 py-1.5 text-soft', line)}>
        <span className="block min-w-28 first-letter:uppercase">
          {came && <span className="font-medium text-brand-ink">{came} · </span>}
          {until.join(' · ')}
        </span>
        {coming && <span className="block text-small text-warn">{coming}</span>}
      </td>
      <td className={cx('px-3 py-1.5 text-right whitespace-nowrap', line)}>
        <FoldButton
          words={count}
          title={job.title}
          open={open.has(entry.key)}
          onToggle={() => open.toggle(entry.key)}
        />
      </td>
    </tr>
  )
}

const DayRows = ({ day, now, count, open }: { day: Day; now: number; count: number | undefined; open: OpenFolds }) => {
  const zone = useZone()
  const shown = day.rows.map((entry) => ({ entry, members: isFold(entry) && open.has(entry.key) ? entry.rows : [] }))
  const span = shown.reduce((sum, { members }) => sum + 1 + members.length, 0)
  return shown.map(({ entry, members }, at) => {
    const opens = at === 0 && <DayCell day={day} span={span} now={now} count={count} />
    return (
      <Fragment key={entry.key}>
        {isFold(entry) ? (
          <FoldedRow entry={entry} opens={opens} open={open} />
        ) : (
          <TableRow row={entry.rows[0]} opens={opens} />
        )}
        {members.map((row) => (
          <TableRow key={row.key} row={row} member={memberWords(entry, row, zone)} />
        ))}
      </Fragment>
    )
  })
}

/** The same rows at a desk. */
export const ShiftTable = ({
  label,
  days,
  now,
  counts,
  main = false,
  open,
}: Omit<ListProps, 'entries'> & { days: readonly Day[]; open: OpenFolds }) => (
  <div className="overflow-clip rounded-ui border border-line bg-surface">
    <table className="w-full table-auto border-separate border-spacing-0">
      <caption className="sr-only">{label}</caption>
      <thead className="text-left text-small text-faint">
        <tr>
          {['Day', 'Time', 'Shift', 'Location', 'Spots'].map((head) => (
            <th
              key={head}
              scope="col"
              className={cx('px-3 py-2 font-medium', head === 'Shift' && 'w-[36%]', head === 'Location' && 'w-[17%]')}
            >
              {head}
            </th>
          ))}
          <th scope="col" className="px-3 py-2">
            <span className="sr-only">Action</span>
          </th>
        </tr>
      </thead>
      {days.map((day) => (
        <tbody
          key={day.key}
          id={jumpId(day, main)}
          className="scroll-mt-(--list) [&_a]:scroll-mt-[calc(var(--list)+1rem)] [&_button]:scroll-mt-[calc(var(--list)+1rem)]"
        >
          <DayRows day={day} now={now} count={counts?.get(day.date)} open={open} />
        </tbody>
      ))}
    </table>
  </div>
)
