import FileCheck from 'lucide-react/icons/file-check'
import { paths } from '#platform/shared/paths.ts'
import { MINUTE } from '#platform/shared/time.ts'
import { useNow } from '#platform/web/clock.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { day } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import type { Column } from '#platform/web/ui/data-columns.ts'
import { DataTable } from '#platform/web/ui/data-table.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { LoadMore, PageHeader } from '#platform/web/ui/page.tsx'
import { TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { useUrlValue } from '#platform/web/url.ts'
import { type Erasure, listErasures } from '../contract.erasures.ts'
import { CertificateDialog } from '../parts/certificate.tsx'

const StandingBadge = ({ of }: { of: Erasure }) => {
  if (of.called_off) return <Badge>Deletion canceled</Badge>
  if (of.finished_at) return <Badge tone="ok">Erased</Badge>
  if (of.confirmed) return <Badge tone="bad">Being erased</Badge>
  return <Badge tone="warn">Closing</Badge>
}

const Day = ({ at }: { at: string | null }) => {
  const now = useNow(MINUTE)
  return at ? <span className="figures">{day(at, 'UTC', now)}</span> : <span className="text-faint">–</span>
}

const columns = (open: (id: string) => void): readonly Column<Erasure>[] => [
  { id: 'name', head: 'Organization', fixed: true, phone: 'title', cell: (row) => row.name },
  { id: 'reason', head: 'Reason', cell: (row) => row.reason },
  {
    id: 'asked',
    head: 'Requested',
    cell: (row) => (
      <>
        <Day at={row.asked.at} /> <span className="text-faint">by {row.asked.by}</span>
      </>
    ),
  },
  { id: 'due', head: 'Earliest erasure', cell: (row) => <Day at={row.erase_after} /> },
  { id: 'standing', head: 'Status', phone: 'badge', cell: (row) => <StandingBadge of={row} /> },
  {
    id: 'certificate',
    head: 'Certificate',
    cell: (row) =>
      row.finished_at ? (
        <Button size="small" onClick={() => open(row.id)}>
          Certificate<span className="sr-only"> of {row.name}</span>
        </Button>
      ) : (
        <span className="text-faint">–</span>
      ),
  },
]

/** `/super-admin/erasures` */
export default function Erasures() {
  const [chosen, choose] = useUrlValue('certificate')
  const list = useReadPages(listErasures, {})
  const rows = list.items ?? []
  return (
    <>
      <PageHeader
        title="Deletions"
        hint="Organizations with a requested deletion. Certificates of erasure are kept."
        before={<TextLink to={paths.superAdminOrganizations()}>Organizations</TextLink>}
      />
      {list.isPending ? (
        <TableSkeleton columns={5} />
      ) : list.error ? (
        <ErrorState error={list.error} retry={() => void list.refetch()} />
      ) : (
        <>
          <DataTable
            label="Deletions"
            columns={columns(choose)}
            rows={rows}
            rowKey={(row) => row.id}
            rowName={(row) => row.name}
            empty={
              <EmptyState
                icon={<FileCheck aria-hidden />}
                title="No deletions"
                text="Request a deletion on an organization's page."
              />
            }
          />
          <LoadMore
            more={list.more}
            loading={list.loadingMore}
            onMore={list.loadMore}
            shown={rows.length}
            noun="deletions"
          />
        </>
      )}
      {chosen && <CertificateDialog id={chosen} onClose={() => choose(null)} />}
    </>
  )
}
