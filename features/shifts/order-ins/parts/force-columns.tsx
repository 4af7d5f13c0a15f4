import { plainDateWords } from '#platform/shared/time.ts'
import { day } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import type { Column } from '#platform/web/ui/data-columns.ts'
import type { ForceRow } from '../contract.ts'
import { exemptWords } from './force-rows.tsx'

const oneLine = 'whitespace-nowrap'

/** The columns of the force list. Only the reason of an exemption may take several lines. */
export const forceColumns = (zone: string): Column<ForceRow>[] => [
  { id: 'position', head: 'Position', cell: (row) => row.position, align: 'right', fixed: true, phone: 'badge' },
  {
    id: 'officer',
    head: 'Officer',
    cell: (row) => (
      <span>
        <span className="font-medium">{row.name}</span>{' '}
        <span className="figures font-normal text-faint">{row.badge_number}</span>
      </span>
    ),
    fixed: true,
    phone: 'title',
    className: oneLine,
  },
  {
    id: 'unit',
    head: 'Unit',
    cell: (row) => row.unit ?? <span className="text-faint">None</span>,
    className: oneLine,
  },
  {
    id: 'count',
    head: 'Orders',
    cell: (row) => (
      <span className="figures">
        {row.count}
        {row.credit > 0 && <span className="text-small text-faint"> · {row.credit} credited on joining</span>}
      </span>
    ),
    className: oneLine,
  },
  {
    id: 'hired',
    head: 'Hired',
    cell: (row) => (row.hired_on ? plainDateWords(row.hired_on) : <span className="text-faint">Unknown</span>),
    className: oneLine,
  },
  {
    id: 'last',
    head: 'Last ordered',
    cell: (row) => (row.last_ordered_at === null ? 'Never' : day(row.last_ordered_at, zone)),
    className: oneLine,
  },
  {
    id: 'exempt',
    head: 'Exempt',
    cell: (row) =>
      row.exempt && (
        <span>
          <Badge tone="hold">Exempt</Badge> <span className="text-small text-soft">{exemptWords(row.exempt)}</span>
        </span>
      ),
  },
]
