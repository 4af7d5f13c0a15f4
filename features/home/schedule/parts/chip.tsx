import Ban from 'lucide-react/icons/ban'
import Gavel from 'lucide-react/icons/gavel'
import Hourglass from 'lucide-react/icons/hourglass'
import MailOpen from 'lucide-react/icons/mail-open'
import TreePalm from 'lucide-react/icons/tree-palm'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { clock } from '#platform/web/time.ts'
import { cx } from '#platform/web/ui/class-names.ts'
import { Anchor } from '#platform/web/ui/link.tsx'
import { conflictWords } from '../client.conflicts.ts'
import type { Entry, Look } from '../client.rows.ts'
import { opensAt } from '../client.ts'
import { dayWord } from '../words.ts'

/** One style per state: fill, outline and icon, never color alone. */
export const chipLooks: Record<Look, string> = {
  tour: 'text-soft',
  overtime: 'bg-info-wash text-ink',
  extra: 'bg-hold-wash text-ink',
  open: 'border border-dashed border-warn text-warn font-medium',
  asked: 'border border-line-strong text-ink',
  leave: 'text-faint',
  draft: 'border border-dashed border-line-strong text-soft',
  over: 'bg-hover text-soft',
  missed: 'bg-hover text-faint line-through',
}
const tails: Partial<Record<Look, string>> = {
  overtime: 'bg-info-wash',
  extra: 'bg-hold-wash',
  over: 'bg-hover',
}

const markIcons = { ordered: Gavel, asked: Hourglass, offered: MailOpen } as const

/** Icon at the end of a chip. */
const Mark = ({ entry }: { entry: Entry }) => {
  const Icon = entry.mark ? markIcons[entry.mark] : entry.look === 'missed' ? Ban : null
  return Icon && <Icon aria-hidden className="ml-auto size-3.5 shrink-0 text-soft" />
}

/** Read aloud whole: a label costs nothing to lay out, hidden text in each of a thousand entries does. */
const labelOf = (entry: Entry, time: string | null, conflict: string): string => {
  const shown = [time, entry.since && `since ${dayWord(entry.since).slice(0, 3)} ·`, entry.text]
    .filter(Boolean)
    .join(' ')
  return [entry.before, shown, entry.state, conflict, entry.tail > 0 && 'ends the next day'].filter(Boolean).join(', ')
}

type ChipProps = {
  entry: Entry
  zone: string
  tabIndex?: number
  spot?: string
  /** The whole shift is picked up at its first entry. */
  leads?: boolean
}

type ContentProps = { entry: Entry; time: string | null; conflict: string; labeled: boolean }

const Content = ({ entry, time, conflict, labeled }: ContentProps) => (
  <>
    {!labeled && entry.before && <span className="sr-only">{entry.before}, </span>}
    {conflict && <TriangleAlert aria-hidden className="-mx-0.5 size-3.5 shrink-0 text-warn" />}
    {entry.look === 'leave' && <TreePalm aria-hidden className="size-3.5 shrink-0" />}
    {time && <span className="figures shrink-0 text-soft">{time} </span>}
    <span className="truncate">
      {entry.since && <span className="text-faint">since {dayWord(entry.since).slice(0, 3)} · </span>}
      {entry.text}
    </span>
    {entry.more > 0 && (
      <span className="figures -ml-0.5 shrink-0 text-faint">
        +{entry.more}
        {!labeled && <span className="sr-only"> more</span>}
      </span>
    )}
    {!labeled && (entry.state || conflict || entry.tail > 0) && (
      <span className="sr-only">
        {entry.state && `, ${entry.state}`}
        {conflict && `, ${conflict}`}
        {entry.tail > 0 && ', ends the next day'}
      </span>
    )}
    <Mark entry={entry} />
    {entry.tail > 0 && tails[entry.look] && (
      <span
        aria-hidden
        className={cx(
          'absolute inset-y-0 left-full w-2.5 rounded-r-[0.25rem] opacity-70 group-last:hidden print:hidden',
          tails[entry.look],
        )}
      />
    )}
    {entry.tail > 0 && entry.look === 'tour' && (
      <span
        aria-hidden
        className="absolute top-1/2 left-full w-3 border-t border-dashed border-line-strong group-last:hidden"
      />
    )}
  </>
)

/**
 * An entry in a cell. An entry that continues after midnight extends across the line into the next day; on the last day it would
 * make the week scroll sideways.
 */
export const Chip = ({ entry, zone, tabIndex, spot, leads = false }: ChipProps) => {
  const to = opensAt(entry.opens)
  const time = entry.starts_at ? clock(entry.starts_at, zone) : null
  const className = cx(
    'relative flex h-chip w-full print:h-auto print:px-0.5 print:text-[8pt] min-w-0 items-center gap-1.5 rounded-[0.25rem] px-2 text-left text-small leading-tight',
    chipLooks[entry.look],
    (to || entry.act) && 'hover:brightness-125 light:hover:brightness-95',
    entry.act && !entry.act.over && 'group/chip cursor-grab touch-manipulation select-none',
  )
  const conflict = entry.conflicts ? conflictWords(entry.conflicts, zone) : ''
  const label = entry.act && labelOf(entry, time, conflict)
  const content = <Content {...{ entry, time, conflict }} labeled={label !== null} />
  const shared = { className, tabIndex, 'data-spot': spot, title: [entry.text, conflict].filter(Boolean).join('\n') }
  if (entry.act)
    return (
      <button {...shared} type="button" aria-haspopup="menu" aria-label={label ?? undefined}>
        {leads && (
          <span
            data-grip
            aria-hidden
            title="Drag the whole shift"
            className="absolute inset-y-0 -left-0.5 flex w-2.5 items-center text-faint opacity-0 group-hover/chip:opacity-100 print:hidden"
          >
            ⠿
          </span>
        )}
        {content}
      </button>
    )
  return to ? (
    <Anchor {...shared} to={to}>
      {content}
    </Anchor>
  ) : (
    <span {...shared} tabIndex={tabIndex ?? undefined}>
      {content}
    </span>
  )
}
