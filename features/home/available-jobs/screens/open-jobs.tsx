import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { memo, useDeferredValue, useEffect, useMemo } from 'react'
import { shortReasons } from '#features/shifts/eligibility/words.ts'
import type { NotToSignUpCode } from '#features/shifts/signups/rules.ts'
import { paths } from '#platform/shared/paths.ts'
import { useNow } from '#platform/web/clock.ts'
import { usePhone } from '#platform/web/phone.ts'
import { useOrganization } from '#platform/web/session.ts'
import { useStay } from '#platform/web/stay.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { useFirstScreenful } from '#platform/web/ui/first-screenful.ts'
import { TextLink } from '#platform/web/ui/link.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState, OfflineMark } from '#platform/web/ui/states.tsx'
import { idOrNull, useGo, useUrlValue } from '#platform/web/url.ts'
import { useGrouping } from '../client.folds.ts'
import { type ShiftRow, useHeldRows, useShiftRows } from '../client.ts'
import { DayStrip, useJump } from '../parts/day-strip.tsx'
import { type Filter, Filters, GroupChip, useFilter } from '../parts/filters.tsx'
import { ShiftList } from '../parts/shift-list.tsx'
import { countDays, stripDays } from '../rules.days.ts'
import { foldRows, unfolded } from '../rules.folds.ts'
import { countReasons, isOpenTo, isWanted } from '../rules.ts'

const Nothing = ({ filter, others }: { filter: Filter; others: number }) => (
  <EmptyState
    title={filter.set > 0 ? 'No shifts match these filters' : filter.mine ? 'You have no shifts' : 'No open shifts'}
    text={
      filter.set > 0
        ? 'Try another date, time of day or type.'
        : filter.mine
          ? 'Shifts you sign up for or request appear here.'
          : others > 0
            ? "New shifts that you can take appear here. Below are the others, and why you can't take them."
            : 'New shifts appear here as soon as your department posts them.'
    }
    action={filter.set > 0 && <Button onClick={filter.clear}>Clear filters</Button>}
  />
)

/** Shifts that arrived while the list was on screen. Shown on request, so that rows don't move on their own. */
const Waiting = ({ count, onShow }: { count: number; onShow: () => void }) => (
  <div role="status" className="sticky top-[calc(var(--list)+1rem)] z-10 flex h-0 justify-center">
    {count > 0 && (
      <Button look="primary" icon={<ArrowUp aria-hidden />} className="h-11 shadow-float" onClick={onShow}>
        {count} new {count === 1 ? 'shift' : 'shifts'}
      </Button>
    )}
  </div>
)

/** `28 full`, `1 overlaps another shift`, `4 overlap another shift`. */
const countedWords = (code: NotToSignUpCode, n: number): string => {
  if (code === 'full') return 'full'
  if (code === 'group_first') return 'open to another group first'
  const words = shortReasons[code].toLowerCase()
  return n === 1 ? words : words.replace('overlaps', 'overlap')
}

/** Full shifts and shifts the officer can't take, folded into one line until opened. */
const Others = ({
  rows,
  all,
  shown,
  filter,
  now,
}: {
  rows: readonly ShiftRow[]
  all: readonly ShiftRow[]
  /** Rows of the list above, which are not repeated. */
  shown: ReadonlySet<string>
  filter: Filter
  now: number
}) => {
  const why = countReasons(rows)
  const held = useHeldRows(rows, all, `${filter.asked} ${filter.others}`)
  const stay = useStay()
  const toggle = () => {
    stay()
    filter.setOthers(!filter.others)
  }
  return (
    <section aria-label="Full or unavailable shifts" className="mt-2">
      <button
        type="button"
        aria-expanded={filter.others}
        className="figures mb-3 flex min-h-12 w-full items-center justify-between gap-3 rounded-ui border border-line bg-surface px-4 py-2 text-left hover:bg-hover"
        onClick={toggle}
      >
        <span>
          <span className="font-medium">{rows.length} full or unavailable</span>
          <span className="text-soft">{why.map(([code, n]) => ` · ${n} ${countedWords(code, n)}`)}</span>
        </span>
        <ChevronDown aria-hidden className={filter.others ? 'size-5 shrink-0 rotate-180' : 'size-5 shrink-0'} />
      </button>
      {filter.others && (
        <ShiftList
          label="Full or unavailable shifts"
          entries={unfolded(held.rows.filter(({ key }) => !shown.has(key)))}
          now={now}
        />
      )}
    </section>
  )
}

const unitsOf = (rows: readonly ShiftRow[]) => [...new Set(rows.flatMap(({ post }) => post.requirements.units ?? []))]

