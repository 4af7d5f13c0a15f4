import type { ReactNode } from 'react'
import { AttendanceReview } from '#features/attendance-review/parts/review.tsx'
import { AwardCard } from '#features/awards/parts/award-card.tsx'
import { Asked } from '#features/eligibility/parts/asked.tsx'
import { EscalationCard } from '#features/escalations/parts/escalation-card.tsx'
import { OrderInCard } from '#features/order-ins/parts/order-in-card.tsx'
import { AssignmentRoster } from '#features/signup-decisions/parts/roster.tsx'
import { paths } from '#platform/shared/paths.ts'
import { durationWords } from '#platform/shared/time.ts'
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
import type { Assignment } from '../contract.shapes.ts'
import { readAssignment } from '../contract.ts'
import { AssignmentActions } from '../parts/assignment-actions.tsx'
import { PhaseBadges } from '../parts/assignment-badges.tsx'
import { ShiftTime } from '../parts/shift-time.tsx'
import { clockNoteOf, clockNoteWords, kindWords, modeWords, partyWords } from '../rules.words.ts'

/** What must be read before anything else: cancelled, a clock change, what waits. */
const Notes = ({ of, zone }: { of: Assignment; zone: string }) => {
  const clocks = clockNoteOf(of, of.time_zone)
  return (
    <div className="mb-4 flex flex-col gap-2 empty:hidden">
      {of.status === 'cancelled' && (
        <Notice tone="bad" title={`Cancelled · ${of.cancelled_party ? partyWords[of.cancelled_party] : ''}`}>
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
        <Notice tone="info">Officers see it from {dayAndClock(of.publish_at, zone)} on.</Notice>
      )}
      {of.backdate_reason && (
        <Notice tone="info" title="Posted after its start">
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
  return `${opens} until ${closes}`
}

const aboutOf = (of: Assignment, zone: string, radius: number): (readonly [string, ReactNode])[] => {
  const facts: (readonly [string, ReactNode] | null)[] = [
    ['Kind', kindWords[of.kind]],
    of.client ? ['Client', of.client] : null,
    of.location_name || of.location_address
      ? [
          'Place',
          <span key="place" className="wrap-anywhere">
            {of.location_name}
            {of.location_address && <span className="block text-soft">{of.location_address}</span>}
          </span>,
        ]
      : null,
    of.location_lat !== null ? ['Check-in', `Verified within ${of.location_radius_m ?? radius} m of the place`] : null,
    ['Sign-up', modeWords[of.signup_mode]],
    ['Window', windowWords(of, zone)],
    ['Needed', `${of.min_required} of ${of.required_count} at least`],
    of.pay_code ? ['Pay code', of.pay_code] : null,
    of.min_pay_minutes > 0 ? ['Pays at least', durationWords(of.min_pay_minutes)] : null,
    of.series ? ['Series', `One of ${of.series.count}, ${Math.max(0, of.series.following_count - 1)} to follow`] : null,
    of.time_zone !== zone ? ['Time zone', of.time_zone.replaceAll('_', ' ')] : null,
    of.created_by_name ? ['Posted by', of.created_by_name] : null,
  ]
  return facts.filter((fact) => fact !== null)
}

const Posts = ({ of, zone }: { of: Assignment; zone: string }) => (
  <Card title="Posts" flush>
    <ul className="divide-y divide-line">
      {of.posts.map((post) => (
        <li key={post.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3 md:px-5">
          <div className="min-w-0">
            <p className="font-medium wrap-anywhere">{post.name}</p>
            {(post.starts_at !== of.starts_at || post.ends_at !== of.ends_at) && (
              <ShiftTime starts_at={post.starts_at} ends_at={post.ends_at} zone={zone} wide />
            )}
            <Asked of={post.requirements} />
            {post.split_minutes && <p className="text-small">Parts of {durationWords(post.split_minutes)} or more</p>}
          </div>
          <div className="flex items-center gap-3">
            {post.pending_count > 0 && <span className="text-small text-warn">{post.pending_count} to approve</span>}
            <FillBar filled={post.confirmed_count} of={post.required_count} label="places filled" />
          </div>
        </li>
      ))}
    </ul>
  </Card>
)

const Seen = ({ of }: { of: Assignment }) => {
  const { time_zone: zone, location_radius_m } = useOrganization()
  return (
    <>
      <PageHeader
        title={of.title}
        before={<WayBack to={paths.adminAssignments()}>All assignments</WayBack>}
        beside={<PhaseBadges of={of} />}
        hint={<ShiftTime starts_at={of.starts_at} ends_at={of.ends_at} zone={zone} wide />}
        actions={<AssignmentActions of={of} />}
      />
      <Notes of={of} zone={zone} />
      <div className="flex min-w-0 flex-col gap-4">
        <Posts of={of} zone={zone} />
        {of.status !== 'draft' && <AwardCard id={of.id} />}
        {of.status !== 'draft' && <AssignmentRoster assignmentId={of.id} />}
        {of.status === 'published' && <EscalationCard assignmentId={of.id} />}
        {of.status === 'published' && <OrderInCard assignmentId={of.id} />}
        {['in_progress', 'completed', 'closed'].includes(of.phase) && (
          <Card title="Attendance" hint="Who came, when, and what is to be approved.">
            <AttendanceReview assignmentId={of.id} />
          </Card>
        )}
        <Card title="About">
          {of.description && <p className="mb-4 max-w-prose whitespace-pre-line wrap-anywhere">{of.description}</p>}
          <Facts facts={aboutOf(of, zone, location_radius_m)} />
        </Card>
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
      <PageHeader title="Assignment" before={<WayBack to={paths.adminAssignments()}>All assignments</WayBack>} />
      {read.isPending ? (
        <CardSkeleton lines={6} />
      ) : (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      )}
    </>
  )
}

export default AssignmentScreen
