import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ActRow } from '#features/department/audit/client.acts.ts'
import { changedValues } from '#features/department/audit/client.values.ts'
import type { AuditItem } from '#features/department/audit/contract.ts'
import { ThingLink, thingText } from '#features/department/audit/parts/entry-words.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { cx } from '#platform/web/ui/class-names.ts'

const moreWords = (count: number): string =>
  count === 1 ? '1 more change' : `${count.toLocaleString('en-US')} more changes`

/** Opens and closes what else an act changed. */
export const MoreChanges = ({ row, open, onToggle }: { row: ActRow; open: boolean; onToggle: () => void }) =>
  row.count > 1 && (
    <button
      type="button"
      aria-expanded={open}
      onClick={onToggle}
      className="-my-1 flex min-h-8 items-center gap-1 py-1 font-medium whitespace-nowrap text-brand-ink underline-offset-3 hover:underline"
    >
      {moreWords(row.count - 1)}
      <ChevronDown aria-hidden className={cx('size-4', open && 'rotate-180')} />
    </button>
  )

type LinesProps = { row: ActRow; zone: string; open: (id: string) => void; showAll: (row: ActRow) => void }

const Line = ({ entry, zone, open }: { entry: AuditItem } & Pick<LinesProps, 'zone' | 'open'>) => (
  <li className="grid items-center gap-x-6 gap-y-0.5 py-0.5 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
    <ThingLink item={entry} />
    <span className="text-soft wrap-anywhere">{changedValues(entry, zone).join(', ')}</span>
    <span className="max-md:-ml-3">
      <Button size="small" look="quiet" aria-label={`Details: ${thingText(entry)}`} onClick={() => open(entry.id)}>
        Details
      </Button>
    </span>
  </li>
)

/** What else an act changed, a line for each entry; a long act goes on in a list of its own. */
export const ActLines = ({ row, zone, open, showAll }: LinesProps) => (
  <div className="border-l-2 border-line pl-3 text-small">
    <ul aria-label="Other changes made together">
      {row.others.map((entry) => (
        <Line key={entry.id} {...{ entry, zone, open }} />
      ))}
    </ul>
    {row.count > row.others.length + 1 && (
      <Button size="small" look="quiet" onClick={() => showAll(row)}>
        Show all {row.count.toLocaleString('en-US')} changes
      </Button>
    )}
  </div>
)
