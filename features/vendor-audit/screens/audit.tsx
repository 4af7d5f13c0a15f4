import { actionWord, changeWords, fieldWord } from '#features/audit/rules.words.ts'
import { ExportMenu } from '#features/exports/parts/export-menu.tsx'
import { useReadPages } from '#platform/web/reads.ts'
import { useZone } from '#platform/web/session.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import type { Column } from '#platform/web/ui/data-columns.ts'
import { DataTable } from '#platform/web/ui/data-table.tsx'
import { LoadMore, PageHeader } from '#platform/web/ui/page.tsx'
import { TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { useUrlValue } from '#platform/web/url.ts'
import { exportVendorAudit, listVendorAudit, type VendorEntry } from '../contract.ts'
import { EntryDialog } from '../parts/entry-dialog.tsx'
import { actorText, OrganizationLink, ThingLink } from '../parts/entry-words.tsx'
import { type Asked, useVendorAuditFilters, VendorAuditFilters } from '../parts/filters.tsx'
import { readWord } from '../rules.words.ts'

const changedText = (item: VendorEntry): string => {
  if (item.kind === 'read') return item.reason.charAt(0).toUpperCase() + item.reason.slice(1)
  if (item.change === null) return 'In the department’s log'
  if (item.change !== 'changed') return changeWords[item.change]
  const words = item.fields.map(fieldWord)
  return words.length > 3 ? `${words.slice(0, 3).join(', ')} and ${words.length - 3} more` : words.join(', ')
}

const columnsIn = (zone: string, open: (id: string) => void): readonly Column<VendorEntry>[] => [
  {
    id: 'action',
    head: 'Action',
    fixed: true,
    phone: 'title',
    cell: (item) =>
      item.kind === 'read' ? (
        <span>{readWord(item.action)}</span>
      ) : (
        <button
          type="button"
          onClick={() => open(item.id)}
          className="-my-3 py-3 text-left font-medium underline-offset-3 hover:text-brand-ink hover:underline md:-my-1.5 md:py-1.5"
        >
          {actionWord(item.action)}
        </button>
      ),
  },
  {
    id: 'at',
    head: 'When',
    cell: (item) => (
      <time dateTime={item.at} className="figures whitespace-nowrap">
        {dayAndClock(item.at, zone)}
      </time>
    ),
  },
  { id: 'actor', head: 'Who', cell: (item) => <span className="md:whitespace-nowrap">{actorText(item)}</span> },
  { id: 'organization', head: 'Organization', cell: (item) => <OrganizationLink of={item.organization} /> },
  {
    id: 'thing',
    head: 'What',
    className: 'max-w-80',
    cell: (item) => (item.kind === 'read' ? <Badge>Read across</Badge> : <ThingLink item={item} />),
  },
  {
    id: 'fields',
    head: 'Changed, or why',
    className: 'max-w-80',
    cell: (item) => <span className="text-soft">{changedText(item)}</span>,
  },
  {
    id: 'sealed',
    head: 'Seal',
    hidden: true,
    phone: 'none',
    cell: (item) =>
      item.kind === 'read' ? null : item.sealed ? <Badge tone="ok">Sealed</Badge> : <Badge>Waits</Badge>,
  },
]

const AuditTable = ({ filters, open }: { filters: Asked['filters']; open: (id: string) => void }) => {
  const zone = useZone()
  const list = useReadPages(listVendorAudit, filters, { keep: true })
  if (list.isPending) return <TableSkeleton columns={6} />
  if (list.error) return <ErrorState error={list.error} retry={() => void list.refetch()} />
  const rows = list.items ?? []
  const filtered = Object.keys(filters).length > 0
  return (
    <>
      <DataTable
        label="Vendor audit"
        columns={columnsIn(zone, open)}
        rows={rows}
        rowKey={(row) => row.id}
        rowName={(row) =>
          `${row.kind === 'read' ? readWord(row.action) : actionWord(row.action)}, ${dayAndClock(row.at, zone)}`
        }
        onOpen={(row) => row.kind === 'change' && open(row.id)}
        empty={
          <EmptyState
            title={filtered ? 'Nothing found' : 'Nothing was done yet'}
            text={
              filtered
                ? 'No entry fits these filters. Widen the days, choose another organization, or clear them.'
                : 'What the vendor’s staff changes, here or in a department, stands here from the moment it is done.'
            }
          />
        }
      />
      <LoadMore more={list.more} loading={list.loadingMore} onMore={list.loadMore} shown={rows.length} noun="records" />
    </>
  )
}

/** `/super-admin/audit`: what the vendor's own staff did, of its own, in departments, and by reading across. */
export default function VendorAudit() {
  const asked = useVendorAuditFilters()
  const [entry, setEntry] = useUrlValue('entry')
  const shown = entry && /^\d{1,18}$/.test(entry) ? entry : null
  return (
    <>
      <PageHeader
        title="Audit"
        hint="What the vendor’s staff did, here and in departments, and what it looked up across them. Nobody can edit or delete an entry."
        actions={<ExportMenu endpoint={exportVendorAudit} input={asked.filters} />}
      />
      <VendorAuditFilters {...asked} />
      <AuditTable filters={asked.filters} open={setEntry} />
      {shown && <EntryDialog id={shown} onClose={() => setEntry(null)} />}
    </>
  )
}
