import { type ReactNode, useState } from 'react'
import { type ActRow, rowsOfActs } from '#features/department/audit/client.acts.ts'
import { sentenceOf } from '#features/department/audit/client.sentences.ts'
import { changesOf } from '#features/department/audit/client.values.ts'
import { exportAudit, listActs, listAudit } from '#features/department/audit/contract.ts'
import { AuditTable } from '#features/department/audit/parts/audit-table.tsx'
import { EntryDialog } from '#features/department/audit/parts/entry-dialog.tsx'
import { actorText, ThingLink } from '#features/department/audit/parts/entry-words.tsx'
import { ExportMenu } from '#features/department/exports/parts/export-menu.tsx'
import { usePhone } from '#platform/web/phone.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { useStay } from '#platform/web/stay.ts'
import { Button } from '#platform/web/ui/button.tsx'
import type { Column } from '#platform/web/ui/data-columns.ts'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { useUrlValue } from '#platform/web/url.ts'
import { ActLines, MoreChanges } from '../parts/act-lines.tsx'
import { AuditFilters, type Filters, useAuditFilters } from '../parts/audit-filters.tsx'

type More = {
  isOpen: (row: ActRow) => boolean
  toggle: (row: ActRow) => void
  lines: (row: ActRow) => ReactNode
  /** Opens the entry, with every field. */
  open: (id: string) => void
}

type ChangedProps = { item: ActRow; zone: string; more: More; card?: boolean }

/** What an act changed: the values of its first entry, and the other entries on demand. */
const Changed = ({ item, zone, more: { isOpen, toggle, lines, open }, card = false }: ChangedProps) => {
  const changes = changesOf(item, zone)
  return (
    <>
      {!(card && item.change === 'made') && (
        <span className="wrap-anywhere text-soft">
          {changes.lines.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
          {changes.more > 0 && (
            <button
              type="button"
              aria-label={`and ${changes.more} more: ${sentenceOf(item, zone)}`}
              onClick={() => open(item.id)}
              className="-my-1 py-1 font-medium text-brand-ink underline-offset-3 hover:underline"
            >
              and {changes.more} more
            </button>
          )}
        </span>
      )}
      <MoreChanges row={item} open={isOpen(item)} onToggle={() => toggle(item)} />
      {card && isOpen(item) && lines(item)}
    </>
  )
}

const columnsIn = (zone: string, more: More): readonly Column<ActRow>[] => [
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
    cell: (item) => <Changed {...{ item, zone, more }} />,
    // The sentence says already that something was created.
    card: (item) => (item.change === 'made' && item.count === 1 ? null : <Changed {...{ item, zone, more }} card />),
  },
]

type LogProps = { filters: Filters; open: (id: string) => void }
type Pages = Parameters<typeof AuditTable<ActRow>>[0]['list']
type TableProps = LogProps & { label: string; list: Pages; showAll: (row: ActRow) => void }

const Table = ({ label, list, filters, open, showAll }: TableProps) => {
  const { time_zone } = useOrganization()
  const phone = usePhone()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const isOpen = ({ id }: ActRow) => opened.has(id)
  const toggle = (row: ActRow) =>
    setOpened((before) => new Set(isOpen(row) ? [...before].filter((id) => id !== row.id) : [...before, row.id]))
  const lines = (row: ActRow) => <ActLines row={row} zone={time_zone} open={open} showAll={showAll} />
  return (
    <AuditTable
      label={label}
      list={list}
      zone={time_zone}
      action={(row) => sentenceOf(row, time_zone)}
      columns={columnsIn(time_zone, { isOpen, toggle, lines, open })}
      sealed={(row) => row.sealed}
      rowName={(row) => sentenceOf(row, time_zone)}
      open={open}
      {...(phone ? {} : { below: (row: ActRow) => (isOpen(row) ? lines(row) : null) })}
      empty={
        Object.keys(filters).length > 0
          ? {
              title: 'No results',
              text: 'No entries match these filters. Try a wider date range, or clear the filters.',
            }
          : {
              title: 'No changes yet',
              text: 'Changes to the roster, shifts, sign-ups, hours and settings appear here.',
            }
      }
    />
  )
}

/** Acts, each with what it changed. */
const Log = ({ filters, open, showAll }: LogProps & { showAll: (row: ActRow) => void }) => {
  const { items, ...list } = useReadPages(listActs, filters, { keep: true })
  return (
    <Table
      label="Audit log"
      list={{ ...list, items: items && rowsOfActs(items, filters) }}
      {...{ filters, open, showAll }}
    />
  )
}

/** Every entry of one long act, a row for each. */
const WholeAct = ({ act, open, onBack }: { act: string; open: (id: string) => void; onBack: () => void }) => {
  const { items, ...list } = useReadPages(listAudit, { act }, { keep: true })
  const rows = items?.map((item) => ({ ...item, others: [], count: 1 }))
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="text-soft">Changes made together, with an entry for each object.</p>
        <Button size="small" onClick={onBack}>
          All changes
        </Button>
      </div>
      <Table label="Changes made together" list={{ ...list, items: rows }} filters={{}} open={open} showAll={onBack} />
    </>
  )
}

const isNumber = (text: string | null): text is string => text !== null && /^\d{1,18}$/.test(text)

const AuditLogs = () => {
  const filters = useAuditFilters()
  const [entry, setEntry] = useUrlValue('entry')
  const [act, setAct] = useUrlValue('act')
  const stay = useStay()
  const open = (id: string | null) => {
    stay()
    setEntry(id)
  }
  return (
    <>
      <PageHeader
        title="Audit Logs"
        hint="Every change, who made it and when. Entries can't be edited or deleted."
        actions={!isNumber(act) && <ExportMenu endpoint={exportAudit} input={filters} />}
      />
      {isNumber(act) ? (
        <WholeAct act={act} open={open} onBack={() => setAct(null)} />
      ) : (
        <>
          <AuditFilters filters={filters} />
          <Log filters={filters} open={open} showAll={(row) => setAct(row.id)} />
        </>
      )}
      {isNumber(entry) && <EntryDialog id={entry} onClose={() => open(null)} />}
    </>
  )
}
export default AuditLogs
