import ArrowRight from 'lucide-react/icons/arrow-right'
import { lazy, Suspense } from 'react'
import { useForgetRunning } from '#features/hours/attendance/client.running.ts'
import { MyTours } from '#features/roster/tours/parts/my-tours.tsx'
import { MyHours } from '#features/shifts/eligibility/parts/my-hours.tsx'
import { OpenOffers } from '#features/shifts/offers/parts/my-offers.tsx'
import { MyOrderIns } from '#features/shifts/order-ins/parts/my-order-ins.tsx'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { useServerNow } from '#platform/web/clock.ts'
import { useRead } from '#platform/web/reads.ts'
import { useSignedIn } from '#platform/web/session.ts'
import { useSettled } from '#platform/web/settled.ts'
import { duration } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Card, Stat } from '#platform/web/ui/card.tsx'
import { Anchor, TextLink } from '#platform/web/ui/link.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { CardSkeleton, StatsSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { awaitingWords } from '#platform/web/ui/status.ts'
import { useWithSaved } from '../client.saved.ts'
import { officerDashboard } from '../contract.ts'
import { Left, NextShift, OnDuty, SavedOut, When } from '../parts/own-shift.tsx'

// An offer is not worth a broken page: without a connection there is none.
const Offers = lazy(() => import('../parts/offers.tsx').catch(() => ({ default: () => null })))
const OwnTasks = lazy(() => import('../parts/own-tasks.tsx').catch(() => ({ default: () => null })))
const SwapOffers = lazy(() => import('../parts/swap-offers.tsx').catch(() => ({ default: () => null })))

type Answer = OutputOf<typeof officerDashboard>
type Job = Answer['jobs'][number]

const NoShift = () => (
  <Card>
    <EmptyState
      quiet
      title="No confirmed shifts"
      text="Sign up for a shift. Once you're confirmed, you can check in here."
      action={
        <ButtonLink look="primary" to={paths.officerAssignments()}>
          Available Jobs
        </ButtonLink>
      }
    />
  </Card>
)

const JobRow = ({ job, now }: { job: Job; now: number }) => (
  <li>
    <Anchor
      to={paths.officerAssignments(job.assignment_id)}
      className="flex items-center gap-3 px-4 py-3 hover:bg-hover md:px-5"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{job.title}</span>
        <When of={job} now={now} brief />
        {job.location_name && <span className="block text-small text-faint">{job.location_name}</span>}
      </span>
      <Badge tone="info">
        {job.places_left === 0 ? 'Offered to you' : `${job.places_left} ${job.places_left === 1 ? 'spot' : 'spots'}`}
      </Badge>
      <ArrowRight aria-hidden className="size-4 shrink-0 text-faint max-md:hidden" />
    </Anchor>
  </li>
)

const Jobs = ({ data, now }: { data: Answer; now: number }) => (
  <Card
    flush
    title="Open shifts for you"
    hint={`${data.open_jobs} in the next 30 days`}
    aside={<TextLink to={paths.officerAssignments()}>All shifts</TextLink>}
  >
    {data.jobs.length === 0 ? (
      <EmptyState
        quiet
        title="No shifts for you right now"
        text="New shifts appear here. Available Jobs also lists the shifts you can't take, and why."
      />
    ) : (
      <ul className="divide-y divide-line">
        {data.jobs.map((job, at) => (
          // Two posts of a shift may have one name.
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows keep nothing.
          <JobRow key={`${job.assignment_id} ${at}`} job={job} now={now} />
        ))}
      </ul>
    )}
  </Card>
)

/** Hours are longer than a count: one size smaller, so that they fit on one line on a phone. */
const Hours = ({ minutes }: { minutes: number }) => (
  <span className="text-title whitespace-nowrap">{duration(minutes)}</span>
)

const review = (minutes: number) => (minutes > 0 ? `and ${awaitingWords(duration(minutes))}` : 'approved')

/** First what the hand is for now, then what binds, then what may be declined; all else below. */
const Found = ({ data, readAt, now }: { data: Answer; readAt: number; now: number }) => {
  const { next, open, left, out } = useWithSaved(data, readAt)
  const settled = useSettled()
  // A phone may show an answer stored by an earlier version.
  const swaps = data.swaps ?? { asked: 0, pending: 0 }
  const hasTasks = data.returned > 0 || data.returned_claims > 0 || (data.certificates ?? []).length > 0
  const pending = data.pending_signups + swaps.pending
  useForgetRunning(open === null, readAt)
  return (
    <div className="flex flex-col gap-4">
      {open && <OnDuty open={open} />}
      {out && <SavedOut {...out} now={now} onDuty={open} />}
      {left && <Left left={left} onDuty={open} />}
      {next && <NextShift next={next} now={now} onDuty={open} />}
      <MyOrderIns open />
      <OpenOffers />
      <Suspense>{swaps.asked > 0 && <SwapOffers />}</Suspense>
      {!open && !left && !next && !out && <NoShift />}
      <Suspense>{hasTasks && <OwnTasks data={data} />}</Suspense>
      <Suspense>{settled && <Offers />}</Suspense>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3">
        <Stat label="Later shifts" value={data.later} to={paths.officerSchedule({ list: 'later' })} note="confirmed" />
        <Stat
          label="Pending"
          value={pending}
          to={paths.officerSchedule({ list: 'waiting' })}
          note={pending === 1 ? 'request' : 'requests'}
        />
        <Stat
          label="This week"
          value={<Hours minutes={data.week.approved_minutes} />}
          note={review(data.week.waiting_minutes)}
          to={paths.officerHistory()}
        />
        <Stat
          label="This month"
          value={<Hours minutes={data.month.approved_minutes} />}
          note={review(data.month.waiting_minutes)}
          to={paths.officerHistory()}
        />
      </div>
      <MyTours />
      <MyHours />
      <Jobs data={data} now={now} />
    </div>
  )
}

export default function OfficerDashboard() {
  const read = useRead(officerDashboard, {})
  const now = useServerNow(5000)
  const { officer } = useSignedIn()
  return (
    <>
      <PageHeader
        title="Dashboard"
        hint={<span className="short:hidden">{officer?.name}</span>}
        beside={
          <TextLink to={paths.officerStanding()} className="inline-flex min-h-11 items-center md:min-h-0">
            My standing
          </TextLink>
        }
      />
      {read.data ? (
        <Found data={read.data} readAt={read.dataUpdatedAt} now={now} />
      ) : read.error ? (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      ) : (
        <div className="flex flex-col gap-4">
          <CardSkeleton lines={4} />
          <StatsSkeleton />
          <CardSkeleton />
        </div>
      )}
    </>
  )
}
