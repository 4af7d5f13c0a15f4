import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import ArrowDown from 'lucide-react/icons/arrow-down'
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { plusDays, type WallDate } from '#platform/shared/time.ts'
import { useDensity } from '#platform/web/density.ts'
import { cx } from '#platform/web/ui/class-names.ts'
import { useGo } from '#platform/web/url.ts'
import { conflictsInRows, conflictWords } from '../client.conflicts.ts'
import { movable } from '../client.drops.ts'
import type { DayMinimum } from '../client.minimums.ts'
import { titleLines } from '../client.names.ts'
import { type Room, useRoom } from '../client.room.ts'
import { type Entry, type Row, type Section, toursTitle } from '../client.rows.ts'
import { type Spot, spotOf, useSpots } from '../client.spots.ts'
import type { Total } from '../client.units.ts'
import { useActions } from './actions.tsx'
import { linesIn } from './chip.tsx'
import { Dragging } from './dragging.tsx'
import { usePaged } from './paged.tsx'
import { GridRow, Head, newShiftAt, SectionHead, Spacer } from './sheet-rows.tsx'

type Line = { head: string } | { row: Row; at: number }

const linesOf = (sections: readonly Section[]): Line[] => {
  let at = 0
  return sections.flatMap(({ title, rows }): Line[] => [
    ...(title ? [{ head: title }] : []),
    ...rows.map((row) => ({ row, at: at++ })),
  ])
}

type Sizes = Readonly<Record<'chip' | 'line' | 'pair' | 'title', number>>
/** The heights of the tokens, in pixels: regular or compact, and as large as the person reads. */
const readSizes = (): Sizes => {
  const style = getComputedStyle(document.documentElement)
  const text = Number.parseFloat(style.fontSize) || 16
  const of = (name: string, usual: number) =>
    (Number.parseFloat(style.getPropertyValue(`--size-${name}`)) || usual) * text
  const [line, pair] = [of('line', 0.75), of('pair', 3.375)]
  return { chip: of('chip', 1.5), line, pair, title: Math.min(1.25 * text, (pair - line) / 2) }
}
/** The height of a line: given and not measured, which would lay the table out for each row. */
const heightOf = (
  line: Line,
  { chip, line: padding, pair, title }: Sizes,
  room: Pick<Room, 'entry' | 'title'>,
): number => {
  // A heading: its text, with less above and below than a row.
  if ('head' in line) return chip + padding / 3
  const most = Math.max(
    0,
    ...line.row.cells.map((cell) => cell.reduce((sum, entry) => sum + linesIn(entry, room.entry), 0)),
  )
  const head = pair + (titleLines(line.row.title, room.title) - 1) * title
  return Math.max(head, most * (chip + 2) + padding + 1)
}
const keyOf = (line: Line | undefined, index: number) =>
  line ? ('head' in line ? `head ${line.head}` : line.row.key) : index

type SheetProps = {
  label: string
  corner: ReactNode
  sections: readonly Section[]
  from: WallDate
  days: number
  today: WallDate
  zone: string
  totals: readonly Total[]
  minimums: ReadonlyMap<WallDate, DayMinimum>
  /** Load more rows: the end has come into view. */
  onEnd?: () => void
}

/** How many lines to render beyond those in view: those of another week come first without, in a frame that is not too long. */
const useOverscan = (from: WallDate): number => {
  const [drawn, setDrawn] = useState<WallDate | null>(null)
  useEffect(() => startTransition(() => setDrawn(from)), [from])
  return drawn === from ? 4 : 0
}

type Place = { place: RefObject<HTMLElement | null>; room: Room; paged: boolean }

