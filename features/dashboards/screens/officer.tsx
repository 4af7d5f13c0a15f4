import ArrowRight from 'lucide-react/icons/arrow-right'
import MapPin from 'lucide-react/icons/map-pin'
import type { ReactNode } from 'react'
import { CheckInButton, CheckOutButton } from '#features/attendance/parts/press.tsx'
import { MyHours } from '#features/eligibility/parts/my-hours.tsx'
import { OpenOffers } from '#features/offers/parts/my-offers.tsx'
import { MyOrderIns } from '#features/order-ins/parts/my-order-ins.tsx'
import { MyTours } from '#features/tours/parts/my-tours.tsx'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { useNow } from '#platform/web/clock.ts'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization, useSignedIn } from '#platform/web/session.ts'
import { clock, countdown, dayAndClock, duration, nearDay, span } from '#platform/web/time.ts'
import { Badge, StatusBadge } from '#platform/web/ui/badge.tsx'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Card, Stat } from '#platform/web/ui/card.tsx'
import { Anchor, TextLink } from '#platform/web/ui/link.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { CardSkeleton, StatsSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { attendanceBadge, signupBadge } from '#platform/web/ui/status.ts'
import { officerDashboard } from '../contract.ts'

type Answer = OutputOf<typeof officerDashboard>
type Next = NonNullable<Answer['next']>
type Open = NonNullable<Answer['open']>
type Job = Answer['jobs'][number]

/** The device's clock moved to the server's: what opens when is the server's to say. */
const useServerNow = (now_at: string | undefined, updatedAt: number): number => {
  const now = useNow(5000)
  return now_at === undefined ? now : now + (Date.parse(now_at) - updatedAt)
}

const Where = ({ of }: { of: Next | Open }) => {
  const place = [of.location_name, of.location_address].filter(Boolean).join(', ')
  return (
    <p className="mt-1 flex items-start gap-1.5 text-soft">
      {place && <MapPin aria-hidden className="mt-0.5 size-4 shrink-0" />}
      {[place, of.post, of.client].filter(Boolean).join(' · ')}
    </p>
  )
}

const When = ({ of, now }: { of: { starts_at: string; ends_at: string }; now: number }) => {
  const { time_zone } = useOrganization()
  const { clock: hours, length, notes } = span(of.starts_at, of.ends_at, time_zone, { now })
  return (
    <p className="figures">
      <span className="font-medium">{nearDay(of.starts_at, time_zone, now)}</span> {hours}{' '}
      <span className="text-faint">
        <span className="whitespace-nowrap">· {length}</span>
        {notes.map((note) => ` · ${note}`)}
      </span>
    </p>
  )
}

const Frame = ({
  over,
  badge,
  title,
  children,
}: {
  over: ReactNode
  badge?: ReactNode
  title: string
  children: ReactNode
}) => (
  <section aria-label={title} className="rounded-ui border border-line-strong bg-surface p-4 md:p-6">
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="font-medium text-brand-ink">{over}</p>
      {badge}
    </div>
    <h2 className="mt-1 text-title font-semibold tracking-tight">{title}</h2>
    {children}
  </section>
)

const OnDuty = ({ open, now }: { open: Open; now: number }) => {
  const { time_zone } = useOrganization()
  const minutes = Math.max(0, Math.floor((now - Date.parse(open.checked_in_at)) / 60_000))
  const over = Date.parse(open.ends_at) <= now
  return (
    <Frame
      title={open.title}
      over={
        <span className="figures">
          On duty since {clock(open.checked_in_at, time_zone)}, {duration(minutes)}
        </span>
      }
      badge={<StatusBadge of={attendanceBadge.open} />}
    >
      <When of={open} now={now} />
      <Where of={open} />
      {over && (
        <p className="mt-2 font-medium text-warn">
          The shift is over. Check out by {dayAndClock(open.checkout_closes_at, time_zone, now)}, or it is closed for
          you and reviewed.
        </p>
      )}
      <div className="mt-4">
        <CheckOutButton shift={open} />
      </div>
    </Frame>
  )
}

