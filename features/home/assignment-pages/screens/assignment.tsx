import type { ReactNode } from 'react'
import { AttendanceReview } from '#features/hours/attendance/parts/review.tsx'
import { type Assignment, listedNotes } from '#features/shifts/assignments/contract.shapes.ts'
import { readAssignment } from '#features/shifts/assignments/contract.ts'
import { PhaseBadges } from '#features/shifts/assignments/parts/assignment-badges.tsx'
import { ShiftTime } from '#features/shifts/assignments/parts/shift-time.tsx'
import {
  clockNoteOf,
  clockNoteWords,
  kindWords,
  modeWords,
  noteWords,
  partyWords,
} from '#features/shifts/assignments/words.ts'
import { AwardCard } from '#features/shifts/awards/parts/award-card.tsx'
import { Asked } from '#features/shifts/eligibility/parts/asked.tsx'
import { readEscalation } from '#features/shifts/escalations/contract.ts'
import { EscalationCard } from '#features/shifts/escalations/parts/escalation-card.tsx'
import { OrderInCard } from '#features/shifts/order-ins/parts/order-in-card.tsx'
import { AwayNotice } from '#features/shifts/signup-decisions/parts/away-notice.tsx'
import { AssignmentRoster } from '#features/shifts/signup-decisions/parts/roster.tsx'
import { radiusWords } from '#platform/shared/feet.ts'
import { paths } from '#platform/shared/paths.ts'
import { durationWords } from '#platform/shared/time.ts'
import { afterPaint } from '#platform/web/after-paint.ts'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { Card, Facts } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { PageHeader, WayBack } from '#platform/web/ui/page.tsx'
import { FillBar } from '#platform/web/ui/progress.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { usePathPart } from '#platform/web/url.ts'
import { AssignmentActions } from '../parts/assignment-actions.tsx'

/** What must be read first: canceled, a clock change, pending work. */
const Notes = ({ of, zone }: { of: Assignment; zone: string }) => {
  const clocks = clockNoteOf(of, zone)
  return (
    <div className="mb-4 flex flex-col gap-2 empty:hidden">
      {of.status === 'cancelled' && (
        <Notice tone="bad" title={`Canceled · ${of.cancelled_party ? partyWords[of.cancelled_party] : ''}`}>
          {of.cancel_reason}
          {of.cancelled_by_name && <span className="text-faint"> — {of.cancelled_by_name}</span>}
        </Notice>
      )}
      {clocks && (
        <Notice tone="warn" title="Clock change">
          {clocks}
        </Notice>
      )}
      {of.clock_note && <Notice tone="warn">{clockNoteWords[of.clock_note]}</Notice>}
      {of.phase === 'scheduled' && of.publish_at && (
        <Notice tone="info">Visible to officers from {dayAndClock(of.publish_at, zone)}.</Notice>
      )}
      {of.backdate_reason && (
        <Notice tone="info" title="Posted after the shift started">
          {of.backdate_reason}
        </Notice>
      )}
      {of.reopened_reason && of.status !== 'closed' && (
        <Notice tone="info" title="Reopened">
          {of.reopened_reason}
        </Notice>
      )}
    </div>
  )
}

const windowWords = (of: Assignment, zone: string): string => {
  const opens = of.signup_opens_at ? `From ${dayAndClock(of.signup_opens_at, zone)}` : 'Once published,'
  const closes = of.signup_closes_at ? dayAndClock(of.signup_closes_at, zone) : 'the start'
  // The award closed it for those who applied; what it left over can be had until then.
  if (of.signup_mode === 'award' && of.awarded_at !== null)
    return `Awarded ${dayAndClock(of.awarded_at, zone)}; sign-up for open spots until ${closes}`
  return `${opens} until ${closes}`
}

const aboutOf = (of: Assignment, zone: string, radius: number): (readonly [string, ReactNode])[] => {
  const facts: (readonly [string, ReactNode] | null)[] = [
    ['Type', kindWords[of.kind]],
    of.client ? ['Client', of.client] : null,
    of.location_name || of.location_address
      ? [
          'Location',
          <span key="place" className="wrap-anywhere">
            {of.location_name}
            {of.location_address && <span className="block text-soft">{of.location_address}</span>}
          </span>,
        ]
      : null,
    of.location_lat !== null
      ? ['Check-in', `Verified within ${radiusWords(of.location_radius_m ?? radius)} of the location`]
      : null,
    ['Sign-up', modeWords[of.signup_mode]],
    ['Sign-up window', windowWords(of, zone)],
    ['Minimum', `${of.min_required} of ${of.required_count}`],
    ...listedNotes.map((name) => (of[name] ? ([noteWords[name], of[name]] as const) : null)),
    of.min_pay_minutes > 0 ? ['Minimum pay', durationWords(of.min_pay_minutes)] : null,
    of.series
      ? ['Series', `${of.series.count} in all, ${Math.max(0, of.series.following_count - 1)} after this one`]
      : null,
    of.time_zone !== zone
      ? ['Posted in', `${of.time_zone.replaceAll('_', ' ')}. Times here are in ${zone.replaceAll('_', ' ')}.`]
      : null,
    of.created_by_name ? ['Posted by', of.created_by_name] : null,
  ]
  return facts.filter((fact) => fact !== null)
}

