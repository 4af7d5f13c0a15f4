import ChevronRight from 'lucide-react/icons/chevron-right'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { startOfDayIn } from '#platform/shared/wall.ts'
import { useNow } from '#platform/web/clock.ts'
import { useReadPages, useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { Needs } from '#platform/web/support.tsx'
import { clock, clockOf, day, nearDay } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { TextLink } from '#platform/web/ui/link.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { type Day, listForecast, listMinimums, type Minimum, openAgain } from '../contract.ts'
import { uncoveredOf } from '../rules.forecast.ts'
import { idleWords, missingWords, stateWords } from '../words.ts'
import { NoMinimums } from './minimum-list.tsx'
import { StateBadge } from './state-badge.tsx'

type DayOfList = OutputOf<typeof listForecast>['days'][number]

const names = (list: readonly string[]): string => list.join(', ')

const Figure = ({ label, value, bad = false }: { label: string; value: number; bad?: boolean }) => (
  <div className="flex flex-col">
    <dt className="text-tiny text-faint">{label}</dt>
    <dd className={bad ? 'figures font-semibold text-bad' : 'figures font-medium'}>{value}</dd>
  </div>
)

type RowProps = { of: Day; zone: string; now: number }

/** What is done about the gap, in one sentence. */
const Said = ({ of, zone, now }: RowProps) => {
  const { state, shift, gap } = of
  const hours = gap ? `${clock(gap.starts_at, zone)}–${clock(gap.ends_at, zone)}` : ''
  const holders = shift && shift.names.length > 0 ? ` ${names(shift.names)}.` : ''
  if (state === 'covered') return <>Covered with overtime: {names(of.overtime.map((one) => one.name))}.</>
  if (state === 'later' && of.opens_at)
    return (
      <>
        {missingWords(of.missing)}, {hours}. Opens automatically on {day(of.opens_at, zone, now)}.
      </>
    )
  if (state === 'due')
    return (
      <>
        {missingWords(of.missing)}, {hours}. A shift opens automatically within a minute.
      </>
    )
  if (state === 'late')
    return (
      <>
        {missingWords(of.missing)}, {hours}. Too late to open a shift automatically.{' '}
        <TextLink to={paths.adminAssignmentNew()}>New shift</TextLink>
      </>
    )
  if (state === 'taken_back')
    return (
      <>
        {missingWords(of.missing)}, {hours}. An admin withdrew the shift
        {shift?.cancel_reason ? ` (${shift.cancel_reason})` : ''}; no other shift opens automatically.
      </>
    )
  const held = shift ? `${shift.held} of ${shift.required} filled.${holders}` : ''
  if (state === 'surplus') return <>{held} More officers are confirmed than needed. No one is removed automatically.</>
  if (state === 'short')
    return (
      <>
        {held} {missingWords(of.missing)}, {hours}: the current shift doesn't cover the whole gap.
      </>
    )
  return (
    <>
      {held} {missingWords(of.missing)}, {hours}.
    </>
  )
}

/** Reopens what an admin withdrew. */
const Reopen = ({ of, zone, now }: RowProps) => {
  const again = useWrite(openAgain, { invalidates: [listForecast] })
  return (
    <Needs call={openAgain}>
      <Button
        size="small"
        busy={again.pending}
        aria-label={`Reopen automatically: ${of.name}, ${day(of.starts_at, zone, now)}`}
        onClick={() =>
          void again
            .run({ minimum_id: of.minimum_id, on_day: of.on_day })
            .then(() => toast.success('Automatic reopening turned back on', of.name))
            .catch(toast.failure)
        }
      >
        Reopen automatically
      </Button>
    </Needs>
  )
}

const ShiftLink = ({ of: { shift }, zone }: Pick<RowProps, 'of' | 'zone'>) =>
  shift?.assignment_id && (
    <TextLink to={paths.adminAssignment(shift.assignment_id)}>
      {shift.title}, {clock(shift.starts_at, zone)}–{clock(shift.ends_at, zone)}
    </TextLink>
  )

const lineClass = 'text-small text-soft wrap-anywhere'

const When = ({ of, zone }: Pick<RowProps, 'of' | 'zone'>) => (
  <p className={cx('figures', lineClass)}>
    {clock(of.starts_at, zone)}–{clock(of.ends_at, zone)}, {of.group}
  </p>
)

const Missing = ({ of }: { of: Day }) => (
  <>
    {of.on_leave.length > 0 && <p className={lineClass}>On leave: {names(of.on_leave.map((one) => one.name))}</p>}
    {of.elsewhere.length > 0 && (
      <p className={lineClass}>Working elsewhere: {names(of.elsewhere.map((one) => one.name))}</p>
    )}
  </>
)

const Title = ({ of }: { of: Day }) => (
  <>
    <h3 className="font-medium wrap-anywhere">{of.name}</h3>
    <StateBadge of={of.state} />
  </>
)

/** Tours cover it: one line, where there is room. */
const MetRow = ({ of, zone }: RowProps) => (
  <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
    <Title of={of} />
    <When of={of} zone={zone} />
    <Missing of={of} />
    <ShiftLink of={of} zone={zone} />
  </div>
)

const GapRow = ({ of, zone, now }: RowProps) => (
  <div className="flex min-w-0 flex-col gap-1.5">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Title of={of} />
    </div>
    <When of={of} zone={zone} />
    <p className="wrap-anywhere">
      <Said of={of} zone={zone} now={now} />
    </p>
    <Missing of={of} />
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden">
      <ShiftLink of={of} zone={zone} />
      {of.state === 'taken_back' && <Reopen {...{ of, zone, now }} />}
    </div>
  </div>
)

const Row = (props: RowProps) => {
  const { of } = props
  return (
    <li className="grid items-center gap-x-6 gap-y-2 px-4 py-line md:grid-cols-[minmax(0,1fr)_auto] md:px-5">
      {of.state === 'met' ? <MetRow {...props} /> : <GapRow {...props} />}
      <dl className="grid grid-cols-[repeat(5,auto)] justify-between gap-x-2 self-start md:grid-cols-5 md:gap-x-5 md:text-right">
        <Figure label="Needed" value={of.needed} />
        <Figure label="Regular tours" value={of.on_tour} />
        <Figure label="On leave" value={of.on_leave.length} />
        <Figure label="Overtime" value={of.overtime.length} />
        <Figure label="Short" value={of.missing} bad={of.missing > 0} />
      </dl>
    </li>
  )
}

const dayTone = (rows: readonly Day[]) => {
  const tones = rows.map((row) => stateWords[row.state].tone)
  return tones.includes('bad') ? 'bad' : tones.includes('warn') ? 'warn' : 'ok'
}

const badgeWords = (rows: readonly Day[], idle: DayOfList['idle']): string => {
  if (rows.length === 0) return idle.some(({ why }) => why === 'over') ? 'Over for today' : 'No minimum applies'
  const gaps = rows.filter((row) => row.missing > 0).length
  return gaps === 0 ? 'No gaps' : `${gaps} ${gaps === 1 ? 'gap' : 'gaps'}`
}

type DayProps = { on: DayOfList; rows: readonly Day[]; zone: string; now: number }

const titleOf = ({ on_day }: DayOfList, zone: string, now: number) => {
  const full = day(`${on_day}T12:00:00Z`, 'UTC', now)
  const near = nearDay(startOfDayIn(zone, on_day), zone, now)
  return { full, title: near === full ? full : `${near}, ${full}` }
}

/** Nothing to do: its tours, or overtime, cover it. */
const isCovered = ({ state }: Day): boolean => state === 'met' || state === 'covered'
/** `2 minimums are met, 1 with overtime` */
const metWords = (rows: readonly Day[]): string => {
  const [count, overtime] = [rows.length, rows.filter(({ state }) => state === 'covered').length]
  const how = overtime === 0 ? '' : `, ${count === 1 ? '' : `${overtime} `}with overtime`
  return `${count} ${count === 1 ? 'minimum is' : 'minimums are'} met${how}`
}

/** Which way a fold goes. */
const Fold = () => <ChevronRight aria-hidden className="-mx-1 size-4 shrink-0 text-faint group-open:rotate-90" />

const summaryClass = 'flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5 md:px-5'

type RowsProps = { rows: readonly Day[]; label: string; idle: DayOfList['idle']; zone: string; now: number }

const Rows = ({ rows, label, idle, zone, now }: RowsProps) => (
  <ul aria-label={label} className="divide-y divide-line empty:hidden">
    {rows.map((row) => (
      <Row key={row.minimum_id} of={row} zone={zone} now={now} />
    ))}
    {idle.length > 0 && <li className="px-4 py-line text-small text-faint wrap-anywhere md:px-5">{idleWords(idle)}</li>}
  </ul>
)

/** A day with something below its minimum: that leads, and what is covered folds below it. */
const GapDay = ({ on, rows, zone, now }: DayProps) => {
  const { full, title } = titleOf(on, zone, now)
  const [covered, gaps] = [rows.filter(isCovered), rows.filter((row) => !isCovered(row))]
  return (
    <Card title={title} aside={<Badge tone={dayTone(rows)}>{badgeWords(rows, on.idle)}</Badge>} flush>
      <Rows
        rows={gaps}
        label={`Minimums for ${full}`}
        idle={covered.length === 0 ? on.idle : []}
        zone={zone}
        now={now}
      />
      {covered.length > 0 && (
        <details className="group border-t border-line">
          <summary className={cx(summaryClass, 'text-small text-soft')}>
            <Fold />
            {covered.length === 1 ? '1 other minimum is met' : `${covered.length} other minimums are met`}
          </summary>
          <Rows rows={covered} label={`Minimums met on ${full}`} idle={on.idle} zone={zone} now={now} />
        </details>
      )}
    </Card>
  )
}

/** Days without gaps, a line each. A day without rows says that no minimum applies, never that nothing is missing. */
const CoveredDays = ({
  days,
  zone,
  now,
}: {
  days: readonly Omit<DayProps, 'zone' | 'now'>[]
  zone: string
  now: number
}) => (
  <ul className="divide-y divide-line rounded-ui border border-line bg-surface">
    {days.map(({ on, rows }) => {
      const { full, title } = titleOf(on, zone, now)
      const line = (
        <>
          <h2 className="font-medium">{title}</h2>
          <span className="text-small text-soft wrap-anywhere">
            {rows.length > 0 ? metWords(rows) : idleWords(on.idle)}
          </span>
          <span className="ml-auto">
            <Badge tone={rows.length === 0 ? 'plain' : 'ok'}>{badgeWords(rows, on.idle)}</Badge>
          </span>
        </>
      )
      return (
        <li key={on.on_day}>
          {rows.length === 0 ? (
            <div className={cx(summaryClass, 'cursor-auto')}>{line}</div>
          ) : (
            <details className="group">
              <summary className={summaryClass}>
                <Fold />
                {line}
              </summary>
              <div className="border-t border-line">
                <Rows rows={rows} label={`Minimums for ${full}`} idle={on.idle} zone={zone} now={now} />
              </div>
            </details>
          )}
        </li>
      )
    })}
  </ul>
)

type PageOfDays = OutputOf<typeof listForecast>

/** A page of days, gaps first. Another page comes below it, so that nothing moves while it is read. */
const Days = ({ of: { items, days }, zone, now }: { of: PageOfDays; zone: string; now: number }) => {
  const byDay = Map.groupBy(items, (one) => one.on_day)
  const all = days.map((on) => ({ on, rows: byDay.get(on.on_day) ?? [] }))
  const [covered, gaps] = [
    all.filter(({ rows }) => rows.every(isCovered)),
    all.filter(({ rows }) => !rows.every(isCovered)),
  ]
  return (
    <>
      {gaps.map((one) => (
        <GapDay key={one.on.on_day} {...one} zone={zone} now={now} />
      ))}
      {covered.length > 0 && <CoveredDays days={covered} zone={zone} now={now} />}
    </>
  )
}

/** Hours in which no minimum runs on any day, once for the whole list. */
const Uncovered = ({ minimums }: { minimums: readonly Minimum[] }) => {
  const hours = uncoveredOf(minimums).map(
    ({ from, to }) => `${clockOf(from)}–${clockOf(to === '24:00' ? '00:00' : to)}`,
  )
  if (minimums.length === 0 || hours.length === 0) return null
  return <p className="figures mb-4 text-soft">No minimum is set for {hours.join(' and ')}.</p>
}

/** The coming days compared with the minimums. */
export const Forecast = ({ onNew }: { onNew: () => void }) => {
  const { time_zone: zone } = useOrganization()
  const now = useNow()
  const minimums = useReadPages(listMinimums, {}, { keep: true })
  const list = useReadPages(listForecast, {}, { keep: true })
  const error = list.error ?? minimums.error
  const { items } = list
  if (!items || !minimums.first)
    return error ? (
      <ErrorState error={error} retry={() => void Promise.all([list.refetch(), minimums.refetch()])} />
    ) : (
      <div className="flex flex-col gap-4">
        <CardSkeleton lines={4} />
        <CardSkeleton lines={4} />
      </div>
    )
  if (minimums.items?.length === 0 && items.length === 0)
    return <NoMinimums hasTours={minimums.first.has_tours} onNew={onNew} />
  const pages = (list.data?.pages ?? []) as PageOfDays[]
  const shown = pages.reduce((sum, one) => sum + one.days.length, 0)
  return (
    <>
      {!minimums.more && minimums.items && <Uncovered minimums={minimums.items} />}
      <div className="flex flex-col gap-4">
        {pages.map((page) => (
          <Days key={page.days[0]?.on_day} of={page} zone={zone} now={now} />
        ))}
      </div>
      <LoadMore more={list.more} loading={list.loadingMore} onMore={list.loadMore} shown={shown} noun="days" />
    </>
  )
}
