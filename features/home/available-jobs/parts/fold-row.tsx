import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId } from 'react'
import { cx } from '#platform/web/ui/class-names.ts'
import { foldLine, memberWords, type ShiftEntry } from '../client.folds.ts'
import { useZone } from './row-action.tsx'
import { rowPlace, ShiftRow, Times, useLengthWords } from './shift-row.tsx'

/** Opens the rows of a line below it. `whole`: a press anywhere on the line counts. */
export const FoldButton = ({
  words,
  title,
  open,
  onToggle,
  whole = false,
}: {
  words: string
  title: string
  open: boolean
  onToggle: () => void
  whole?: boolean
}) => (
  <button
    type="button"
    aria-expanded={open}
    aria-label={`${words}: ${title}`}
    onClick={onToggle}
    className={cx(
      'figures inline-flex min-h-control shrink-0 items-center gap-1.5 rounded-ui border border-line-strong/60 bg-raised pr-2.5 pl-3.5 font-medium whitespace-nowrap hover:bg-hover @max-[17rem]:w-full @max-[17rem]:justify-center',
      whole && 'after:absolute after:inset-0',
    )}
  >
    {words}
    <ChevronDown aria-hidden className={cx('size-4 shrink-0', open && 'rotate-180')} />
  </button>
)

/** Alike shifts as one row on a phone, which opens into one row for each date or post. */
export const FoldRow = ({ entry, open, onToggle }: { entry: ShiftEntry; open: boolean; onToggle: () => void }) => {
  const zone = useZone()
  const id = useId()
  const [first] = entry.rows
  const { count, came, given, until, coming } = foldLine(entry, zone)
  const length = useLengthWords(first)
  const { title } = first.standing.job
  return (
    <li className="border-b border-line last:border-b-0">
      <div className="@container relative hover:bg-hover">
        <div className="grid min-h-18 grid-cols-[auto_minmax(0,1fr)_auto] content-center items-center gap-x-3 px-4 py-0.5 pt-1.25 @max-[17rem]:grid-cols-1 @max-[17rem]:gap-y-2 @max-[17rem]:py-2.5">
          <Times starts_at={first.post.starts_at} ends_at={first.post.ends_at} zone={zone} />
          <h3
            id={id}
            className="col-start-2 line-clamp-2 leading-5.5 font-semibold @max-[17rem]:col-auto @max-[17rem]:line-clamp-none"
          >
            {title}
          </h3>
          <FoldButton words={count} title={title} open={open} onToggle={onToggle} whole />
          <p className="col-[2/-1] row-start-2 min-w-0 text-small text-soft empty:hidden @max-[17rem]:col-auto @max-[17rem]:row-auto">
            {rowPlace(first)}
          </p>
          <p className="figures col-[2/-1] min-w-0 truncate text-small text-soft first-letter:uppercase @max-[17rem]:col-auto @max-[17rem]:whitespace-normal">
            {came && <span className="font-medium text-brand-ink">{came} · </span>}
            {[...given, ...until, ...length].join(' · ')}
          </p>
          {coming && <p className="figures col-[2/-1] text-small text-warn @max-[17rem]:col-auto">{coming}</p>}
        </div>
      </div>
      {open && (
        <ul aria-labelledby={id} className="border-t border-line">
          {entry.rows.map((row) => (
            <ShiftRow key={row.key} row={row} member={memberWords(entry, row, zone)} />
          ))}
        </ul>
      )}
    </li>
  )
}
