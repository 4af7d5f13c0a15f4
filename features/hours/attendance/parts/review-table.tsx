import type { ReactNode } from 'react'
import { ApiError } from '#platform/web/api.ts'
import { changedWords, useChosenRows } from '#platform/web/chosen-rows.ts'
import { type DecidedRows, type RowFollows, useDecidedRows } from '#platform/web/decided-rows.ts'
import { useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { SupportClosed, useMay } from '#platform/web/support.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import type { Column } from '#platform/web/ui/data-columns.ts'
import { DataTable } from '#platform/web/ui/data-table.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { fetchWords, wordsFor } from '#platform/web/words.ts'
import { approveManyAttendances, attendanceOfAssignment, type ReviewRow, reviewList } from '../contract.review.ts'
import { DecidedHours, type HoursDecision, ReviewActions } from './review-actions.tsx'
import { FlagsCell, OfficerCell, PressCell, ScheduledCell, ShiftCell, StateCell, WorkedCell } from './review-cells.tsx'

const shiftColumn: Column<ReviewRow> = {
  id: 'shift',
  head: 'Shift',
  cell: (row) => <ShiftCell row={row} />,
  className: 'xl:min-w-56',
  card: (row) => <ShiftCell row={row} />,
  phone: 'line',
}

/** `In 06:54`: on a card, what tells the two times apart. */
const pressCard = (row: ReviewRow, side: 'in' | 'out') => (
  <span>
    <span aria-hidden className="text-faint">
      {side === 'in' ? 'In' : 'Out'}
    </span>
    {'\u00a0'}
    <PressCell row={row} side={side} />
  </span>
)

const columnsOf = (ofOne: boolean): Column<ReviewRow>[] => [
  { id: 'officer', head: 'Officer', cell: (row) => <OfficerCell row={row} />, fixed: true, phone: 'title' },
  ...(ofOne ? [] : [shiftColumn]),
  {
    id: 'scheduled',
    head: 'Scheduled',
    cell: (row) => <ScheduledCell row={row} withDay={!ofOne} />,
    card: (row) => <ScheduledCell row={row} withDay={!ofOne} />,
  },
  { id: 'in', head: 'In', cell: (row) => <PressCell row={row} side="in" />, card: (row) => pressCard(row, 'in') },
  { id: 'out', head: 'Out', cell: (row) => <PressCell row={row} side="out" />, card: (row) => pressCard(row, 'out') },
  { id: 'worked', head: 'Worked', align: 'right', cell: (row) => <WorkedCell row={row} />, phone: 'badge' },
  {
    id: 'flags',
    head: 'Flags',
    cell: (row) => <FlagsCell row={row} />,
    card: (row) => (row.flags.length > 0 || row.note) && <FlagsCell row={row} />,
    phone: 'line',
  },
  { id: 'state', head: 'Status', cell: (row) => <StateCell row={row} />, phone: 'badge', hidden: !ofOne },
]

const isClean = (row: ReviewRow) => row.flags.length === 0 && row.may.includes('approve')

/** Approves the selected rows; refused rows stay selected, and a message says why. */
const useApproveMany = (
  rows: readonly ReviewRow[],
  choose: (keys: ReadonlySet<string>) => void,
  follow: (key: string) => RowFollows<HoursDecision> | null,
) => {
  const write = useWrite(approveManyAttendances, { invalidates: [reviewList, attendanceOfAssignment] })
  const run = async (chosen: ReadonlySet<string>) => {
    const items = rows.flatMap(({ signup_id, attendance_id: id, version }) =>
      id !== null && chosen.has(signup_id) ? [{ id, version }] : [],
    )
    const keyOf = (id: string) => rows.find((row) => row.attendance_id === id)?.signup_id ?? ''
    if (items.length === 0) return toast.warning('Nothing to approve', 'None of the selected rows has a record.')
    for (const { id } of items) follow(keyOf(id))?.begin()
    try {
      const done = await write.run({ items: items.slice(0, 200) })
      for (const { id, verdict } of done.items) {
        const row = follow(keyOf(id))
        if (verdict === 'approved') row?.done('approved')
        else row?.fail()
      }
      const refused = done.items.filter((item) => item.verdict !== 'approved')
      choose(new Set(rows.filter((r) => refused.some((item) => item.id === r.attendance_id)).map((r) => r.signup_id)))
      const [first] = refused
      if (!first) return toast.success(`${done.approved} approved`)
      await fetchWords(first.verdict)
      const why = wordsFor(new ApiError(409, { code: first.verdict }))
      toast.warning(`${done.approved} approved, ${refused.length} not`, `${why.title}: ${why.text}`)
    } catch (error) {
      for (const { id } of items) follow(keyOf(id))?.fail()
      toast.failure(error)
    }
  }
  return { run, pending: write.pending }
}

const keyOf = (row: ReviewRow) => row.signup_id
/** Another record of the officer may give this one a flag. */
const stampOf = ({ version, flags }: ReviewRow) => `${version} ${flags.join(' ')}`

type Held = DecidedRows<ReviewRow, HoursDecision>
/** The actions for a record, or the decision made: a decided row stays in place. */
const Actions = ({ row, held }: { row: ReviewRow; held: Held }) => {
  const decision = held.decisionOf(row)
  const press = <ReviewActions row={row} follows={held.follow(row.signup_id)} />
  if (decision)
    return <DecidedHours {...{ row, decision }} instead={press} onUndone={() => held.undone(row.signup_id)} />
  return held.isLive(row) ? press : <span className="text-small text-soft">No longer pending</span>
}

const Changed = ({ count }: { count: number }) => (
  <p role="status" className="text-warn">
    {count > 0 && changedWords(count)}
  </p>
)

/** The open rows that are selected, and how many changed since they were. */
const useSelection = (
  rows: readonly ReviewRow[],
  isOpen: (row: ReviewRow) => boolean,
  follow: Parameters<typeof useApproveMany>[2],
) => {
  const chosen = useChosenRows(rows, { keyOf, stampOf })
  const { choose } = chosen
  const many = useApproveMany(rows, choose, follow)
  const shown = new Set(chosen.rows.filter(isOpen).map(keyOf))
  return { choose, many, shown, changed: many.pending ? 0 : chosen.changed(isOpen) }
}

type TableProps = {
  label: string
  rows: readonly ReviewRow[]
  /** True if all rows belong to one assignment, whose title and day are shown above the table. */
  ofOne?: boolean
  /** There are more rows to load. */
  more?: boolean
  empty: ReactNode
}

/** Records of officers with their flags; supports multi-select if the plan includes it. */
export const ReviewTable = ({ label, rows: live, ofOne = false, more = false, empty }: TableProps) => {
  const { features_enabled: features } = useOrganization()
  // Rows of one assignment stay in their table whatever is decided.
  const held = useDecidedRows<ReviewRow, HoursDecision>(live, keyOf, { more })
  const rows = ofOne ? live : (held.items ?? live)
  const isOpen = (row: ReviewRow) => ofOne || (held.isLive(row) && !held.decisionOf(row))
  const { choose, many, shown, changed } = useSelection(rows, isOpen, ofOne ? () => null : held.follow)
  const clean = rows.filter((row) => isOpen(row) && isClean(row))
  // Approved records are only looked at: there is nothing to select them for.
  const decidable = ofOne || rows.some((row) => row.may.includes('approve'))
  const bulk = useMay()(approveManyAttendances) && features.bulk_operations && decidable
  return (
    <div {...held.listProps}>
      <SupportClosed>
        Only the department's admins can approve or return hours. Support access is read-only.
      </SupportClosed>
      <Changed count={changed} />
      <DataTable
        label={label}
        columns={columnsOf(ofOne)}
        rows={rows}
        rowKey={keyOf}
        rowName={(row) => `${row.officer.name}, ${row.title}`}
        actions={(row) => (ofOne ? <ReviewActions row={row} /> : <Actions row={row} held={held} />)}
        aside={(row) => !held.decisionOf(row) && !row.may.includes('approve') && !row.may.includes('keep')}
        empty={empty}
        tools={
          bulk &&
          clean.length > 1 && (
            <Button size="small" onClick={() => choose(new Set(clean.map(keyOf)))}>
              Select the {clean.length} without flags
            </Button>
          )
        }
        {...(bulk
          ? {
              selected: shown,
              onSelect: choose,
              bulk: (keys: ReadonlySet<string>) => (
                <Button look="primary" size="small" busy={many.pending} onClick={() => void many.run(keys)}>
                  Approve selected
                </Button>
              ),
            }
          : {})}
      />
    </div>
  )
}
