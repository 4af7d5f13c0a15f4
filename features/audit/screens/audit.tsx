import { ExportMenu } from '#features/exports/parts/export-menu.tsx'
import { useReadPages } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import type { Column } from '#platform/web/ui/data-columns.ts'
import { DataTable } from '#platform/web/ui/data-table.tsx'
import { LoadMore, PageHeader } from '#platform/web/ui/page.tsx'
import { TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { useUrlValue } from '#platform/web/url.ts'
import { type AuditItem, exportAudit, listAudit } from '../contract.ts'
import { AuditFilters, type Filters, useAuditFilters } from '../parts/audit-filters.tsx'
import { EntryDialog } from '../parts/entry-dialog.tsx'
import { actorText, ThingLink, thingText } from '../parts/entry-words.tsx'
import { actionWord, changeWords, fieldWord } from '../rules.words.ts'

const fieldsText = ({ change, fields }: AuditItem): string => {
  if (change !== 'changed') return changeWords[change]
  const words = fields.map(fieldWord)
  return words.length > 3 ? `${words.slice(0, 3).join(', ')} and ${words.length - 3} more` : words.join(', ')
}

const columnsIn = (zone: string, open: (id: string) => void): readonly Column<AuditItem>[] => [
  {
    id: 'action',
    head: 'Action',
    fixed: true,
    phone: 'title',
    cell: (item) => (
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
  { id: 'actor', head: 'Who', cell: actorText },
  { id: 'thing', head: 'What', className: 'max-w-96', cell: (item) => <ThingLink item={item} /> },
  {
    id: 'fields',
    head: 'Changed',
    className: 'max-w-72',
    cell: (item) => <span className="text-soft">{fieldsText(item)}</span>,
  },
  {
    id: 'sealed',
    head: 'Seal',
    hidden: true,
    phone: 'none',
    cell: (item) => (item.sealed ? <Badge tone="ok">Sealed</Badge> : <Badge>Waits</Badge>),
  },
]

const AuditTable = ({ filters, open }: { filters: Filters; open: (id: string) => void }) => {
  const { time_zone } = useOrganization()
  const list = useReadPages(listAudit, filters, { keep: true })
  if (list.isPending) return <TableSkeleton columns={5} />
  if (list.error) return <ErrorState error={list.error} retry={() => void list.refetch()} />
  const rows = list.items ?? []
  const filtered = Object.keys(filters).length > 0
  return (
    <>
      <DataTable
        label="Audit log"
        columns={columnsIn(time_zone, open)}
        rows={rows}
        rowKey={(row) => row.id}
        rowName={(row) => `${actionWord(row.action)}, ${thingText(row)}`}
        onOpen={(row) => open(row.id)}
        empty={
          <EmptyState
            title={filtered ? 'Nothing found' : 'Nothing was changed yet'}
            text={
              filtered
                ? 'No entry fits these filters. Widen the days, or clear them.'
                : 'Every change to the roster, assignments, signups, hours and settings stands here from the moment it is made.'
            }
          />
        }
      />
      <LoadMore more={list.more} loading={list.loadingMore} onMore={list.loadMore} shown={rows.length} noun="records" />
    </>
  )
}

const AuditLogs = () => {
  const filters = useAuditFilters()
  const [entry, setEntry] = useUrlValue('entry')
  const shown = entry && /^\d{1,18}$/.test(entry) ? entry : null
  return (
    <>
      <PageHeader
        title="Audit Logs"
        hint="Every change, with who made it and when. Nobody can edit or delete an entry."
        actions={<ExportMenu endpoint={exportAudit} input={filters} />}
      />
      <AuditFilters filters={filters} />
      <AuditTable filters={filters} open={setEntry} />
      {shown && <EntryDialog id={shown} onClose={() => setEntry(null)} />}
    </>
  )
}
export default AuditLogs
