import { useCallback, useMemo, useState } from 'react'
import { EXPIRING_DAYS } from '#features/roster/certifications/rules.ts'
import { paths } from '#platform/shared/paths.ts'
import { plainDateWords } from '#platform/shared/time.ts'
import { useRead, useReadPages } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { useMay } from '#platform/web/support.tsx'
import { Badge, StatusBadge } from '#platform/web/ui/badge.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import type { Column } from '#platform/web/ui/data-columns.ts'
import { DataTable, useUrlSort } from '#platform/web/ui/data-table.tsx'
import { RowLink } from '#platform/web/ui/link.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { officerBadge } from '#platform/web/ui/status.ts'
import { useGo } from '#platform/web/url.ts'
import { countMatching, makeBulkEdit } from '../contract.bulk.ts'
import { listOfficers, type OfficerItem, type RosterFilter } from '../contract.ts'
import { claimWords } from '../rules.claim-words.ts'
import type { Standing } from '../rules.ts'
import { fieldWords } from '../words.ts'
import { BulkActions } from './bulk-actions.tsx'
import { OfficerActions } from './officer-actions.tsx'

const none = <span className="text-faint">–</span>

const accountOf = (officer: OfficerItem) => {
  if (officer.has_account) return 'Active account'
  if (officer.invitation_open) return 'Invited'
  return <span className="text-faint">{officer.invited_at ? 'Invitation expired' : 'No account'}</span>
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
        <RowLink to={paths.adminOfficer(officer.id)} className="md:whitespace-nowrap">
          {officer.name}
        </RowLink>
        {officer.role === 'admin' && <Badge tone="brand">Admin</Badge>}
        {officer.locked_until && <Badge tone="warn">Locked</Badge>}
        {/* At a desk it is beside the status. */}
        {!officer.has_account && <span className="text-small font-normal md:hidden">{accountOf(officer)}</span>}
        {officer.claim && claimWords(officer.claim) && (
          <span className="w-full text-small font-normal text-soft">{claimWords(officer.claim)}</span>
        )}
      </span>
    ),
  },
  {
    id: 'badge_number',
    head: 'Badge',
    sortable: true,
    cell: (officer) => <span className="figures">{officer.badge_number ?? none}</span>,
    card: (officer) => officer.badge_number,
  },
  {
    id: 'rank',
    head: fieldWords.rank,
    sortable: true,
    className: 'whitespace-nowrap',
    cell: (officer) => officer.rank ?? none,
    card: (officer) => officer.rank,
  },
  {
    id: 'unit',
    head: fieldWords.unit,
    sortable: true,
    className: 'whitespace-nowrap',
    cell: (officer) => officer.unit ?? none,
    card: (officer) => officer.unit,
  },
  { id: 'email', head: fieldWords.email, hidden: true, phone: 'none', cell: (officer) => officer.email ?? none },
  { id: 'phone', head: fieldWords.phone, hidden: true, phone: 'none', cell: (officer) => officer.phone ?? none },
  { id: 'account', head: 'Account', className: 'whitespace-nowrap', hidden: true, phone: 'none', cell: accountOf },
  {
    id: 'standing',
    head: 'Status',
    phone: 'badge',
    card: (officer) => <StatusBadge of={officerBadge[officer.standing]} />,
    cell: (officer) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <StatusBadge of={officerBadge[officer.standing]} />
        {!officer.has_account && <span className="text-small whitespace-nowrap">{accountOf(officer)}</span>}
      </span>
    ),
  },
]

/** Which certificates the filter found, and when they expire. */
const certificatesOf = (certified: Certified): Column<OfficerItem> => ({
  id: 'certificates',
  head: certified === 'expired' ? 'Expired certification' : 'Expiring certification',
  fixed: true,
  phone: 'line',
  cell: (officer) => (
    <ul>
      {officer.certificates?.map(({ type, expires_on }) => (
        <li key={`${type} ${expires_on}`}>
          {type},{' '}
          <span className={cx('figures whitespace-nowrap', certified === 'expired' ? 'text-bad' : 'text-warn')}>
            {certified === 'expired' ? 'expired' : 'expires'} {plainDateWords(expires_on)}
          </span>
        </li>
      ))}
    </ul>
  ),
})
const [nameColumn, ...otherColumns] = columns
const columnsWith = (certified: Certified | null) =>
  certified && nameColumn ? [nameColumn, certificatesOf(certified), ...otherColumns] : columns

// The same functions for every render: a row whose officer did not change is not rendered again.
const keyOf = (officer: OfficerItem) => officer.id
const nameOf = (officer: OfficerItem) => officer.name
/** No button to approve: the actions are only a menu. */
const hasMenuOnly = ({ standing }: OfficerItem) => standing !== 'pending' && standing !== 'rejected'
const actionsOf = (officer: OfficerItem) => <OfficerActions officer={officer} />

