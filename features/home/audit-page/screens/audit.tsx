import { sentenceOf } from '#features/department/audit/client.sentences.ts'
import { changedValues } from '#features/department/audit/client.values.ts'
import { type AuditItem, exportAudit, listAudit } from '#features/department/audit/contract.ts'
import { AuditTable } from '#features/department/audit/parts/audit-table.tsx'
import { EntryDialog } from '#features/department/audit/parts/entry-dialog.tsx'
import { actorText, ThingLink } from '#features/department/audit/parts/entry-words.tsx'
import { ExportMenu } from '#features/department/exports/parts/export-menu.tsx'
import { useReadPages } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import type { Column } from '#platform/web/ui/data-columns.ts'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { useUrlValue } from '#platform/web/url.ts'
import { AuditFilters, type Filters, useAuditFilters } from '../parts/audit-filters.tsx'

const columnsIn = (zone: string): readonly Column<AuditItem>[] => [
  { id: 'actor', head: 'Who', hidden: true, phone: 'none', cell: actorText },
  {
    id: 'thing',
    head: 'Object',
    className: 'max-w-96',
    cell: (item) => <ThingLink item={item} />,
    card: (item) => <ThingLink item={item} />,
  },
  {
    id: 'fields',
    head: 'Changed',
    className: 'max-w-88',
    phone: 'line',
    cell: (item) => (
      <span className="wrap-anywhere text-soft">
        {changedValues(item, zone).map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </span>
    ),
  },
]

const Log = ({ filters, open }: { filters: Filters; open: (id: string) => void }) => {
  const { time_zone } = useOrganization()
  return (
    <AuditTable
      label="Audit log"
      list={useReadPages(listAudit, filters, { keep: true })}
      zone={time_zone}
      action={(row) => sentenceOf(row, time_zone)}
      columns={columnsIn(time_zone)}
      sealed={(row) => row.sealed}
      rowName={(row) => sentenceOf(row, time_zone)}
      open={open}
      empty={
        Object.keys(filters).length > 0
          ? { title: 'No results', text: 'No entries match these filters. Try more days, or clear the filters.' }
          : {
              title: 'No changes yet',
              text: 'Changes to the roster, shifts, sign-ups, hours and settings appear here.',
            }
      }
    />
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
        hint="Every change, with who made it and when. Entries can't be edited or deleted."
        actions={<ExportMenu endpoint={exportAudit} input={filters} />}
      />
      <AuditFilters filters={filters} />
      <Log filters={filters} open={setEntry} />
      {shown && <EntryDialog id={shown} onClose={() => setEntry(null)} />}
    </>
  )
}
export default AuditLogs
