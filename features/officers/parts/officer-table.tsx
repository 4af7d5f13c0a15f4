import { useState } from 'react'
import { EXPIRING_DAYS } from '#features/certifications/rules.ts'
import { paths } from '#platform/shared/paths.ts'
import { useReadPages, useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { useMay } from '#platform/web/support.tsx'
import { Badge, StatusBadge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import type { Column } from '#platform/web/ui/data-columns.ts'
import { DataTable, useUrlSort } from '#platform/web/ui/data-table.tsx'
import { RowLink } from '#platform/web/ui/link.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { officerBadge } from '#platform/web/ui/status.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { useGo } from '#platform/web/url.ts'
import { approveOfficers, listOfficers, type OfficerItem } from '../contract.ts'
import type { Standing } from '../rules.ts'
import { fieldWords } from '../rules.words.ts'
import { OfficerActions } from './officer-actions.tsx'

const none = <span className="text-faint">–</span>

const accountOf = (officer: OfficerItem) => {
  if (officer.has_account) return 'Signs in'
  if (officer.invitation_open) return 'Invited'
  return <span className="text-faint">{officer.invited_at ? 'Invitation over' : 'No account'}</span>
}

const columns: readonly Column<OfficerItem>[] = [
  {
    id: 'name',
    head: fieldWords.name,
    sortable: true,
    fixed: true,
    phone: 'title',
    cell: (officer) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <RowLink to={paths.adminOfficer(officer.id)}>{officer.name}</RowLink>
        {officer.role === 'admin' && <Badge tone="brand">Admin</Badge>}
        {officer.locked_until && <Badge tone="warn">Locked</Badge>}
      </span>
    ),
  },
  {
    id: 'badge_number',
    head: 'Badge',
    sortable: true,
    cell: (officer) => <span className="figures">{officer.badge_number ?? none}</span>,
  },
  { id: 'rank', head: fieldWords.rank, sortable: true, cell: (officer) => officer.rank ?? none },
  { id: 'unit', head: fieldWords.unit, sortable: true, cell: (officer) => officer.unit ?? none },
  { id: 'email', head: fieldWords.email, hidden: true, phone: 'none', cell: (officer) => officer.email ?? none },
  { id: 'phone', head: fieldWords.phone, hidden: true, phone: 'none', cell: (officer) => officer.phone ?? none },
  { id: 'account', head: 'Account', cell: accountOf },
  {
    id: 'standing',
    head: 'Standing',
    phone: 'badge',
    cell: (officer) => <StatusBadge of={officerBadge[officer.standing]} />,
  },
]

const sorts = ['name', 'badge_number', 'rank', 'unit'] as const

const emptyWords: Readonly<Record<Standing | 'all', string>> = {
  all: 'Import the roster or add an officer.',
  pending: 'Who registers at your department’s address waits here for a decision.',
  approved: 'Approve a registration, import the roster, or add an officer.',
  suspended: 'Suspended officers stand here; they keep their history and have no access.',
  rejected: 'Registrations that were turned down stand here, with the reason.',
  left: 'Officers who left stand here, with their history.',
}

export type Certified = 'expiring' | 'expired'
const certifiedWords: Readonly<Record<Certified, string>> = {
  expiring: `Nobody here has a certificate that expires within ${EXPIRING_DAYS} days.`,
  expired: 'Nobody here has a certificate that has expired and was not renewed.',
}

const BulkApprove = ({ ids, onDone }: { ids: string[]; onDone: () => void }) => {
  const approve = useWrite(approveOfficers)
  const run = async () => {
    const { approved, left_out } = await approve.run({ officer_ids: ids })
    toast.success(
      `${approved} approved`,
      left_out > 0 ? `${left_out} did not wait any more.` : 'They were told by mail.',
    )
    onDone()
  }
  return (
    <Button
      look="primary"
      size="small"
      busy={approve.pending}
      why={
        ids.length === 0
          ? 'None of the selected waits for approval.'
          : ids.length > 200
            ? 'At most 200 at a time.'
            : null
      }
      onClick={() => void run().catch(toast.failure)}
    >
      Approve {ids.length > 0 ? ids.length : ''}
    </Button>
  )
}

type Asked = {
  search: string
  standing: Standing | undefined
  certifications: Certified | null
  signIn: 'locked' | 'no_factor' | null
}

const Nobody = ({ search, standing, certifications, signIn }: Asked) => (
  <EmptyState
    title={
      search
        ? `Nobody found for “${search}”`
        : certifications
          ? 'No such certificate'
          : signIn
            ? 'No such account'
            : 'Nobody here'
    }
    text={
      search
        ? 'Search in name, badge number, rank, unit or e-mail.'
        : certifications
          ? certifiedWords[certifications]
          : emptyWords[standing ?? 'all']
    }
  />
)

/** The roster as a table at a desk and as cards on a phone. */
export const OfficerTable = ({ search, standing, certifications, signIn }: Asked) => {
  const go = useGo()
  const { features } = useOrganization()
  const may = useMay()
  const [sort, setSort] = useUrlSort({ by: 'name', dir: 'asc' })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const by = sorts.find((one) => one === sort.by) ?? 'name'
  const list = useReadPages(
    listOfficers,
    {
      search: search || undefined,
      standing,
      certifications: certifications ?? undefined,
      sign_in: signIn ?? undefined,
      sort: by,
      direction: sort.dir,
    },
    { keep: true },
  )
  if (list.isPending) return <TableSkeleton columns={6} />
  if (list.error) return <ErrorState error={list.error} retry={() => void list.refetch()} />
  const rows = list.items ?? []
  const waiting = rows.filter((row) => selected.has(row.id) && row.standing === 'pending').map((row) => row.id)
  const picking =
    features.bulk_operations && may(approveOfficers) && rows.some((row) => row.standing === 'pending')
      ? {
          selected,
          onSelect: setSelected,
          bulk: () => <BulkApprove ids={waiting} onDone={() => setSelected(new Set())} />,
        }
      : {}
  return (
    <>
      <DataTable
        label="Officers"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        sort={{ by, dir: sort.dir }}
        onSort={setSort}
        onOpen={(row) => go(paths.adminOfficer(row.id))}
        actions={(row) => <OfficerActions officer={row} />}
        {...picking}
        empty={<Nobody search={search} standing={standing} certifications={certifications} signIn={signIn} />}
      />
      <LoadMore
        more={list.more}
        loading={list.loadingMore}
        onMore={list.loadMore}
        shown={rows.length}
        noun="officers"
      />
    </>
  )
}