/** Side by side at a desk, so that the roster stays in sight. */
const Posts = ({ of }: { of: Assignment }) => (
  <Card title="Posts" flush>
    <ul className="grid gap-px overflow-clip rounded-b-ui bg-line md:grid-cols-[repeat(auto-fit,minmax(16rem,1fr))]">
      {of.posts.map((post) => (
        <li
          key={post.id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 bg-surface px-4 py-line md:px-5"
        >
          <div className="min-w-0">
            <p className="font-medium wrap-anywhere">{post.name}</p>
            {(post.starts_at !== of.starts_at || post.ends_at !== of.ends_at) && (
              <ShiftTime shift={{ ...post, time_zone: of.time_zone }} wide />
            )}
            <Asked of={post.requirements} />
            {post.split_minutes && (
              <p className="text-small">
                In blocks of {durationWords(post.split_minutes)}. A spot counts as filled once its whole time is
                covered.
              </p>
            )}
          </div>
          <div className="flex items-center gap-3">
            {post.pending_count > 0 && <span className="text-small text-warn">{post.pending_count} to approve</span>}
            <FillBar filled={post.confirmed_count} of={post.required_count} label="spots filled" />
          </div>
        </li>
      ))}
    </ul>
  </Card>
)

/** The card proposes the time at which the shift's own escalation decides. */
const PlannedOrderIn = ({ assignmentId }: { assignmentId: string }) => {
  const planned = useRead(readEscalation, { assignment_id: assignmentId }).data?.escalation?.planned ?? []
  const step = planned.find((one) => one.kind === 'order_in' && one.state === 'to_come')
  const toRoster = () =>
    afterPaint(() => {
      const roster = document.getElementById('roster')
      roster?.focus({ preventScroll: true })
      roster?.scrollIntoView({ block: 'start' })
    })
  return <OrderInCard assignmentId={assignmentId} planned={step?.decides_at ?? null} toRoster={toRoster} />
}

const placeOf = (of: Assignment): string => [of.location_name, of.client].filter(Boolean).join(' · ')

const Seen = ({ of }: { of: Assignment }) => {
  const { time_zone: zone, location_radius_m } = useOrganization()
  return (
    <>
      <PageHeader
        title={of.title}
        before={<WayBack to={paths.adminAssignments()}>All shifts</WayBack>}
        beside={<PhaseBadges of={of} />}
        hint={
          <span className="flex flex-wrap gap-x-4">
            <ShiftTime shift={of} wide />
            {placeOf(of) && <span className="wrap-anywhere">{placeOf(of)}</span>}
          </span>
        }
        actions={<AssignmentActions of={of} />}
      />
      {of.status !== 'draft' && <AwayNotice assignmentId={of.id} />}
      <Notes of={of} zone={zone} />
      <div className="flex min-w-0 flex-col gap-4">
        <Posts of={of} />
        {of.status !== 'draft' && <AwardCard id={of.id} />}
        {of.status !== 'draft' && (
          <div id="roster" tabIndex={-1} className="scroll-mt-20 outline-none">
            <AssignmentRoster assignmentId={of.id} />
          </div>
        )}
        {['in_progress', 'completed', 'closed'].includes(of.phase) && (
          <Card title="Attendance" hint="Check-ins, check-outs and hours to approve.">
            <AttendanceReview assignmentId={of.id} />
          </Card>
        )}
        <div className="grid items-start gap-4 xl:has-[>div:not(:empty)]:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-4 empty:hidden">
            {of.status === 'published' && <EscalationCard assignmentId={of.id} />}
            {of.status === 'published' && <PlannedOrderIn assignmentId={of.id} />}
          </div>
          <Card title="About">
            {of.description && <p className="mb-4 max-w-prose whitespace-pre-line wrap-anywhere">{of.description}</p>}
            <Facts facts={aboutOf(of, zone, location_radius_m)} />
          </Card>
        </div>
      </div>
    </>
  )
}

const AssignmentScreen = () => {
  const id = usePathPart('id')
  const read = useRead(readAssignment, { id })
  if (read.data) return <Seen of={read.data} />
  return (
    <>
      <PageHeader title="Shift" before={<WayBack to={paths.adminAssignments()}>All shifts</WayBack>} />
      {read.isPending ? (
        <CardSkeleton lines={6} />
      ) : (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      )}
    </>
  )
}

export default AssignmentScreen
