import type { AwardRule } from '#features/shifts/award-rules/rules.ts'
import { labelOf } from '#features/shifts/award-rules/words.ts'
import { reasonLines } from '#features/shifts/eligibility/parts/signup-words.tsx'
import { paths } from '#platform/shared/paths.ts'
import { useNow } from '#platform/web/clock.ts'
import { useOrganization } from '#platform/web/session.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import type { Column } from '#platform/web/ui/data-columns.ts'
import { DataTable } from '#platform/web/ui/data-table.tsx'
import { RowLink } from '#platform/web/ui/link.tsx'
import { EmptyState } from '#platform/web/ui/states.tsx'
import { figuresOf, tieLabel } from '../client.figures.ts'
import type { OrderRow } from '../contract.order.ts'

const Place = ({ row }: { row: OrderRow }) => (
  <span className="figures">
    {row.place.toLocaleString('en-US')}
    {row.shared && <span className="font-normal text-faint"> shared</span>}
  </span>
)

const Officer = ({ row }: { row: OrderRow }) => (
  <span>
    <span className="whitespace-nowrap">
      <RowLink to={paths.adminOfficer(row.officer_id)}>{row.name}</RowLink>{' '}
      <span className="figures font-normal text-faint">{row.badge_number}</span>
    </span>
    {row.values.owed && (
      <span className="ml-2 font-normal">
        <Badge tone="info">Owed the next opportunity</Badge>
      </span>
    )}
  </span>
)

const LeftOut = ({ row, zone, now }: { row: OrderRow; zone: string; now: number }) =>
  row.reasons.length === 0 ? null : (
    <span>
      <Badge tone="hold">Left out</Badge>{' '}
      <span className="text-small text-soft">{reasonLines(row.reasons, zone, now).join('; ')}</span>
    </span>
  )

/** What put the place after the one before. */
const decidedWords = (rule: AwardRule, { decided_by }: OrderRow): string => {
  if (decided_by === null) return ''
  if (decided_by === 'owed') return 'Owed opportunity'
  if (decided_by === 'group') return 'Group'
  if (decided_by === 'value') return figuresOf({ ...rule, groups: [] }, 'UTC')[0]?.label ?? ''
  return decided_by === 'id' ? 'Fixed order' : tieLabel[decided_by]
}

/** Unknown before officers apply, or shown beside the name. */
const elsewhere: readonly string[] = [tieLabel.applied, tieLabel.draw, tieLabel.badge]

const columnsOf = (rule: AwardRule, zone: string, now: number): Column<OrderRow>[] => [
  { id: 'place', head: 'Position', cell: (row) => <Place row={row} />, align: 'right', fixed: true, phone: 'badge' },
  { id: 'officer', head: 'Officer', cell: (row) => <Officer row={row} />, fixed: true, phone: 'title' },
  {
    id: 'unit',
    head: 'Unit',
    className: 'whitespace-nowrap',
    cell: (row) => row.unit ?? <span className="text-faint">None</span>,
    card: (row) => row.unit,
  },
  ...figuresOf(rule, zone)
    .filter(({ label }) => !elsewhere.includes(label))
    .map(
      ({ label, of }): Column<OrderRow> => ({
        id: label,
        head: label,
        phone: 'pair',
        className: 'md:whitespace-nowrap',
        cell: (row) => <span className="figures">{labelOf(of(row.values))}</span>,
      }),
    ),
  { id: 'decided', head: 'Decided by', cell: (row) => decidedWords(rule, row), hidden: true, phone: 'none' },
  { id: 'left_out', head: 'Left out', cell: (row) => <LeftOut row={row} zone={zone} now={now} />, phone: 'line' },
]

/** Officers in the order of a rule, with the figures that it compares. */
export const OrderTable = ({ rule, rows, narrowed }: { rule: AwardRule; rows: OrderRow[]; narrowed: boolean }) => {
  const { time_zone: zone } = useOrganization()
  const now = useNow()
  return (
    <DataTable
      label="Current order"
      columns={columnsOf(rule, zone, now)}
      rows={rows}
      rowKey={(row) => row.officer_id}
      rowName={(row) => row.name}
      empty={
        narrowed ? (
          <EmptyState title="No matching officers" text="Change the search or show all officers." />
        ) : (
          <EmptyState title="No officers yet" text="Officers on the roster appear here." />
        )
      }
    />
  )
}
