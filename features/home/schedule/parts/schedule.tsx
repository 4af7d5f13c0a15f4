import Plus from 'lucide-react/icons/plus'
import { useDeferredValue, useMemo } from 'react'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { plusDays } from '#platform/shared/time.ts'
import { usePhone } from '#platform/web/phone.ts'
import { useOrganization } from '#platform/web/session.ts'
import { clock, dayAndClock } from '#platform/web/time.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { Notice } from '#platform/web/ui/notice.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { requestRows } from '../client.leave.ts'
import { useMinimums, useSchedule } from '../client.reads.ts'
import { rowsByShift } from '../client.rows.ts'
import { type Shown, useShown } from '../client.ts'
import { rowsByUnit, totalsOf } from '../client.units.ts'
import type { readSchedule } from '../contract.ts'
import { tonightOf } from '../rules.ts'
import { longDay, monthWord, spanWords } from '../words.ts'
import { ScheduleActions, useActions } from './actions.tsx'
import { ByOfficer, type OfficerRows } from './by-officer.tsx'
import { CopyDays } from './copy-days.tsx'
import { DayList } from './day-list.tsx'
import { Legend } from './legend.tsx'
import { Month } from './month.tsx'
import { PagedProvider, usePaged, usePageOfWeek } from './paged.tsx'
import { Paper } from './paper.tsx'
import { PhoneOfficers } from './phone-officers.tsx'
import { PhoneWeek } from './phone-week.tsx'
import { Collecting, usePrintAll } from './print-all.tsx'
import { usePrinting } from './printing.tsx'
import { Sheet } from './sheet.tsx'
import { PhoneRows, ScheduleToolbar, Steps } from './toolbar.tsx'

type Schedule = OutputOf<typeof readSchedule>

const headOf = ({ view, from, days, date }: Shown): string => {
  if (view === 'month') return monthWord(date)
  if (view === 'week') return spanWords(from, plusDays(from, days - 1))
  return view === 'tonight' ? `Tonight, ${longDay(from)}` : longDay(from)
}

/** On paper: whose schedule, for which dates, printed when. */
const PrintHead = ({ shown }: { shown: Shown }) => {
  const { name } = useOrganization()
  return (
    <div className="mb-3 hidden justify-between gap-4 border-b border-line pb-2 print:flex">
      <span className="font-semibold">{[name, headOf(shown), shown.filters.unit].filter(Boolean).join(' · ')}</span>
      <span>Printed {dayAndClock(shown.now, shown.zone)}</span>
    </div>
  )
}

const Nothing = ({ shown }: { shown: Shown }) => (
  <EmptyState
    title="No shifts this week"
    text="Shifts, regular tours and leave appear here by day, with names."
    action={
      <ButtonLink look="primary" to={paths.adminAssignmentNewOn({ date: shown.date })}>
        New shift
      </ButtonLink>
    }
  />
)

type WeekProps = {
  shown: Shown
  schedule: Schedule
  officers: OfficerRows | null
  /** The schedule with every name, once it is read for paper. */
  named: Schedule | null
}

const sectionsOf = (schedule: Schedule, { from, days, filters, rows }: Shown, whole: boolean) => {
  if (rows === 'officer') return []
  if (rows === 'unit') return rowsByUnit(schedule, { from, days }, filters, whole)
  return [
    ...rowsByShift(schedule, { from, days }, filters, (instant) => clock(instant, schedule.time_zone), whole),
    ...requestRows(schedule.leaves, { from, days }, filters, whole),
  ]
}

const Week = ({ shown, schedule, officers, named }: WeekProps) => {
  const { from, days, filters, rows } = shown
  const zone = schedule.time_zone
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other parts of `shown` change with the minute
  const sections = useMemo(() => sectionsOf(schedule, shown, false), [schedule, from, days, rows, filters])
  const printing = usePrinting()
  const totals = useMemo(() => totalsOf(schedule.shifts, { from, days }), [schedule.shifts, from, days])
  const minimums = useMinimums(shown)
  if (officers) return <ByOfficer {...{ shown, schedule, officers, minimums }} />
  if (sections.every((section) => section.rows.length === 0)) return <Nothing shown={shown} />
  const shared = {
    ...{ label: rows === 'unit' ? 'Schedule by unit' : 'Schedule by shift', corner: 'Filled / needed' },
    ...{ from, days, totals, minimums, zone },
  }
  return (
    <>
      <Sheet {...shared} sections={sections} today={shown.today} />
      {printing && <Paper {...shared} sections={sectionsOf(named ?? schedule, shown, true)} />}
    </>
  )
}

const Days = ({ shown, schedule }: { shown: Shown; schedule: Schedule }) => {
  const night = tonightOf(shown.now, shown.zone)
  const tonight = shown.view === 'tonight'
  const actions = useActions()
  return (
    <>
      <div className="max-w-4xl rounded-ui border border-line bg-surface">
        <DayList
          schedule={schedule}
          filters={shown.filters}
          when={tonight ? { during: night } : { day: shown.from }}
          empty={
            tonight
              ? `No one is scheduled between ${clock(night.starts_at, shown.zone)} and ${clock(night.ends_at, shown.zone)}.`
              : 'No shifts on this day.'
          }
        />
      </div>
      {actions && !actions.looksOn && (
        <p className="no-print mt-2 text-small text-faint">
          Select an officer to mark them as sick. You can also replace or move officers on shifts.
        </p>
      )}
    </>
  )
}

