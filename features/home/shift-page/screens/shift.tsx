import { useState } from 'react'
import type { GivenUp } from '#features/home/available-jobs/client.again.ts'
import { OwnState, type Standing } from '#features/home/available-jobs/parts/place-action.tsx'
import { AddToCalendar } from '#features/home/calendar/parts/add-to-calendar.tsx'
import { ShiftTime } from '#features/shifts/assignments/parts/shift-time.tsx'
import { modeNow } from '#features/shifts/assignments/rules.ts'
import { clockNoteOf, kindWords } from '#features/shifts/assignments/words.ts'
import { AwardTerms } from '#features/shifts/awards/parts/award-terms.tsx'
import { daysTo, useLimits } from '#features/shifts/eligibility/client.ts'
import { ownOf } from '#features/shifts/eligibility/rules.offer.ts'
import { useComingOrders } from '#features/shifts/escalations/client.ts'
import { ComingOrder } from '#features/shifts/escalations/parts/coming-order.tsx'
import { OrderOf } from '#features/shifts/order-ins/parts/my-order-ins.tsx'
import { holdsPlace, isLive } from '#features/shifts/signups/rules.ts'
import { OpenSwaps, useOpenSwaps } from '#features/shifts/swaps/parts/open-swaps.tsx'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { atStartStatuses } from '#platform/shared/statuses.ts'
import { MINUTE } from '#platform/shared/time.ts'
import { ApiError } from '#platform/web/api.ts'
import { useCameFrom } from '#platform/web/came-from.ts'
import { useServerNow } from '#platform/web/clock.ts'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState, OfflineMark } from '#platform/web/ui/states.tsx'
import { idOrNull, usePathPart } from '#platform/web/url.ts'
import { filledWords, wayBack } from '../client.ts'
import { readShift } from '../contract.ts'
import { HourNotes } from '../parts/hour-notes.tsx'
import { HowGiven } from '../parts/how-given.tsx'
import { awaitsAward, IfYouCannotWork, isOpen, OwnPart } from '../parts/own-part.tsx'
import { People } from '../parts/people.tsx'
import { Where } from '../parts/where.tsx'

type Shift = OutputOf<typeof readShift>

/** `own` is not known while the shift is read: the link comes with it, in the place that is kept for it. */
const Back = ({ own }: { own: boolean | null }) => {
  const from = useCameFrom()
  const { to, label } = wayBack(from, own === true)
  return (
    <TextLink to={to} className={own === null && from === null ? 'invisible' : ''}>
      {label}
    </TextLink>
  )
}

/** Not posted, another department's, over, or never there: they all read the same. */
const NotThere = () => (
  <>
    <PageHeader title="Shift" before={<Back own={false} />} />
    <EmptyState
      title="This shift isn't available"
      text="It may have ended or been unpublished, or the link may be wrong. Shifts you worked are in History."
      action={
        <>
          <ButtonLink look="primary" to={paths.officerAssignments()}>
            Available Jobs
          </ButtonLink>
          <ButtonLink to={paths.officerHistory()}>History</ButtonLink>
        </>
      }
    />
  </>
)

/** The length of every post in minutes; null if they differ. */
const lengthOf = (posts: Shift['job']['posts']): number | null => {
  const [first, ...others] = new Set(posts.map((one) => (Date.parse(one.ends_at) - Date.parse(one.starts_at)) / MINUTE))
  return others.length === 0 ? (first ?? null) : null
}

/** What the card with the button doesn't say: the rule of an award, the receipt, and how a shift that can't be taken was given out. */
const HowAwarded = ({ of, standing }: { of: Shift; standing: Standing }) => {
  const { time_zone: zone } = useOrganization()
  const { coming, now } = standing
  const award = modeNow(of.job) === 'award'
  const open = isOpen(standing)
  const { given } = of
  if (open && !award && !of.has_receipt) return null
  return (
    <Card title={given ? 'How you got it' : "How it's filled"}>
      {given && <HowGiven given={given} now={now} />}
      {!open && !given && !awaitsAward(standing) && <p className="figures">{filledWords(of.job, zone, now)}</p>}
      {award && <AwardTerms id={of.job.id} title={of.job.title} minutes={lengthOf(of.job.posts)} />}
      {!open && coming && <ComingOrder {...{ coming, now }} open={false} />}
      {of.has_receipt && (
        <p className="mt-2">
          <TextLink to={paths.officerStanding(of.job.id)}>Your award receipt</TextLink>
        </p>
      )}
    </Card>
  )
}