/** Which lines are in view: of the window where the page scrolls, otherwise of the table's own place. */
const useList = (lines: readonly Line[], from: WallDate, { place, room, paged }: Place) => {
  const density = useDensity()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tokens follow the density
  const sizes = useMemo(readSizes, [density])
  // The same functions while the lines are the same: with new ones, each frame would measure every row again.
  const { entry, title } = room
  const estimateSize = useCallback(
    (index: number) => heightOf(lines[index] ?? { head: '' }, sizes, { entry, title }),
    [lines, sizes, entry, title],
  )
  const getItemKey = useCallback((index: number) => keyOf(lines[index], index), [lines])
  // A frame of scrolling is one drawing, however many events it has.
  const shared = { count: lines.length, estimateSize, getItemKey, overscan: useOverscan(from), useFlushSync: false }
  const inPlace = useVirtualizer({ ...shared, enabled: !paged, getScrollElement: () => place.current })
  const inPage = useWindowVirtualizer({
    ...shared,
    enabled: paged,
    scrollMargin: room.top,
    scrollPaddingEnd: room.covered,
  })
  const list = paged ? inPage : inPlace
  const measured = useRef(estimateSize)
  useLayoutEffect(() => {
    if (measured.current === estimateSize) return
    measured.current = estimateSize
    list.measure()
  }, [list, estimateSize])
  return { list, margin: paged ? room.top : 0 }
}

/** The lines in view, plus the height of those before and after. */
const useShownLines = (lines: readonly Line[], from: WallDate, where: Place, onEnd?: () => void) => {
  const { list, margin } = useList(lines, from, where)
  const shown = list.getVirtualItems()
  const before = Math.max(0, (shown[0]?.start ?? margin) - margin)
  const after = list.getTotalSize() - ((shown.at(-1)?.end ?? margin) - margin)
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => {
    if (onEnd && last >= lines.length - 10) onEnd()
  }, [onEnd, last, lines.length])
  return { list, shown, before, after }
}

const useDates = (from: WallDate, days: number): WallDate[] =>
  useMemo(() => Array.from({ length: days }, (_, n) => plusDays(from, n)), [from, days])

/** A click opens an entry's menu; M moves it, N posts a shift on its day. */
const useDoing = (rows: readonly Row[], dates: readonly WallDate[]) => {
  const actions = useActions()
  const go = useGo()
  const actAt = (target: EventTarget) => {
    const spot = target instanceof Element ? spotOf(target) : null
    const row = spot && rows[spot.row]
    const entry = spot && row?.cells[spot.day]?.[spot.item]
    return { spot, row, act: entry?.act ?? null, crew: entry?.crew ?? null }
  }
  const onClick = ({ target, detail }: MouseEvent) => {
    const { spot, act, crew } = actAt(target)
    const show = () => {
      if (spot && act) actions?.open(act, spot.element)
      else if (spot && crew) actions?.openCrew(crew, spot.element)
    }
    // A pointer's press is answered before the menu is drawn and placed. A key's (0) opens it at once: the next one is meant for it.
    if (detail === 0) show()
    else startTransition(show)
  }
  const onKey = (event: KeyboardEvent): boolean => {
    if (event.ctrlKey || event.metaKey || event.altKey) return false
    const { spot, row, act } = actAt(event.target)
    const key = event.key.toLowerCase()
    const date = spot && dates[spot.day]
    if (key === 'n' && row && date) go(newShiftAt(row, date))
    else if (key === 'm' && act && !act.over)
      actions?.start(movable(act) && !actions.looksOn ? 'move-officer' : 'move-shift', act)
    else return false
    event.preventDefault()
    return true
  }
  return { onClick, onKey }
}

/** What is drawn from the rows, computed again only where they change. */
const useGrid = (rows: readonly Row[], dates: readonly WallDate[], today: WallDate) => {
  const conflicts = useMemo(() => conflictsInRows(rows, 'overlap'), [rows])
  const rests = useMemo(() => conflictsInRows(rows, 'rest'), [rows])
  const grid = useMemo(() => ({ rows, dates, today }), [rows, dates, today])
  return { conflicts, rests, grid }
}

type FrameProps = { place: RefObject<HTMLElement | null>; label: string; paged: boolean; children: ReactNode }

/** As high as its rows where the page scrolls them; otherwise it scrolls both ways in the window's height. */
const Frame = ({ place, label, paged, children }: FrameProps) => (
  <section
    ref={place}
    aria-label={label}
    className={cx(
      'relative [contain:layout_paint] rounded-ui border border-line bg-surface print:hidden',
      paged ? 'overflow-clip' : 'max-h-[calc(100dvh-14.75rem)] min-h-64 overflow-auto [scrollbar-gutter:auto]',
    )}
  >
    {children}
  </section>
)

