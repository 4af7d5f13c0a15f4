import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { figureWords } from '#features/hours/reports/words.figures.ts'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { useRead } from '#platform/web/reads.ts'
import { StatusBadge } from '#platform/web/ui/badge.tsx'
import type { Column } from '#platform/web/ui/data-columns.ts'
import { DataTable } from '#platform/web/ui/data-table.tsx'
import { TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { readClaims } from '../contract.ts'
import { type Claim, claims, keepsClaim } from '../rules.claims.ts'
import { claimNotes, keyWords } from '../words.ts'

type Item = OutputOf<typeof readClaims>['items'][number]

const measureOf: Readonly<Record<Claim, 'percent' | 'minutes' | 'whole'>> = {
  fill_rate: 'percent',
  time_to_fill: 'minutes',
  savings: 'whole',
  support: 'whole',
  departments: 'whole',
  live: 'minutes',
}
const ofWords: Readonly<Partial<Record<Claim, string>>> = {
  fill_rate: 'spots',
  time_to_fill: 'shifts',
  live: 'organizations',
}

const badges = {
  kept: { word: 'Met', tone: 'ok', icon: CircleCheck },
  missed: { word: 'Not met', tone: 'bad', icon: TriangleAlert },
  unknown: { word: 'Not measured', tone: 'hold', icon: CircleDashed },
} as const

const badgeOf = ({ claim, measured }: Item) => {
  const kept = keepsClaim(claim, measured)
  return kept === null ? badges.unknown : kept ? badges.kept : badges.missed
}

/** Savings and support hours are not recorded anywhere; the other claims may not have data yet. */
const noteOf = ({ claim, measured, of }: Item): string => {
  const nothingYet = measured === null && of !== null
  return `${claimNotes[claim]}${nothingYet ? ' Not measured yet.' : ''}`
}

const measuredOf = ({ claim, measured, of }: Item): string => {
  if (measured === null) return '—'
  const words = of === 1 ? ofWords[claim]?.slice(0, -1) : ofWords[claim]
  return `${figureWords(measured, measureOf[claim])}${of !== null && words ? ` · of ${figureWords(of, 'whole')} ${words}` : ''}`
}

const claimOf = (item: Item) => claims.find(({ claim }) => claim === item.claim)

const columns: readonly Column<Item>[] = [
  {
    id: 'claim',
    head: 'Claim',
    fixed: true,
    phone: 'title',
    cell: (item) => (
      <>
        <span className="font-medium">{claimOf(item)?.words}</span>
        <span className="block text-small font-normal text-faint">{claimOf(item)?.more}</span>
      </>
    ),
  },
  { id: 'measured', head: 'Measured', cell: (item) => <span className="figures">{measuredOf(item)}</span> },
  { id: 'kept', head: 'Met', phone: 'badge', cell: (item) => <StatusBadge of={badgeOf(item)} /> },
  { id: 'note', head: 'How', cell: (item) => <span className="text-soft">{noteOf(item)}</span> },
]

/** The front page's claims about the product, beside the measured values. */
export const ClaimsTable = () => {
  const read = useRead(readClaims, {})
  if (read.isPending) return <TableSkeleton />
  if (!read.data) return <ErrorState error={read.error} retry={() => void read.refetch()} />
  const { from, to, items } = read.data
  return (
    <>
      <p className="mb-3 max-w-prose text-soft">
        Landing page claims compared with figures from {keyWords('month', from)} to {keyWords('month', to)}.
      </p>
      <DataTable
        label="Claims"
        columns={columns}
        rows={items}
        rowKey={(item) => item.claim}
        rowName={(item) => claimOf(item)?.words ?? item.claim}
      />
    </>
  )
}