const sorts = ['name', 'badge_number', 'rank', 'unit'] as const

const emptyWords: Readonly<Record<Standing | 'all', string>> = {
  all: 'Import the roster or add an officer.',
  pending: 'New registrations appear here for approval.',
  approved: 'Approve a registration, import the roster, or add an officer.',
  suspended: 'Suspended officers appear here. They keep their history but have no access.',
  rejected: 'Denied registrations appear here, with the reason.',
  left: 'Officers who left appear here, with their history.',
}

export type Certified = 'expiring' | 'expired'
const certifiedWords: Readonly<Record<Certified, string>> = {
  expiring: `No certifications expire within ${EXPIRING_DAYS} days.`,
  expired: 'No certifications have expired without renewal.',
}

type Asked = {
  search: string
  standing: Standing | undefined
  certifications: Certified | null
  signIn: 'locked' | 'no_factor' | null
  unit: string | null
  rank: string | null
}

const Nobody = ({ search, standing, certifications, signIn, unit, rank }: Asked) => (
  <EmptyState
    title={
      search
        ? `No results for "${search}"`
        : certifications
          ? 'No matching certifications'
          : signIn
            ? 'No matching accounts'
            : unit || rank
              ? 'No matching officers'
              : 'No officers'
    }
    text={
      search
        ? 'Search by name, badge number, rank, unit or email.'
        : certifications
          ? certifiedWords[certifications]
          : unit || rank
            ? 'Choose another unit or rank.'
            : emptyWords[standing ?? 'all']
    }
  />
)

/** What is selected of the list that a filter shows. Another filter selects nothing. */
const usePicked = (filter: RosterFilter, rows: readonly OfficerItem[]) => {
  const of = JSON.stringify(filter)
  const [kept, setKept] = useState<{ of: string; ids: ReadonlySet<string>; everyone: boolean } | null>(null)
  const picked = kept?.of === of ? kept : { of, ids: new Set<string>(), everyone: false }
  const loaded = new Set(rows.map((row) => row.id))
  return {
    ids: picked.ids,
    everyone: picked.everyone,
    select: (ids: ReadonlySet<string>) => setKept({ of, ids, everyone: false }),
    selectEveryone: (everyone: boolean) => setKept({ ...picked, ids: loaded, everyone }),
  }
}

/** Checkboxes and the bulk bar, where the department and the person may edit in bulk. */
const usePicking = (filter: RosterFilter, rows: readonly OfficerItem[], more: boolean) => {
  const { features_enabled: features } = useOrganization()
  const may = useMay()
  const on = features.bulk_operations && may(makeBulkEdit)
  const { ids, everyone, select, selectEveryone } = usePicked(filter, rows)
  const all = rows.length > 0 && rows.every((row) => ids.has(row.id))
  const { data } = useRead(countMatching, filter, { enabled: on && (everyone || (all && more)) })
  if (!on) return {}
  const chosen = everyone ? { filter, count: data?.officers ?? ids.size } : null
  return {
    selected: ids,
    onSelect: select,
    matching: more || everyone ? { count: data?.officers, chosen: everyone, onChoose: selectEveryone } : undefined,
    bulk: () => (
      <BulkActions rows={rows.filter((row) => ids.has(row.id))} everyone={chosen} onDone={() => select(new Set())} />
    ),
  }
}

/** The roster as a table on desktop and as cards on a phone. */
export const OfficerTable = ({ search, standing, certifications, signIn, unit, rank }: Asked) => {
  const go = useGo()
  const [sort, setSort] = useUrlSort({ by: 'name', dir: 'asc' })
  const by = sorts.find((one) => one === sort.by) ?? 'name'
  const filter: RosterFilter = {
    search: search || undefined,
    standing,
    certifications: certifications ?? undefined,
    sign_in: signIn ?? undefined,
    unit: unit ?? undefined,
    rank: rank ?? undefined,
  }
  const list = useReadPages(listOfficers, { ...filter, sort: by, direction: sort.dir }, { keep: true })
  const rows = list.items ?? []
  const picking = usePicking(filter, rows, list.more)
  const shown = useMemo(() => columnsWith(certifications), [certifications])
  const open = useCallback((officer: OfficerItem) => go(paths.adminOfficer(officer.id)), [go])
  if (list.isPending) return <TableSkeleton columns={6} />
  if (list.error) return <ErrorState error={list.error} retry={() => void list.refetch()} />
  return (
    <>
      <DataTable
        label="Officers"
        columns={shown}
        rows={rows}
        rowKey={keyOf}
        rowName={nameOf}
        sort={{ by, dir: sort.dir }}
        onSort={setSort}
        onOpen={open}
        actions={actionsOf}
        aside={hasMenuOnly}
        {...picking}
        empty={<Nobody {...{ search, standing, certifications, signIn, unit, rank }} />}
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
