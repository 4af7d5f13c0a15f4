import Ban from 'lucide-react/icons/ban'
import Hourglass from 'lucide-react/icons/hourglass'
import LogOut from 'lucide-react/icons/log-out'
import MailOpen from 'lucide-react/icons/mail-open'
import Megaphone from 'lucide-react/icons/megaphone'
import Moon from 'lucide-react/icons/moon'
import TreePalm from 'lucide-react/icons/tree-palm'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Fragment } from 'react'
import type { Range } from '#platform/shared/time.ts'
import { clock } from '#platform/web/time.ts'
import { cx } from '#platform/web/ui/class-names.ts'
import { Anchor } from '#platform/web/ui/link.tsx'
import { conflictWords, overlapsIn, restsIn } from '../client.conflicts.ts'
import { namesOf } from '../client.crews.ts'
import { CREW_LINES, crewIn, initialIn, isNarrow, linesOf, nameIn } from '../client.names.ts'
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

const lookWords = { overtime: 'Overtime', extra: 'Extra duty', open: 'Open', draft: 'Draft', over: 'Past' } as const

/** What the styles of a legend mean. */
export const Swatches = ({ looks }: { looks: readonly (keyof typeof lookWords)[] }) =>
  looks.map((look) => (
    <span key={look} className="flex items-center gap-1 xl:gap-1.5">
      <span aria-hidden className={cx('h-3.5 w-4 rounded-[0.25rem] xl:w-5', chipLooks[look])} />
      {lookWords[look]}
    </span>
  ))

const tails: Partial<Record<Look, string>> = {
  overtime: 'bg-info-wash',
  extra: 'bg-hold-wash',
  over: 'bg-hover',
  leaving: 'bg-warn-wash',
}

const markIcons = { ordered: Megaphone, asked: Hourglass, offered: MailOpen, leaving: LogOut } as const

/** A tour of several officers has two lines, and so has a title that would be cut in one. A name is shortened instead. */
export const linesIn = (entry: Entry, room: number): number => {
  const { crew, short, starts_at, look, text } = entry
  if (crew && crew.count > 1) return CREW_LINES
  if (look === 'tour' || short) return 1
  const cut = text.length + takenIn(entry, starts_at, entry.conflicts !== undefined) > room
  return cut || (isNarrow(room) && starts_at) ? CREW_LINES : 1
}

/** A title that two lines would cut has three, closer together in the same height. */
const isTight = (entry: Entry, room: number): boolean => {
  if (entry.crew || entry.short) return false
  const beside = takenIn({ ...entry, since: null }, null, entry.conflicts !== undefined)
  const words = [...(entry.starts_at ? ['00:00'] : []), ...entry.text.split(' ')]
  return linesOf(words, room - beside) > CREW_LINES
}

export const MarkIcon = ({ mark, className }: { mark: NonNullable<Entry['mark']>; className: string }) => {
  const Icon = markIcons[mark]
  return <Icon aria-hidden className={className} />
}

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

/** Characters beside the text: its time, icons, where it began. */
const takenIn = (entry: Entry, time: string | null, conflict: boolean): number =>
  (time ? 6 : 0) + (entry.mark ? 3 : 0) + (conflict ? 3 : 0) + (entry.since ? 12 : 0) + (entry.look === 'leave' ? 3 : 0)

type Shown = { time: string | null; since: string; names: readonly string[]; rest: string }
/** What is written in the cell: `9 · Coleman, Sutton +7`, `20:00 DUI patrol`, `R. Stokes`. */
const shownIn = (entry: Entry, zone: string, room: number, conflict: string): Shown => {
  const { crew, text, starts_at, look } = entry
  const narrow = isNarrow(room)
  // In a narrow cell the name of a tour says its hours.
  const time = starts_at && !(narrow && look === 'tour') ? clock(starts_at, zone) : null
  const since = entry.since ? `since ${dayWord(entry.since).slice(0, 3)} · ` : ''
  if (crew && crew.count > 1) {
    const { shown, more } = crewIn(crew.count, namesOf(crew), room)
    return { time, since, names: shown, rest: more > 0 ? `+${more}` : '' }
  }
  if (entry.short === 'initial') {
    const { name, timed } = initialIn(text, room, takenIn(entry, null, conflict !== ''), 6)
    return { time: timed ? time : null, since, names: [name], rest: '' }
  }
  const taken = linesIn(entry, room) > 1 ? 0 : takenIn(entry, time, conflict !== '')
  return { time, since, names: [entry.short || crew ? nameIn(text, room, taken) : text], rest: '' }
}

/** What a cell leaves out: the whole name, and the time if it doesn't fit. */
const leftOut = ({ short, starts_at, text }: Entry, { time, names }: Shown, zone: string): string[] =>
  short === 'initial'
    ? [...(names[0] === text ? [] : [text]), ...(starts_at && !time ? [clock(starts_at, zone)] : [])]
    : []

