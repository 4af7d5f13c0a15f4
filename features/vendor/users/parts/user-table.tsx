import { useChosenOrganization } from '#features/vendor/organizations/client.ts'
import { paths } from '#platform/shared/paths.ts'
import { useReadPages } from '#platform/web/reads.ts'
import type { Column } from '#platform/web/ui/data-columns.ts'
import { DataTable } from '#platform/web/ui/data-table.tsx'
import { RowLink } from '#platform/web/ui/link.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { useGo } from '#platform/web/url.ts'
import { listUsers, type User } from '../contract.ts'
import type { UserFilter } from '../rules.ts'
import { belongingText, StateBadges } from './user-words.tsx'

const organizationsText = ({ organizations, organizations_count }: User): string => {
  if (organizations_count === 0) return 'None'
  const names = organizations.map((one) => `${one.name} (${belongingText(one)})`)
  const more = organizations_count - organizations.length
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

const columns: readonly Column<User>[] = [
  {
    id: 'name',
    head: 'Name',
    fixed: true,
    phone: 'title',
    cell: (user) => <RowLink to={paths.superAdminUser(user.id)}>{user.name}</RowLink>,
  },
  {
    id: 'email',
    head: 'Email',
    className: 'max-w-72 break-all',
    cell: (user) => user.email,
    card: (user) => user.email,
    phone: 'line',
  },
  {
    id: 'organizations',
    head: 'Organizations',
    className: 'max-w-96',
    cell: organizationsText,
    card: organizationsText,
    phone: 'line',
  },
  {
    id: 'factor',
    head: 'Multi-factor',
    phone: 'pair',
    cell: (user) => (user.second_factor ? 'On' : <span className="text-faint">Off</span>),
  },
  {
    id: 'sessions',
    head: 'Sessions',
    align: 'right',
    cell: (user) => (user.sessions === 0 ? <span className="text-faint">0</span> : user.sessions),
  },
  { id: 'state', head: 'Status', phone: 'badge', cell: (user) => <StateBadges user={user} /> },
]

export const UserTable = ({ q, show }: { q: string; show: UserFilter }) => {
  const go = useGo()
  const organization = useChosenOrganization()
  const list = useReadPages(
    listUsers,
    { show, ...(q ? { q } : {}), ...(organization ? { organization } : {}) },
    { keep: true },
  )
  if (list.error) return <ErrorState error={list.error} retry={() => void list.refetch()} />
  if (!list.items) return <TableSkeleton columns={5} />
  return (
    <>
      <DataTable
        label="Accounts"
        columns={columns}
        rows={list.items}
        rowKey={(user) => user.id}
        rowName={(user) => `${user.name}, ${user.email}`}
        onOpen={(user) => go(paths.superAdminUser(user.id))}
        empty={<EmptyState title="No results" text="No accounts match. Try another part of the name or email." />}
      />
      <LoadMore
        more={list.more}
        loading={list.loadingMore}
        onMore={list.loadMore}
        shown={list.items.length}
        noun="accounts"
      />
    </>
  )
}