const NextShift = ({ next, now }: { next: Next; now: number }) => {
  const begun = Date.parse(next.starts_at) <= now
  return (
    <Frame
      title={next.title}
      over={
        <span className="figures">
          {begun ? 'Your shift has begun' : `Next shift ${countdown(next.starts_at, now)}`}
        </span>
      }
      {...(next.calloff_requested ? { badge: <StatusBadge of={signupBadge.calloff_requested} /> } : {})}
    >
      <When of={next} now={now} />
      <Where of={next} />
      {next.calloff_requested && (
        <p className="mt-2 text-soft">You asked to be called off. Until an admin agrees, the shift is yours.</p>
      )}
      <div className="mt-4">
        <CheckInButton shift={next} opens_at={next.checkin_opens_at} now={now} />
      </div>
    </Frame>
  )
}

const NoShift = () => (
  <Card>
    <EmptyState
      quiet
      title="No confirmed shift ahead"
      text="Sign up for an open job. Once it is confirmed it stands here, with the button to check in."
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
        <When of={job} now={now} />
        {job.location_name && <span className="block text-small text-faint">{job.location_name}</span>}
      </span>
      <Badge tone="info">
        {job.places_left} {job.places_left === 1 ? 'place' : 'places'}
      </Badge>
      <ArrowRight aria-hidden className="size-4 shrink-0 text-faint" />
    </Anchor>
  </li>
)

const Jobs = ({ data, now }: { data: Answer; now: number }) => (
  <Card
    flush
    title="Open jobs you can take"
    hint={`${data.open_jobs} in the coming 30 days`}
    aside={<TextLink to={paths.officerAssignments()}>All jobs</TextLink>}
  >
    {data.jobs.length === 0 ? (
      <EmptyState
        quiet
        title="Nothing to take right now"
        text="A job appears here by itself the moment it is posted. Available Jobs shows the rest, each with its reason."
      />
    ) : (
      <ul className="divide-y divide-line">
        {data.jobs.map((job) => (
          <JobRow key={job.assignment_id} job={job} now={now} />
        ))}
      </ul>
    )}
  </Card>
)

/** Hours are longer than a count: a step smaller, so that they stay on one line on a phone. */
const Hours = ({ minutes }: { minutes: number }) => (
  <span className="text-title whitespace-nowrap">{duration(minutes)}</span>
)

const review = (minutes: number) => (minutes > 0 ? `and ${duration(minutes)} in review` : 'approved')

const Found = ({ data, now }: { data: Answer; now: number }) => (
  <div className="flex flex-col gap-4">
    {data.returned > 0 && (
      <Notice
        tone="warn"
        title={data.returned === 1 ? 'A record was returned to you' : `${data.returned} records were returned to you`}
        action={<ButtonLink to={paths.officerHistory()}>Correct them</ButtonLink>}
      >
        An admin asks you to correct your times and hand them in again.
      </Notice>
    )}
    {data.open && <OnDuty open={data.open} now={now} />}
    {data.next && <NextShift next={data.next} now={now} />}
    <OpenOffers />
    <MyOrderIns open />
    {!data.open && !data.next && <NoShift />}
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Stat label="Later shifts" value={data.later} to={paths.officerAssignments()} note="confirmed" />
      <Stat label="Waiting" value={data.pending_signups} to={paths.officerAssignments()} note="signups not decided" />
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

export default function OfficerDashboard() {
  const read = useRead(officerDashboard, {})
  const now = useServerNow(read.data?.now_at, read.dataUpdatedAt)
  const { officer } = useSignedIn()
  return (
    <>
      <PageHeader
        title="Dashboard"
        hint={officer?.name}
        actions={<ButtonLink to={paths.officerStanding()}>My standing</ButtonLink>}
      />
      {read.data ? (
        <Found data={read.data} now={now} />
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