/** Where the list and its headings begin to stick: below the header, and below the strip of days where it sticks. */
const underHeader = '[--days:calc(var(--under-header)+env(safe-area-inset-top))] [--list:var(--days)]'
const underStrip = '[@media(height>=40rem)]:[--list:calc(var(--days)+3.5rem)]'

/** The least height of a row. */
const [phoneRow, deskRow] = [72, 40]
const keyOf = ({ key }: { key: string }) => key

/** Rows with the filter that they were read for: a list must not hold the rows of another one. */
type Read = { rows: readonly ShiftRow[]; filter: Filter; settled: boolean }

/** `filter`: as it is set now, before its rows have come. */
const Listed = memo(({ read, filter: set, now }: { read: Read; filter: Filter; now: number }) => {
  const { rows, filter, settled } = read
  const { time_zone: zone } = useOrganization()
  const wanted = rows.filter((row) => isWanted({ ...row.post, starts_at: row.starts_at }, filter.wanted, zone))
  const open = wanted.filter(isOpenTo)
  const mine = wanted.filter(({ own }) => own !== null)
  const others = wanted.filter((row) => row.own === null && !isOpenTo(row))
  const grouped = useGrouping() === 'yes' && !filter.mine
  // A later date joins the line of its shift, which may be open with rows below it: it waits to be asked for.
  const held = useHeldRows(filter.mine ? mine : open, rows, `${filter.asked} ${settled} ${grouped}`, !grouped)
  const entries = filter.mine ? unfolded(held.rows) : foldRows(held.rows, zone, grouped)
  const drawn = useFirstScreenful(entries, keyOf, usePhone() ? phoneRow : deskRow)
  const counts = countDays(held.rows, (row) => !row.gone && (filter.mine || isOpenTo(row)), zone)
  // Grouped, a day has only the shifts that begin to repeat on it.
  const dates = grouped ? [] : stripDays(held.rows, counts, zone)
  const jump = useJump(drawn.length)
  const shown = new Set(held.rows.map(({ key }) => key))
  const rest = others.filter(({ key }) => !shown.has(key))
  return (
    <div className={underHeader}>
      <Filters
        filter={set}
        units={unitsOf(rows)}
        open={open.length}
        mine={mine.length}
        offers={mine.filter(isOpenTo).length}
      />
      <div className={dates.length > 0 ? underStrip : ''}>
        <Waiting count={held.waiting} onShow={held.showWaiting} />
        {dates.length > 0 && <DayStrip dates={dates} counts={counts} drawn={drawn.length} onJump={jump} />}
        {held.rows.length === 0 && <Nothing filter={filter} others={rest.length} />}
        <ShiftList
          main
          label={filter.mine ? 'Your shifts' : 'Shifts you can take'}
          entries={drawn}
          now={now}
          counts={filter.mine || grouped ? null : counts}
        />
      </div>
      {!filter.mine && (rest.length > 0 || filter.others) && (
        <Others rows={rest} all={rows} shown={shown} filter={filter} now={now} />
      )}
    </div>
  )
})

/** A link from before shifts had a page of their own. */
const useOldLink = () => {
  const [job] = useUrlValue('job')
  const go = useGo()
  const id = idOrNull(job)
  useEffect(() => {
    if (id) go(paths.officerAssignments(id), { replace: true })
  }, [id, go])
}

/** `/officer/assignments`: the posted shifts, first those that the officer can take. */
export default function OpenJobs() {
  useOldLink()
  const filter = useFilter()
  const phone = usePhone()
  const now = useNow()
  const list = useShiftRows({ days: Number(filter.days), kind: filter.kind }, now)
  const { rows: found, isPlaceholderData } = list
  const latest = useMemo(
    () => found && { rows: found, filter, settled: !isPlaceholderData },
    [found, filter, isPlaceholderData],
  )
  // The list is drawn in steps: while others sign up, a press must not wait for 60 rows.
  const read = useDeferredValue(latest)
  return (
    <>
      <PageHeader
        title="Available Jobs"
        beside={
          <>
            {list.error && read && <OfflineMark />}
            <TextLink to={paths.officerStanding()} className="inline-flex min-h-11 items-center md:min-h-0">
              My standing
            </TextLink>
            {phone && !filter.mine && <GroupChip small />}
          </>
        }
      />
      {read ? (
        <Listed read={read} filter={filter} now={now} />
      ) : (
        <>
          <Filters filter={filter} units={[]} open={null} mine={null} />
          {list.error ? (
            <ErrorState error={list.error} retry={() => void list.refetch()} />
          ) : (
            list.pending && <ListSkeleton rows={6} />
          )}
        </>
      )}
    </>
  )
}