/** `Kevin Doyle: Overlaps A watch 06:00–18:00` */
const sayOfEntry = (entry: Entry | undefined, zone: string): string =>
  entry?.conflicts
    ? `${entry.before === '' || entry.short ? entry.text : entry.before}: ${conflictWords(entry.conflicts, zone)}`
    : ''

type CornerProps = Pick<SheetProps, 'corner' | 'sections' | 'today'> & {
  dates: readonly WallDate[]
  goTo: (spot: Spot, found: true) => void
}

/** Shifts to fill come first, and can fill the window: one press goes to the regular tours below them. */
const Corner = ({ corner, sections, dates, today, goTo }: CornerProps) => {
  const at = sections.findIndex(({ title }) => title === toursTitle)
  const row = sections.slice(0, Math.max(0, at)).reduce((sum, { rows }) => sum + rows.length, 0)
  return (
    <>
      {row > 0 && (
        <button
          type="button"
          title="Go to the regular tours"
          className="flex items-center gap-1 font-medium text-brand-ink hover:underline"
          onClick={() => goTo({ row, day: Math.max(0, dates.indexOf(today)), item: 0 }, true)}
        >
          <ArrowDown aria-hidden className="size-3.5 shrink-0" />
          {toursTitle}
        </button>
      )}
      {corner}
    </>
  )
}

const Days = ({ label, corner, sections, from, days, today, zone, totals, minimums, onEnd }: SheetProps) => {
  const dates = useDates(from, days)
  const lines = useMemo(() => linesOf(sections), [sections])
  const rows = useMemo(() => sections.flatMap((section) => section.rows), [sections])
  const place = useRef<HTMLElement>(null)
  const paged = usePaged()
  const room = useRoom(place, days, paged)
  const { list, shown, before, after } = useShownLines(lines, from, { place, room, paged }, onEnd)
  const toRow = useCallback(
    (row: number) => list.scrollToIndex(lines.findIndex((line) => 'row' in line && line.at === row)),
    [list, lines],
  )
  const { here, goTo, onKeyDown, onFocus } = useSpots(rows, days, place, toRow)
  const { onClick, onKey } = useDoing(rows, dates)
  const { conflicts, rests, grid } = useGrid(rows, dates, today)
  const sayOf = ({ row, day, item }: Spot) => sayOfEntry(rows[row]?.cells[day]?.[item], zone)
  return (
    <Dragging grid={grid}>
      <Frame place={place} label={label} paged={paged}>
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are reached by arrows is a grid
          role="grid"
          aria-label={label}
          aria-rowcount={lines.length + 1}
          onClick={onClick}
          onKeyDown={(event) => onKey(event) || onKeyDown(event)}
          onFocus={onFocus}
          className={cx('w-full table-fixed border-separate border-spacing-0', days > 2 && !paged && 'min-w-4xl')}
        >
          <Head
            corner={<Corner {...{ corner, sections, dates, today, goTo }} />}
            {...{ dates, today, totals, minimums, conflicts, rests, goTo, sayOf, paged }}
          />
          <tbody>
            <Spacer height={before} columns={days + 1} />
            {shown.map(({ index, key, size }) => {
              const line = lines[index]
              if (!line) return null
              if ('head' in line)
                return <SectionHead key={key} title={line.head} index={index} columns={days + 1} height={size} />
              return (
                <GridRow
                  key={key}
                  height={size}
                  index={index}
                  {...{ dates, today, zone, ...line }}
                  room={room.entry}
                  titles={titleLines(line.row.title, room.title)}
                  stopDay={here.row === line.at ? here.day : -1}
                  stopItem={here.row === line.at ? here.item : -1}
                />
              )
            })}
            <Spacer height={after} columns={days + 1} />
          </tbody>
        </table>
      </Frame>
    </Dragging>
  )
}

/** A table of days: its first row and column are sticky, and only the rows in view are rendered. */
export const Sheet = memo(Days)
