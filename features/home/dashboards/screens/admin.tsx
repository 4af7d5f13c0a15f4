import { WeatherCard } from '#features/department/weather/parts/weather.tsx'
import { Checklist } from '#features/home/onboarding/parts/checklist.tsx'
import { MonthHours } from '#features/hours/attendance/parts/month-hours.tsx'
import { type Exhausted, listUnplanned } from '#features/shifts/escalations/contract.unplanned.ts'
import { AssignLink } from '#features/shifts/signup-decisions/parts/assign-link.tsx'
import { PendingQueue } from '#features/shifts/signup-decisions/parts/pending-queue.tsx'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { useNow } from '#platform/web/clock.ts'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { countdown, day, nearDay, nearness, span } from '#platform/web/time.ts'
import { StatusBadge } from '#platform/web/ui/badge.tsx'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { Anchor, TextLink } from '#platform/web/ui/link.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { FillBar } from '#platform/web/ui/progress.tsx'
import { CardSkeleton, StatsSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { phaseBadge } from '#platform/web/ui/status.ts'
import { adminDashboard } from '../contract.ts'
import { ExhaustedShifts } from '../parts/exhausted.tsx'
import { AdminFigures } from '../parts/figures.tsx'
import { Late } from '../parts/late.tsx'
import { LiveStaffing } from '../parts/live-staffing.tsx'
import { OnDuty } from '../parts/on-duty.tsx'
import { Waiting } from '../parts/waiting.tsx'

type Answer = OutputOf<typeof adminDashboard>

/** Within 2 hours a spot is unlikely to be filled, and within 10 minutes it will not be. */
const startTones = {
  past: 'font-medium text-bad',
  soon: 'font-medium text-bad',
  near: 'font-medium text-warn',
  later: 'text-faint',
} as const

const UnfilledRow = ({ item, now, zone }: { item: Answer['unfilled']['items'][number]; now: number; zone: string }) => {
  const times = span(item.starts_at, item.ends_at, zone, { now })
  return (
    <li className="relative grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-hover md:grid-cols-[1fr_11.5rem_6rem_7rem] md:px-5">
      <span className="min-w-0">
        <Anchor
          to={paths.adminAssignment(item.assignment_id)}
          className="block truncate font-medium after:absolute after:inset-0"
        >
          {item.title}
        </Anchor>
        <span className="block truncate text-small text-faint">{item.location_name}</span>
      </span>
      <span className="figures order-3 text-soft md:order-none">
        {nearDay(item.starts_at, zone, now)} {times.clock}
        <span className={cx('block text-small', startTones[nearness(item.starts_at, now)])}>
          {countdown(item.starts_at, now)}
        </span>
      </span>
      <span>
        <FillBar filled={item.confirmed_count} of={item.required_count} />
        <span className="figures block text-small text-faint">{item.required_count - item.confirmed_count} left</span>
        {item.pending_count > 0 && <span className="block text-small text-warn">{item.pending_count} pending</span>}
      </span>
      <span className="relative order-4 flex justify-end md:order-none">
        <AssignLink assignmentId={item.assignment_id} title={item.title} />
      </span>
    </li>
  )
}

const Unfilled = ({ unfilled, now }: { unfilled: Answer['unfilled']; now: number }) => {
  const { time_zone } = useOrganization()
  return (
    <Card
      flush
      title="Unfilled, next 7 days"
      hint={
        unfilled.count === 0
          ? undefined
          : `${unfilled.count} ${unfilled.count === 1 ? 'shift' : 'shifts'} with open spots`
      }
      aside={<TextLink to={paths.adminAssignmentsFound({ unfilled: 'yes' })}>All unfilled</TextLink>}
    >
      {unfilled.items.length === 0 ? (
        <EmptyState
          quiet
          title="No open spots"
          text="Unfilled shifts in the next 7 days appear here, soonest first."
          action={<ButtonLink to={paths.adminAssignmentNew()}>New shift</ButtonLink>}
        />
      ) : (
        <ul className="divide-y divide-line">
          {unfilled.items.map((item) => (
            <UnfilledRow key={item.assignment_id} item={item} now={now} zone={time_zone} />
          ))}
        </ul>
      )}
    </Card>
  )
}

const order = [
  'in_progress',
  'open',
  'announced',
  'window_closed',
  'filled',
  'scheduled',
  'draft',
  'completed',
  'closed',
  'cancelled',
] as const

const Shifts = ({
  title,
  counts,
  from,
  to,
}: {
  title: string
  counts: Answer['shifts_today']
  from: string
  to: string
}) => {
  const total = counts.reduce((all, { count }) => all + count, 0)
  return (
    <Card
      title={title}
      hint={`${total} ${total === 1 ? 'shift' : 'shifts'}`}
      aside={<TextLink to={paths.adminAssignmentsFound({ from, to })}>List</TextLink>}
    >
      {total === 0 ? (
        <p className="text-soft">
          No shifts posted. <TextLink to={paths.adminAssignmentNew()}>New shift</TextLink>
        </p>
      ) : (
        <ul className="flex flex-wrap gap-2">
          {order.flatMap((phase) => {
            const count = counts.find((one) => one.phase === phase)?.count ?? 0
            if (count === 0) return []
            return [
              <li key={phase}>
                <Anchor
                  to={paths.adminAssignmentsFound({ phase, from, to })}
                  className="flex min-h-11 items-center gap-2 rounded-ui border border-line px-3 hover:bg-hover md:min-h-9"
                >
                  <span className="figures text-lead font-semibold">{count}</span>
                  <StatusBadge of={phaseBadge[phase]} />
                </Anchor>
              </li>,
            ]
          })}
        </ul>
      )}
    </Card>
  )
}

/** At every width, who is missing at work comes first, then shifts the force list cannot fill. Then priorities; current activity is beside them on a desktop, else below. */
const Found = ({ data, exhausted, now }: { data: Answer; exhausted: readonly Exhausted[]; now: number }) => (
  <div className="flex flex-col gap-5">
    <Late missing={data.missing} now={now} />
    <ExhaustedShifts shifts={exhausted} now={now} />
    {data.onboarding && <Checklist onboarding={data.onboarding} />}
    <div className="grid items-start gap-5 xl:grid-cols-[2fr_1fr] xl:grid-rows-[auto_1fr]">
      <div className="flex min-w-0 flex-col gap-5">
        <section aria-label="Needs a decision">
          <PendingQueue counts={<Waiting waiting={data.waiting} />} />
        </section>
        <Unfilled unfilled={data.unfilled} now={now} />
      </div>
      <div className="flex min-w-0 flex-col gap-5 xl:row-span-2">
        <OnDuty data={data} />
        <LiveStaffing />
        <WeatherCard />
        <Shifts title="Today" counts={data.shifts_today} from={data.today} to={data.today} />
        <Shifts title="This week" counts={data.shifts_week} from={data.week_from} to={data.week_to} />
        <MonthHours />
      </div>
      <div className="flex min-w-0 flex-col gap-5">
        <AdminFigures today={data.today} />
      </div>
    </div>
  </div>
)

export default function AdminDashboard() {
  const read = useRead(adminDashboard, {})
  const unplanned = useRead(listUnplanned, {})
  const now = useNow()
  const { time_zone } = useOrganization()
  return (
    <>
      <PageHeader
        title="Dashboard"
        hint={day(now, time_zone, now)}
        actions={
          <>
            <ButtonLink to={paths.adminSchedule({ view: 'tonight' })}>Who’s on tonight</ButtonLink>
            <ButtonLink to={paths.adminStaffing()}>Staffing</ButtonLink>
            <ButtonLink to={paths.adminAttendance()}>Review hours</ButtonLink>
            <ButtonLink look="primary" to={paths.adminAssignmentNew()}>
              New shift
            </ButtonLink>
          </>
        }
      />
      {read.data && !unplanned.isPending ? (
        <Found data={read.data} exhausted={unplanned.data?.exhausted ?? []} now={now} />
      ) : read.error ? (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      ) : (
        <div className="flex flex-col gap-5">
          <StatsSkeleton />
          <CardSkeleton lines={6} />
          <CardSkeleton />
        </div>
      )}
    </>
  )
}