const Notes = ({ of }: { of: Shift }) => {
  const { time_zone: zone } = useOrganization()
  const clocks = clockNoteOf(of.job, zone)
  return (
    <>
      {of.job.status === 'cancelled' && (
        <Notice tone="bad" title="This shift was canceled">
          {of.cancel_reason}
        </Notice>
      )}
      {clocks && (
        <Notice tone="warn" title="Clock change">
          {clocks}
        </Notice>
      )}
    </>
  )
}

const useStanding = (of: Shift, now: number, swap: NonNullable<Standing['swap']>): Standing => {
  const { limits } = useLimits(daysTo(of.job.starts_at, now))
  const coming = useComingOrders()
  const own = ownOf(of.job.id, of.mine, new Date(now).toISOString())
  return { job: of.job, own, mine: of.mine, me: of.me, limits, coming: coming.get(of.job.id) ?? null, swap, now }
}

const Seen = ({ of, readAt, offline }: { of: Shift; readAt: number; offline: boolean }) => {
  const now = useServerNow(5000)
  const here = { assignment_id: of.job.id }
  // What was just offered is there at once: the shift itself is read again a little later.
  const [offeredNow, setOfferedNow] = useState(false)
  const swaps = useOpenSwaps(here, of.has_swap || offeredNow)
  const swap = { offered: swaps.some(({ own: mine }) => mine), onOffered: () => setOfferedNow(true) }
  const standing = useStanding(of, now, swap)
  const { own } = standing
  const [givenUp, setGivenUp] = useState<GivenUp | null>(null)
  const seen = { standing, readAt, onGivenUp: setGivenUp }
  const iso = new Date(now).toISOString()
  const ahead = own !== null && Date.parse(of.job.ends_at) > now && isLive(own, iso)
  const held = own && holdsPlace(own, iso) ? own : null
  const shown = own && atStartStatuses.some((one) => one === own.status) ? own : null
  return (
    <>
      <PageHeader
        title={of.job.title}
        before={<Back own={shown !== null || (own !== null && isLive(own, iso))} />}
        beside={
          <>
            {shown && <OwnState own={shown} readAt={readAt} now={now} />}
            <Badge>{kindWords[of.job.kind]}</Badge>
            {offline && <OfflineMark />}
          </>
        }
        hint={<ShiftTime shift={{ ...(shown ?? of.job), time_zone: of.job.time_zone }} wide />}
      />
      <div className="flex flex-col gap-4 lg:grid lg:max-w-6xl lg:grid-cols-[3fr_2fr] lg:items-start">
        <div className="flex min-w-0 flex-col gap-4">
          <Notes of={of} />
          {held && Date.parse(of.job.ends_at) > now && <HourNotes of={of} own={held} now={now} />}
          <OwnPart {...seen} of={of} givenUp={givenUp} />
          {(of.given?.how === 'order' || standing.coming) && <OrderOf assignment_id={of.job.id} />}
          {swaps.length > 0 && <OpenSwaps of={here} title="Swap or giveaway" />}
          <Where job={of.job} spot={of.spot} />
          {ahead && (
            <div className="no-print">
              <AddToCalendar signup_id={own.id} title={of.job.title} />
            </div>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <People job={of.job} people={of.people} me={of.me} spots={!isOpen(standing)} />
          <HowAwarded of={of} standing={standing} />
          <IfYouCannotWork {...seen} />
        </div>
      </div>
    </>
  )
}

const Found = ({ id }: { id: string }) => {
  const read = useRead(readShift, { id })
  const of = read.data
  const gone = read.error instanceof ApiError && read.error.status === 404
  if (gone) return <NotThere />
  if (of) return <Seen of={of} readAt={read.dataUpdatedAt} offline={read.error !== null} />
  return (
    <>
      <PageHeader title="Shift" before={<Back own={null} />} />
      {read.error ? <ErrorState error={read.error} retry={() => void read.refetch()} /> : <CardSkeleton lines={6} />}
    </>
  )
}

/** `/officer/assignments/{id}`: everything about one shift, and what the officer can do about it. */
export default function ShiftScreen() {
  const id = idOrNull(usePathPart('id'))
  return id ? <Found key={id} id={id} /> : <NotThere />
}
