import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { paths } from '#platform/shared/paths.ts'
import { plusDays } from '#platform/shared/time.ts'
import { startOfWeek, wallOf } from '#platform/shared/zone.ts'
import { usePhone } from '#platform/web/phone.ts'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { clock, dateWords, day } from '#platform/web/time.ts'
import { Button, ButtonLink, IconButton } from '#platform/web/ui/button.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { Anchor } from '#platform/web/ui/link.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Toolbar } from '#platform/web/ui/page.tsx'
import { FillBar } from '#platform/web/ui/progress.tsx'
import { TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { phaseBadge } from '#platform/web/ui/status.ts'
import { useUrlValue } from '#platform/web/url.ts'
import { type BoardCell, readBoard } from '../contract.ts'
import { type Filters, KindFilter } from './assignment-filters.tsx'

/** A post that comes back on several days (a series, a copy) is one row. */
type Row = { key: string; title: string; post: string; cells: Map<string, BoardCell[]> }

const rowsOf = (cells: readonly BoardCell[]): Row[] => {
  const rows = new Map<string, Row>()
  for (const cell of cells) {
    const key = JSON.stringify([cell.title, cell.post_name])
    const row = rows.get(key) ?? { key, title: cell.title, post: cell.post_name, cells: new Map() }
    rows.set(key, row)
    row.cells.set(cell.day, [...(row.cells.get(cell.day) ?? []), cell])
  }
  return [...rows.values()]
}

/** Places that nobody holds stand out; what is over, cancelled or a draft steps back. */
const cellLook = (cell: BoardCell): string => {
  if (cell.phase === 'cancelled') return 'border-line text-faint line-through'
  if (cell.phase === 'draft' || cell.phase === 'scheduled') return 'border-dashed border-line-strong'
  if (cell.unfilled) return 'border-bad-line bg-bad-wash'
  const full = cell.confirmed_count >= cell.required_count
  if (['completed', 'closed'].includes(cell.phase)) return full ? 'border-line' : 'border-warn-line'
  return full ? 'border-ok-line bg-ok-wash' : 'border-warn-line bg-warn-wash'
}

const dayWords = (date: string): string => day(`${date}T12:00:00Z`, 'UTC')

/** A shift that began before the week stands in its first day, and says so. */
const sinceWords = (cell: BoardCell, zone: string): string => {
  const began = wallOf(cell.starts_at, zone).date
  return began < cell.day ? `since ${dayWords(began).slice(0, 3)}` : ''
}

const Cell = ({ cell, zone, named = false }: { cell: BoardCell; zone: string; named?: boolean }) => {
  const waits = cell.pending_count > 0 ? `${cell.pending_count} waiting` : ''
  return (
    <Anchor
      to={paths.adminAssignment(cell.assignment_id)}
      className={cx(
        'block min-h-11 rounded-ui border px-2.5 py-1.5 text-small hover:border-brand-line',
        cellLook(cell),
      )}
    >
      {!named && (
        <span className="sr-only">
          {cell.title}, {cell.post_name},{' '}
        </span>
      )}
      {named && (
        <span className="block font-medium">
          {cell.title}
          <span className="font-normal text-soft"> · {cell.post_name}</span>
        </span>
      )}
      <span className="figures flex flex-wrap items-center justify-between gap-x-2">
        <span className="whitespace-nowrap">
          {clock(cell.starts_at, zone)}–{clock(cell.ends_at, zone)}
        </span>
        <FillBar filled={cell.confirmed_count} of={cell.required_count} />
      </span>
      <span className="flex flex-wrap justify-between gap-x-2 text-soft">
        {[phaseBadge[cell.phase].word, sinceWords(cell, zone)].filter(Boolean).join(', ')}
        {waits && <span className="font-medium text-warn">{waits}</span>}
      </span>
    </Anchor>
  )
}

type BoardProps = { days: readonly string[]; cells: readonly BoardCell[]; zone: string; today: string }

const Grid = ({ days, cells, zone, today }: BoardProps) => (
  <section
    aria-label="Week board"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    tabIndex={0}
    className="overflow-x-auto rounded-ui border border-line bg-surface"
  >
    <table className="w-full min-w-5xl table-fixed border-separate border-spacing-0">
      <caption className="sr-only">Posts by day, with places filled</caption>
      <thead>
        <tr>
          <th scope="col" className="w-44 border-b border-line px-3 py-2 text-left text-small font-medium text-faint">
            Post
          </th>
          {days.map((date) => (
            <th
              key={date}
              scope="col"
              aria-current={date === today ? 'date' : undefined}
              className={cx(
                'border-b border-l border-line px-2 py-2 text-left text-small font-medium',
                date === today ? 'bg-brand-wash text-brand-ink' : 'text-faint',
              )}
            >
              {dayWords(date)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rowsOf(cells).map((row) => (
          <tr key={row.key} className="[&:not(:last-child)>*]:border-b [&>*]:border-line">
            <th scope="row" className="px-3 py-2 text-left align-top font-medium wrap-anywhere">
              {row.title}
              <span className="block text-small font-normal text-soft">{row.post}</span>
            </th>
            {days.map((date) => (
              <td key={date} className="space-y-1 border-l p-1 align-top">
                {row.cells.get(date)?.map((cell) => (
                  <Cell key={cell.post_id} cell={cell} zone={zone} />
                ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const Days = ({ days, cells, zone, today }: BoardProps) => (
  <ol className="flex flex-col gap-4">
    {days.map((date) => {
      const own = cells.filter((cell) => cell.day === date)
      return (
        <li key={date}>
          <h2 className={cx('mb-1.5 font-semibold', date === today && 'text-brand-ink')}>
            {dayWords(date)}
            {date === today && ' · today'}
          </h2>
          {own.length === 0 ? (
            <p className="text-small text-faint">Nothing posted</p>
          ) : (
            <div className="space-y-2">
              {own.map((cell) => (
                <Cell key={cell.post_id} cell={cell} zone={zone} named />
              ))}
            </div>
          )}
        </li>
      )
    })}
  </ol>
)

/** The week: days across in the department's zone, posts down, the fill state in each cell. On a phone, day by day. */
export const WeekBoard = ({ filters }: { filters: Filters }) => {
  const { time_zone } = useOrganization()
  const [week, setWeek] = useUrlValue('week')
  const phone = usePhone()
  const asked =
    week && /^(19|20)\d{2}-\d{2}-\d{2}$/.test(week) && !Number.isNaN(Date.parse(week)) ? week : filters.today
  const first = startOfWeek(time_zone, asked).date
  const board = useRead(readBoard, { first, ...(filters.kind ? { kind: filters.kind } : {}) }, { keep: true })
  const go = (days: number) => setWeek(plusDays(first, days))
  return (
    <>
      <Toolbar label="Week">
        <div className="flex items-center gap-1">
          <IconButton label="Week before" icon={<ChevronLeft aria-hidden />} onClick={() => go(-7)} />
          <Button onClick={() => setWeek(null)}>This week</Button>
          <IconButton label="Week after" icon={<ChevronRight aria-hidden />} onClick={() => go(7)} />
        </div>
        <p className="min-h-control content-center font-semibold" aria-live="polite">
          {dateWords(first)} – {dateWords(plusDays(first, 6))}
        </p>
        <div className="md:ml-auto">
          <KindFilter kind={filters.kind} />
        </div>
      </Toolbar>
      {board.isPending ? (
        <TableSkeleton columns={8} />
      ) : board.error || !board.data ? (
        <ErrorState error={board.error} retry={() => void board.refetch()} />
      ) : board.data.cells.length === 0 ? (
        <EmptyState
          title="Nothing is posted in this week"
          text="Assignments stand here by day and post, with the places that are filled."
          action={
            <ButtonLink look="primary" to={paths.adminAssignmentNew()}>
              New assignment
            </ButtonLink>
          }
        />
      ) : (
        <>
          {board.data.more && (
            <div className="mb-3">
              <Notice tone="warn">More is posted in this week than fits here. Choose a kind, or use the list.</Notice>
            </div>
          )}
          {phone ? (
            <Days days={board.data.days} cells={board.data.cells} zone={time_zone} today={filters.today} />
          ) : (
            <Grid days={board.data.days} cells={board.data.cells} zone={time_zone} today={filters.today} />
          )}
        </>
      )}
    </>
  )
}
