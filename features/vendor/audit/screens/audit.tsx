import { sentenceOf } from '#features/department/audit/client.sentences.ts'
import { AuditTable } from '#features/department/audit/parts/audit-table.tsx'
import { changedText } from '#features/department/audit/words.ts'
import { ExportMenu } from '#features/department/exports/parts/export-menu.tsx'
import { useReadPages } from '#platform/web/reads.ts'
import { useZone } from '#platform/web/session.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import type { Column } from '#platform/web/ui/data-columns.ts'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { useUrlValue } from '#platform/web/url.ts'
import { exportVendorAudit, listVendorAudit, type VendorEntry } from '../contract.ts'
import { EntryDialog } from '../parts/entry-dialog.tsx'
import { actorText, OrganizationLink, ThingLink } from '../parts/entry-words.tsx'
import { type Asked, useVendorAuditFilters, VendorAuditFilters } from '../parts/filters.tsx'
import { readWord } from '../words.ts'

const lastText = (item: VendorEntry): string => {
  if (item.kind === 'read') return item.reason.charAt(0).toUpperCase() + item.reason.slice(1)
  return item.change === null ? "In the organization's log" : changedText(item.change, item.fields)
}
const doneText = (item: VendorEntry, zone: string): string => {
  if (item.kind === 'change') return sentenceOf(item, zone)
  const word = readWord(item.action)
  return `${actorText(item)} ${word.charAt(0).toLowerCase()}${word.slice(1)}`
}

const organizationOf = (item: VendorEntry) => <OrganizationLink of={item.organization} />
const thingOf = (item: VendorEntry) => (item.kind === 'read' ? <Badge>Viewed</Badge> : <ThingLink item={item} />)

const columns: readonly Column<VendorEntry>[] = [
  { id: 'actor', head: 'Who', hidden: true, phone: 'none', cell: actorText },
  { id: 'organization', head: 'Organization', cell: organizationOf, card: organizationOf },
  {
    id: 'thing',
    head: 'What',
    className: 'max-w-80',
    cell: thingOf,
    card: thingOf,
  },
  {
    id: 'fields',
    head: 'Change or reason',
    className: 'max-w-80',
    cell: (item) => <span className="text-soft">{lastText(item)}</span>,
  },
]

const Log = ({ filters, open }: { filters: Asked['filters']; open: (id: string) => void }) => {
  const zone = useZone()
  return (
    <AuditTable
      label="Vendor audit"
      list={useReadPages(listVendorAudit, filters, { keep: true })}
      zone={zone}
      action={(row) => doneText(row, zone)}
      columns={columns}
      sealed={(row) => (row.kind === 'read' ? null : row.sealed)}
      rowName={(row) => `${doneText(row, zone)}, ${dayAndClock(row.at, zone)}`}
      open={open}
      opens={(row) => row.kind === 'change'}
      empty={
        Object.keys(filters).length > 0
          ? {
              title: 'No results',
              text: 'No entries match these filters. Try a wider date range or another organization, or clear the filters.',
            }
          : { title: 'No entries yet', text: 'Changes by vendor staff appear here.' }
      }
    />
  )
}

/** `/super-admin/audit`: what the vendor's own staff did, in the vendor's data, in departments, and by viewing across them. */
export default function VendorAudit() {
  const asked = useVendorAuditFilters()
  const [entry, setEntry] = useUrlValue('entry')
  const shown = entry && /^\d{1,18}$/.test(entry) ? entry : null
  return (
    <>
      <PageHeader
        title="Audit"
        hint="Changes and views by vendor staff, here and in organizations. Entries can't be edited or deleted."
        actions={<ExportMenu endpoint={exportVendorAudit} input={asked.filters} />}
      />
      <VendorAuditFilters {...asked} />
      <Log filters={asked.filters} open={setEntry} />
      {shown && <EntryDialog id={shown} onClose={() => setEntry(null)} />}
    </>
  )
}
