import { useVirtualizer } from '@tanstack/react-virtual'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleMinus from 'lucide-react/icons/circle-minus'
import CirclePlus from 'lucide-react/icons/circle-plus'
import Equal from 'lucide-react/icons/equal'
import Pencil from 'lucide-react/icons/pencil'
import { useRef, useState } from 'react'
import { fieldWords } from '#features/roster/officers/words.ts'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { plainDateWords } from '#platform/shared/time.ts'
import { StatusBadge, type StatusLook } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import type { CheckedRow, checkImport } from '../contract.ts'

type Counts = OutputOf<typeof checkImport>['counts']
type Group = 'error' | 'create' | 'update' | 'unchanged' | 'skipped'

const looks: Readonly<Record<Group, StatusLook>> = {
  error: { word: 'Error', tone: 'bad', icon: CircleAlert },
  create: { word: 'New', tone: 'ok', icon: CirclePlus },
  update: { word: 'Changes', tone: 'info', icon: Pencil },
  unchanged: { word: 'Unchanged', tone: 'plain', icon: Equal },
  skipped: { word: 'Skipped', tone: 'plain', icon: CircleMinus },
}
const groupOf = (row: CheckedRow): Group =>
  row.verdict === 'skipped_blank' || row.verdict === 'skipped_total' ? 'skipped' : row.verdict

/** A value as the rest of the application shows it. */
const shownOf = (field: CheckedRow['changes'][number]['field'], value: string | null): string | null =>
  field === 'hired_on' && value !== null ? plainDateWords(value) : value

const Words = ({ row }: { row: CheckedRow }) => {
  if (row.verdict === 'skipped_total') return <span className="text-faint">Totals row</span>
  if (row.verdict === 'skipped_blank') return <span className="text-faint">Blank row</span>
  if (row.errors.length > 0) {
    return (
      <ul>
        {row.errors.map((error) => (
          <li key={`${error.field} ${error.message}`}>
            {error.column !== null && <span className="font-medium">{error.column || 'Unnamed column'}: </span>}
            {error.value !== '' && <span className="text-soft">"{error.value}" </span>}
            <span className="text-bad">{error.message}</span>
          </li>
        ))}
      </ul>
    )
  }
  return (
    <span className="figures">
      {row.changes.map((change) => (
        <span key={change.field} className="mr-4 inline-block">
          <span className="text-faint">{fieldWords[change.field]} </span>
          {row.verdict === 'update' && <s className="text-faint">{shownOf(change.field, change.from) ?? 'none'}</s>}{' '}
          {shownOf(change.field, change.to)}
        </span>
      ))}
    </span>
  )
}

const Cells = ({ row }: { row: CheckedRow }) => (
  <>
    <span className="figures text-small text-faint">Row {row.row}</span>
    <span className="order-3 justify-self-end md:order-none md:justify-self-start">
      <StatusBadge of={looks[groupOf(row)]} />
    </span>
    <span className="figures order-2 truncate md:order-none">{row.badge_number}</span>
    <span className="order-4 col-span-3 truncate md:order-none md:col-span-1">{row.name}</span>
    <span className="order-5 col-span-3 min-w-0 md:order-none md:col-span-1">
      <Words row={row} />
    </span>
  </>
)

type VerdictsProps = { total: number; counts: Counts; only: Group | null; onOnly: (only: Group | null) => void }

const Verdicts = ({ total, counts, only, onOnly }: VerdictsProps) => {
  const numbers: Record<Group, number> = {
    error: counts.error,
    create: counts.create,
    update: counts.update,
    unchanged: counts.unchanged,
    skipped: counts.skipped_blank + counts.skipped_total,
  }
  const groups = (['error', 'create', 'update', 'unchanged', 'skipped'] as const).filter((group) => numbers[group] > 0)
  return (
    <div role="toolbar" aria-label="Rows by result" className="flex flex-wrap gap-2">
      <Button
        size="small"
        look={only === null ? 'primary' : 'plain'}
        aria-pressed={only === null}
        onClick={() => onOnly(null)}
      >
        All {total.toLocaleString('en-US')}
      </Button>
      {groups.map((group) => (
        <Button
          key={group}
          size="small"
          look={only === group ? 'primary' : 'plain'}
          aria-pressed={only === group}
          onClick={() => onOnly(group)}
        >
          {looks[group].word} {numbers[group].toLocaleString('en-US')}
        </Button>
      ))}
    </div>
  )
}

/** Every row with its verdict; virtualized, so that ten thousand rows scroll like ten. */
export const ImportRows = ({ rows, counts }: { rows: readonly CheckedRow[]; counts: Counts }) => {
  const [only, setOnly] = useState<Group | null>(counts.error > 0 ? 'error' : null)
  const shown = only === null ? rows : rows.filter((row) => groupOf(row) === only)
  const place = useRef<HTMLElement>(null)
  const list = useVirtualizer({
    count: shown.length,
    getScrollElement: () => place.current,
    estimateSize: () => 44,
    overscan: 12,
    getItemKey: (at) => shown[at]?.row ?? at,
  })
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Verdicts total={rows.length} counts={counts} only={only} onOnly={setOnly} />
      <section
        ref={place}
        aria-label="File rows"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-[min(32rem,60dvh)] overflow-auto rounded-ui border border-line bg-surface"
      >
        <ul className="relative" style={{ height: list.getTotalSize() }}>
          {list.getVirtualItems().map((item) => {
            const row = shown[item.index]
            if (!row) return null
            return (
              <li
                key={item.key}
                ref={list.measureElement}
                data-index={item.index}
                aria-setsize={shown.length}
                aria-posinset={item.index + 1}
                style={{ transform: `translateY(${item.start}px)` }}
                className="absolute inset-x-0 top-0 grid grid-cols-[3.5rem_1fr_auto] items-baseline gap-x-3 gap-y-1 border-b border-line px-3 py-2 md:grid-cols-[4rem_7.5rem_7rem_minmax(8rem,14rem)_1fr]"
              >
                <Cells row={row} />
              </li>
            )
          })}
        </ul>
      </section>
    </div>
  )
}
