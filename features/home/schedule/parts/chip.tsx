import Ban from 'lucide-react/icons/ban'
import Gavel from 'lucide-react/icons/gavel'
import Hourglass from 'lucide-react/icons/hourglass'
import LogOut from 'lucide-react/icons/log-out'
import MailOpen from 'lucide-react/icons/mail-open'
import TreePalm from 'lucide-react/icons/tree-palm'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { clock } from '#platform/web/time.ts'
import { cx } from '#platform/web/ui/class-names.ts'
import { Anchor } from '#platform/web/ui/link.tsx'
import { conflictWords } from '../client.conflicts.ts'
import { CREW_LINES, crewIn, nameIn } from '../client.names.ts'
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
  leaving: 'border border-warn bg-warn-wash text-ink',
  leave: 'text-faint',
  draft: 'border border-dashed border-line-strong text-soft',
  over: 'bg-hover text-soft',
  missed: 'bg-hover text-faint line-through',
}
const tails: Partial<Record<Look, string>> = {
  overtime: 'bg-info-wash',
  extra: 'bg-hold-wash',
  over: 'bg-hover',
  leaving: 'bg-warn-wash',
}

const markIcons = { ordered: Gavel, asked: Hourglass, offered: MailOpen, leaving: LogOut } as const

/** A tour of several officers has as many lines as their names may take. */
export const crewLines = ({ crew }: Entry): number => (crew && crew.count > 1 ? CREW_LINES : 1)

/** Icon at the end of a chip. */
const Mark = ({ entry }: { entry: Entry }) => {
  const Icon = entry.mark ? markIcons[entry.mark] : entry.look === 'missed' ? Ban : null
  return (
    Icon && (
      <Icon
        aria-hidden
        className={cx('ml-auto size-3.5 shrink-0', entry.look === 'leaving' ? 'text-warn' : 'text-soft')}
      />
    )
  )
}

/** Read aloud whole: a label costs nothing to lay out, hidden text in each of a thousand entries does. */
const labelOf = (entry: Entry, time: string | null, conflict: string): string => {
  const { crew } = entry
  const text = crew
    ? [
        `${crew.count} on tour: ${crew.names.join(', ')}`,
        crew.count > crew.names.length && `${crew.count - crew.names.length} more`,
      ]
        .filter(Boolean)
        .join(' and ')
    : entry.text
  const shown = [time, entry.since && `since ${dayWord(entry.since).slice(0, 3)} ·`, text].filter(Boolean).join(' ')
  return [entry.before, shown, crew ? '' : entry.state, conflict, entry.tail > 0 && 'ends the next day']
    .filter(Boolean)
    .join(', ')
}

type ChipProps = {
  entry: Entry
  zone: string
  /** Characters that a line of the cell holds. */
  room: number
  tabIndex?: number
  spot?: string
  /** The whole shift is picked up at its first entry. */
  leads?: boolean
}

/** `9 · Coleman, Sutton +7`, over two lines. */
const CrewNames = ({ crew, room }: { crew: NonNullable<Entry['crew']>; room: number }) => {
  const { shown, more } = crewIn(crew.count, crew.names, room)
  return (
    <span className="line-clamp-2 leading-[calc(var(--size-chip)*0.8)]">
      <span className="figures font-medium text-ink">{crew.count}</span> ·{' '}
      {shown.map((name, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two officers may have the same name
        <span key={`${name} ${n}`} className="whitespace-nowrap">
          {name}
          {n < shown.length - 1 && ', '}
        </span>
      ))}
      {more > 0 && <span className="figures whitespace-nowrap text-faint"> +{more}</span>}
    </span>
  )
}

/** Characters beside the name: its time, icons, where it began. */
const takenIn = (entry: Entry, time: string | null, conflict: string): number =>
  (time ? 6 : 0) + (entry.mark ? 3 : 0) + (conflict ? 3 : 0) + (entry.since ? 12 : 0) + (entry.look === 'leave' ? 3 : 0)

type ContentProps = { entry: Entry; time: string | null; conflict: string; room: number; labeled: boolean }

const Content = ({ entry, time, conflict, room, labeled }: ContentProps) => (
  <>
    {!labeled && entry.before && <span className="sr-only">{entry.before}, </span>}
    {conflict && <TriangleAlert aria-hidden className="-mx-0.5 size-3.5 shrink-0 text-warn" />}
    {entry.look === 'leave' && <TreePalm aria-hidden className="size-3.5 shrink-0" />}
    {time && <span className="figures shrink-0 text-soft">{time} </span>}
    {entry.crew && crewLines(entry) > 1 ? (
      <CrewNames crew={entry.crew} room={room} />
    ) : (
      <span className="truncate">
        {entry.since && <span className="text-faint">since {dayWord(entry.since).slice(0, 3)} · </span>}
        {entry.short || entry.crew ? nameIn(entry.text, room, takenIn(entry, time, conflict)) : entry.text}
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
export const Chip = ({ entry, zone, room, tabIndex, spot, leads = false }: ChipProps) => {
  const to = opensAt(entry.opens)
  const time = entry.starts_at ? clock(entry.starts_at, zone) : null
  const className = cx(
    'relative flex w-full print:h-auto print:px-0.5 print:text-[8pt] min-w-0 items-center gap-1 rounded-[0.25rem] px-1.5 text-left text-small leading-tight',
    crewLines(entry) > 1 ? 'h-[calc(var(--size-chip)*2+2px)]' : 'h-chip',
    chipLooks[entry.look],
    (to || entry.act || entry.crew) && 'hover:brightness-125 light:hover:brightness-95',
    entry.act && !entry.act.over && 'group/chip cursor-grab touch-manipulation select-none',
  )
  const conflict = entry.conflicts ? conflictWords(entry.conflicts, zone) : ''
  const opens = entry.act ? 'menu' : entry.crew ? 'dialog' : null
  const label = opens && labelOf(entry, time, conflict)
  const content = <Content {...{ entry, time, conflict, room }} labeled={label !== null} />
  const shared = {
    className,
    tabIndex,
    'data-spot': spot,
    title: [entry.crew ? entry.crew.names.join(', ') : entry.text, conflict].filter(Boolean).join('\n'),
  }
  if (opens)
    return (
      <button {...shared} type="button" aria-haspopup={opens} aria-label={label ?? undefined}>
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
