import { type ReactNode, useState } from 'react'
import { ApiError } from '#platform/web/api.ts'
import { useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { SupportClosed, useMay } from '#platform/web/support.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import type { Column } from '#platform/web/ui/data-columns.ts'
import { DataTable } from '#platform/web/ui/data-table.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { fetchWords, wordsFor } from '#platform/web/words.ts'
import { approveManyAttendances, attendanceOfAssignment, type ReviewRow, reviewList } from '../contract.ts'
import { ReviewActions } from './review-actions.tsx'
import { FlagsCell, OfficerCell, PressCell, ScheduledCell, ShiftCell, StateCell, WorkedCell } from './review-cells.tsx'

const columnsOf = (ofOne: boolean): Column<ReviewRow>[] => [
  { id: 'officer', head: 'Officer', cell: (row) => <OfficerCell row={row} />, fixed: true, phone: 'title' },
  ...(ofOne ? [] : [{ id: 'shift', head: 'Shift', cell: (row: ReviewRow) => <ShiftCell row={row} /> }]),
  { id: 'scheduled', head: 'Scheduled', cell: (row) => <ScheduledCell row={row} withDay={!ofOne} /> },
  { id: 'in', head: 'In', cell: (row) => <PressCell row={row} side="in" /> },
  { id: 'out', head: 'Out', cell: (row) => <PressCell row={row} side="out" /> },
  { id: 'worked', head: 'Worked', align: 'right', cell: (row) => <WorkedCell row={row} /> },
  { id: 'flags', head: 'Flags', cell: (row) => <FlagsCell row={row} /> },
  { id: 'state', head: 'State', cell: (row) => <StateCell row={row} />, phone: 'badge', hidden: !ofOne },
]

const isClean = (row: ReviewRow) => row.flags.length === 0 && row.may.includes('approve')

/** Approves the chosen rows; those that were refused stay chosen, and it says why. */
const useApproveMany = (rows: readonly ReviewRow[], choose: (keys: ReadonlySet<string>) => void) => {
  const write = useWrite(approveManyAttendances, { invalidates: [reviewList, attendanceOfAssignment] })
  const run = async (chosen: ReadonlySet<string>) => {
    const items = rows.flatMap(({ signup_id, attendance_id: id, version }) =>
      id !== null && chosen.has(signup_id) ? [{ id, version }] : [],
    )
    if (items.length === 0) return toast.warning('Nothing to approve', 'None of the chosen rows has a record.')
    try {
      const done = await write.run({ items: items.slice(0, 200) })
      const refused = done.items.filter((item) => item.verdict !== 'approved')
      choose(new Set(rows.filter((r) => refused.some((item) => item.id === r.attendance_id)).map((r) => r.signup_id)))
      const [first] = refused
      if (!first) return toast.success(`${done.approved} approved`)
      await fetchWords(first.verdict)
      const why = wordsFor(new ApiError(409, { code: first.verdict }))
      toast.warning(`${done.approved} approved, ${refused.length} not`, `${why.title}: ${why.text}`)
    } catch (error) {
      toast.failure(error)
    }
  }
  return { run, pending: write.pending }
}

/** Records of officers with their flags; several at once where the plan has it. */
export const ReviewTable = ({
  label,
  rows,
  ofOne = false,
  empty,
}: {
  label: string
  rows: readonly ReviewRow[]
  /** Of one assignment: its title and day stand above. */
  ofOne?: boolean
  empty: ReactNode
}) => {
  const { features } = useOrganization()
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const many = useApproveMany(rows, choose)
  const shown = new Set([...chosen].filter((key) => rows.some((row) => row.signup_id === key)))
  const clean = rows.filter(isClean)
  const bulk = useMay()(approveManyAttendances) && features.bulk_operations
  return (
    <>
      <SupportClosed>Hours are decided by the department’s own admins: support only looks.</SupportClosed>
      {bulk && clean.length > 1 && shown.size === 0 && (
        <div className="no-print mb-2">
          <Button size="small" onClick={() => choose(new Set(clean.map((row) => row.signup_id)))}>
            Select the {clean.length} without flags
          </Button>
        </div>
      )}
      <DataTable
        label={label}
        columns={columnsOf(ofOne)}
        rows={rows}
        rowKey={(row) => row.signup_id}
        rowName={(row) => `${row.officer.name}, ${row.title}`}
        actions={(row) => <ReviewActions row={row} />}
        empty={empty}
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
    </>
  )
}