type ViewProps = WeekProps & { phone: boolean }

const View = ({ shown, schedule, officers, named, phone }: ViewProps) => {
  const paged = usePaged()
  if (shown.view !== 'week') return <Days shown={shown} schedule={schedule} />
  if (phone)
    return officers ? <PhoneOfficers {...{ shown, schedule, officers }} /> : <PhoneWeek {...{ shown, schedule }} />
  return (
    <>
      <Week {...{ shown, schedule, officers, named }} />
      <Legend stays={paged} />
    </>
  )
}

/**
 * Covers the week that is not the one asked for. `pointer-events` would give each of its thousand elements its style again, and its own
 * opacity would draw all of a week that is as long as the page.
 */
const oldLook =
  'relative before:absolute before:inset-0 before:z-20 before:bg-canvas/50 before:transition-opacity before:delay-100 before:starting:opacity-0'

const Found = ({ shown, phone }: { shown: Shown; phone: boolean }) => {
  const { drawn: came, old: waits, failed, list, units } = useSchedule(shown, phone)
  // Drawing a week takes longer than a frame: a press meanwhile is answered first, and the week before stays until it is done.
  const { drawn, late } = useDeferredValue(useMemo(() => ({ drawn: came, late: waits }), [came, waits]))
  const old = waits || late
  const { more, loadMore, loadingMore } = list
  const total = drawn?.officers?.total ?? 0
  const { all, count, print, cancel } = usePrintAll(shown, phone, {
    officers: drawn?.officers != null && !old && more,
    // A week names only the first of a crew.
    names:
      shown.view === 'week' &&
      !phone &&
      !drawn?.officers &&
      !old &&
      drawn?.schedule.crews.some((one) => one.count > one.people.length) === true,
  })
  const officers = drawn?.officers
    ? {
        items: all?.officers ?? drawn.officers.items,
        total,
        loadMore: more && !loadingMore && !old && !all ? loadMore : null,
      }
    : null
  return (
    <>
      <ScheduleToolbar {...{ shown, units, phone }} onPrint={print} />
      <Collecting {...{ count, total }} onCancel={cancel} />
      {failed ? (
        <ErrorState error={failed.error} retry={() => void failed.refetch()} />
      ) : !drawn ? (
        <TableSkeleton columns={shown.view === 'week' && !phone ? 8 : 2} />
      ) : (
        <div aria-busy={old || undefined} className={old ? oldLook : ''}>
          {drawn.schedule.more && (
            <div className="mb-3">
              <Notice tone="warn">This week has more than 1,500 shifts. The first 1,500 are shown.</Notice>
            </div>
          )}
          <ScheduleActions today={shown.today} shifts={drawn.schedule.shifts}>
            <View
              shown={{ ...shown, ...drawn.at }}
              schedule={drawn.schedule}
              {...{ officers, phone }}
              named={all?.schedule ?? null}
            />
          </ScheduleActions>
        </div>
      )}
    </>
  )
}

/** The line of the title: it stays below the header while the page scrolls a week, since the next week is one press away then too. */
const Title = ({ shown, phone, stays }: { shown: Shown; phone: boolean; stays: boolean }) => (
  <div
    data-title
    className={cx('-mt-1 pt-1', stays && 'sticky top-(--under-header) z-12 mb-1 bg-canvas pb-1.5 *:mb-0 print:static')}
  >
    <PageHeader
      title="Schedule"
      tight
      beside={
        <>
          <span className="text-ui text-soft md:text-lead" aria-live="polite">
            {headOf(shown)}
          </span>
          <Steps shown={shown} phone={phone} />
        </>
      }
      actions={
        <>
          {/* Below a wide desk the title's line has no room for it; the menu goes there too. */}
          <span className="hidden xl:contents">
            <ButtonLink to={paths.adminAssignments()}>List</ButtonLink>
          </span>
          {(shown.view === 'week' || shown.view === 'day') && <CopyDays shown={shown} phone={phone} />}
          <ButtonLink look="primary" icon={<Plus aria-hidden />} to={paths.adminAssignmentNew()}>
            New shift
          </ButtonLink>
          {phone && shown.view === 'week' && <PhoneRows rows={shown.rows} />}
        </>
      }
    />
  </div>
)

/** `/admin/assignments?view=week`, `month`, `day` and `tonight`: people by day. */
export const Schedule = () => {
  const shown = useShown()
  const phone = usePhone()
  const { paged, ref } = usePageOfWeek()
  return (
    <div ref={ref} className="print-wide">
      <PrintHead shown={shown} />
      <Title {...{ shown, phone }} stays={paged && !phone && shown.view === 'week'} />
      {shown.view === 'month' ? (
        <>
          <ScheduleToolbar shown={shown} units={[]} phone={phone} onPrint={() => window.print()} />
          <Month shown={shown} />
        </>
      ) : (
        <PagedProvider value={paged}>
          <Found shown={shown} phone={phone} />
        </PagedProvider>
      )}
    </div>
  )
}