/** Read aloud whole: a label costs nothing to lay out, hidden text in each of a thousand entries does. */
const labelOf = (entry: Entry, of: Shown, conflict: string, zone: string): string => {
  const { time, since, names, rest } = of
  const count = entry.crew && entry.crew.count > 1 ? `${entry.crew.count} · ` : ''
  const shown = [time, `${since}${count}${names.join(', ')}`, rest].filter(Boolean).join(' ')
  const after = [entry.state, conflict, entry.tail > 0 && 'ends the next day']
  return [entry.before, shown, ...leftOut(entry, of, zone), ...after].filter(Boolean).join(', ')
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

type ContentProps = {
  entry: Entry
  shown: Shown
  lines: number
  tight: boolean
  conflict: string
  labeled: boolean
}

const Words = ({
  entry: { crew },
  shown: { time, since, names, rest },
  lines,
  tight,
}: Omit<ContentProps, 'conflict' | 'labeled'>) => (
  <span
    className={
      lines === 1
        ? 'truncate'
        : tight
          ? 'line-clamp-3 leading-[calc(var(--size-chip)*0.67)] wrap-anywhere hyphens-auto'
          : 'line-clamp-2 leading-[calc(var(--size-chip)*0.75)]'
    }
  >
    {lines > 1 && time && <span className="figures text-soft">{time} </span>}
    {since && <span className="text-faint">{since}</span>}
    {crew && crew.count > 1 && (
      <>
        <span className="figures font-medium text-ink">{crew.count}</span> ·{' '}
      </>
    )}
    {crew && lines > 1
      ? names.map((name, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two officers may have the same name
          <Fragment key={`${name} ${n}`}>
            <span className="whitespace-nowrap">
              {name}
              {n < names.length - 1 && ','}
            </span>{' '}
          </Fragment>
        ))
      : names[0]}
    {rest && <span className="figures whitespace-nowrap text-faint">{rest}</span>}
  </span>
)

const Content = ({ entry, shown, lines, tight, conflict, labeled }: ContentProps) => (
  <>
    {!labeled && entry.before && <span className="sr-only">{entry.before}, </span>}
    {overlapsIn(entry.conflicts).length > 0 && (
      <TriangleAlert aria-hidden className="-mx-0.5 size-3.5 shrink-0 text-warn" />
    )}
    {restsIn(entry.conflicts).length > 0 && <Moon aria-hidden className="-mx-0.5 size-3.5 shrink-0 text-warn" />}
    {entry.look === 'leave' && <TreePalm aria-hidden className="size-3.5 shrink-0" />}
    {lines === 1 && shown.time && <span className="figures shrink-0 text-soft">{shown.time} </span>}
    <Words {...{ entry, shown, lines, tight }} />
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

/** On hover: who, the shift or tour, and its times. */
const wholeOf = ({ crew, act, starts_at, text }: Entry, zone: string): string => {
  const times = (one: Range) => `${clock(one.starts_at, zone)}–${clock(one.ends_at, zone)}`
  if (crew) return `${crew.platoon ?? 'Other tours'} ${times(crew)}\n${namesOf(crew).join(', ')}`
  if (act) return [text !== act.title && text, `${act.title} ${times(act)}`].filter(Boolean).join('\n')
  return [starts_at && clock(starts_at, zone), text].filter(Boolean).join(' ')
}

/**
 * An entry in a cell. An entry that continues after midnight extends across the line into the next day; on the last day it would
 * make the week scroll sideways.
 */
export const Chip = ({ entry, zone, room, tabIndex, spot, leads = false }: ChipProps) => {
  const to = opensAt(entry.opens)
  const lines = linesIn(entry, room)
  const className = cx(
    'relative flex w-full print:h-auto print:px-0.5 print:text-[8pt] min-w-0 items-center gap-1 rounded-[0.25rem] px-1.5 text-left text-small leading-tight',
    lines > 1 ? 'h-[calc(var(--size-chip)*2+2px)]' : 'h-chip',
    chipLooks[entry.look],
    'data-found:outline-2 data-found:outline-offset-1 data-found:outline-warn',
    (to || entry.act || entry.crew) && 'hover:brightness-125 light:hover:brightness-95',
    entry.act && !entry.act.over && 'group/chip cursor-grab touch-manipulation select-none',
  )
  const conflict = entry.conflicts ? conflictWords(entry.conflicts, zone) : ''
  const opens = entry.act ? 'menu' : entry.crew ? 'dialog' : null
  const shown = shownIn(entry, zone, room, conflict)
  const label = opens && labelOf(entry, shown, conflict, zone)
  const tight = lines > 1 && isTight(entry, room)
  const content = <Content {...{ entry, shown, lines, tight, conflict }} labeled={label !== null} />
  const whole = wholeOf(entry, zone)
  const shared = {
    className,
    tabIndex,
    'data-spot': spot,
    title: [whole, conflict].filter(Boolean).join('\n'),
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
