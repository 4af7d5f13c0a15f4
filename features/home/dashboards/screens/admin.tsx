import { WeatherCard } from '#features/department/weather/parts/weather.tsx'
import { Checklist } from '#features/home/onboarding/parts/checklist.tsx'
import { MonthHours } from '#features/hours/attendance/parts/month-hours.tsx'
import { type Exhausted, listUnplanned } from '#features/shifts/escalations/contract.unplanned.ts'
import { PendingQueue } from '#features/shifts/signup-decisions/parts/pending-queue.tsx'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { useNow } from '#platform/web/clock.ts'
import { usePhone } from '#platform/web/phone.ts'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { day } from '#platform/web/time.ts'
import { StatusBadge } from '#platform/web/ui/badge.tsx'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { FoldingCard, FoldingCards } from '#platform/web/ui/folding-card.tsx'
import { Anchor, TextLink } from '#platform/web/ui/link.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { CardSkeleton, StatsSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { phaseBadge } from '#platform/web/ui/status.ts'
import { unfilledParts } from '../client.unfilled.ts'
import { adminDashboard } from '../contract.ts'
import { ExhaustedShifts } from '../parts/exhausted.tsx'
import { AdminFigures } from '../parts/figures.tsx'
import { Late } from '../parts/late.tsx'
import { LiveStaffing } from '../parts/live-staffing.tsx'
import { OnDuty } from '../parts/on-duty.tsx'
import { Unfilled, UnfilledSoon } from '../parts/unfilled.tsx'
import { Waiting } from '../parts/waiting.tsx'

type Answer = OutputOf<typeof adminDashboard>

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
    <FoldingCard
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
    </FoldingCard>
  )
}

/**
 * At every width: who is missing at work, then shifts the force list cannot fill, then unfilled shifts about to start. Then
 * priorities; current activity is beside them on a desktop, else below. A phone has the rest, what was rather than what is to do, in
 * one list of lines that open.
 */
const Found = ({ data, exhausted, now }: { data: Answer; exhausted: readonly Exhausted[]; now: number }) => {
  const { soon, moreSoon, later } = unfilledParts(data.unfilled, exhausted, now)
  const phone = usePhone()
  return (
    <div className="flex flex-col gap-5">
      <Late missing={data.missing} now={now} />
      <ExhaustedShifts shifts={exhausted} now={now} />
      <UnfilledSoon items={soon} more={moreSoon} now={now} />
      {data.onboarding && <Checklist onboarding={data.onboarding} />}
      <div className="grid items-start gap-5 xl:grid-cols-[2fr_1fr] xl:grid-rows-[auto_1fr]">
        <div className="flex min-w-0 flex-col gap-5">
          <section aria-label="Needs a decision">
            <PendingQueue limit={phone ? 3 : 5} counts={<Waiting waiting={data.waiting} />} />
          </section>
          <Unfilled count={data.unfilled.count} items={later} now={now} />
        </div>
        <div className="flex min-w-0 flex-col gap-5 xl:row-span-2">
          <OnDuty data={data} />
          {phone && <WeatherCard />}
          <FoldingCards>
            <LiveStaffing />
            {!phone && <WeatherCard />}
            <Shifts title="Today" counts={data.shifts_today} from={data.today} to={data.today} />
            <Shifts title="This week" counts={data.shifts_week} from={data.week_from} to={data.week_to} />
            <MonthHours />
            {phone && <AdminFigures today={data.today} />}
          </FoldingCards>
        </div>
        {!phone && (
          <div className="flex min-w-0 flex-col gap-5">
            <AdminFigures today={data.today} />
          </div>
        )}
      </div>
    </div>
  )
}

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
            <ButtonLink to={paths.adminSchedule({ view: 'tonight' })}>Who's on tonight</ButtonLink>
            {/* A phone has them in its menu and its bottom bar. */}
            <span className="contents max-md:hidden">
              <ButtonLink to={paths.adminStaffing()}>Staffing</ButtonLink>
              <ButtonLink to={paths.adminAttendance()}>Review hours</ButtonLink>
            </span>
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
