import type { GivenUp } from '#features/home/available-jobs/client.again.ts'
import { roomWords } from '#features/home/available-jobs/client.room.ts'
import {
  type JustSignedUp,
  SignedUp,
  UndoSignUp,
  useJustSignedUp,
} from '#features/home/available-jobs/parts/just-signed-up.tsx'
import {
  AskForPlace,
  canChange,
  OwnChanges,
  OwnState,
  type Standing,
} from '#features/home/available-jobs/parts/place-action.tsx'
import { useWithSaved } from '#features/home/dashboards/client.saved.ts'
import { Left, NextShift, OnDuty, SavedOut } from '#features/home/dashboards/parts/own-shift.tsx'
import { useDutyElsewhere } from '#features/hours/attendance/client.running.ts'
import { useShiftWords } from '#features/shifts/assignments/parts/shift-time.tsx'
import { modeNow } from '#features/shifts/assignments/rules.ts'
import { OwnPlace } from '#features/shifts/awards/parts/own-place.tsx'
import { givenWords } from '#features/shifts/eligibility/client.given.ts'
import { ComingOrder } from '#features/shifts/escalations/parts/coming-order.tsx'
import type { OwnSignup } from '#features/shifts/signups/contract.ts'
import { isLive } from '#features/shifts/signups/rules.ts'
import { UNDO_SHOWN_MS } from '#features/shifts/signups/rules.undo.ts'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { aheadStatuses } from '#platform/shared/statuses.ts'
import { useOrganization } from '#platform/web/session.ts'
import { ActionBar } from '#platform/web/ui/action-bar.tsx'
import { StatusBadge } from '#platform/web/ui/badge.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { signupBadge } from '#platform/web/ui/status.ts'
import type { readShift } from '../contract.ts'

type Shift = OutputOf<typeof readShift>
type Post = Standing['job']['posts'][number]

const isSame = (a: { starts_at: string; ends_at: string }, b: { starts_at: string; ends_at: string }) =>
  Date.parse(a.starts_at) === Date.parse(b.starts_at) && Date.parse(a.ends_at) === Date.parse(b.ends_at)

const PostToTake = ({
  post,
  standing,
  givenUp,
  onSignedUp,
}: {
  post: Post
  standing: Standing
  givenUp: GivenUp | null
  onSignedUp: (made: OwnSignup) => void
}) => {
  const words = useShiftWords(standing.now)({ ...post, time_zone: standing.job.time_zone })
  const { time_zone: zone } = useOrganization()
  const several = standing.job.posts.length > 1
  const ownTime = !isSame(post, standing.job)
  return (
    <div className="flex flex-col gap-2 border-b border-line py-4 first:pt-0 last:border-b-0 last:pb-0">
      {(several || ownTime) && (
        <div>
          <h2 className="font-medium">{post.name}</h2>
          {ownTime && (
            <p className="figures text-small text-soft">
              {words.day} · {words.clock} · {words.length}
            </p>
          )}
        </div>
      )}
      <div className="figures">
        <p className="font-medium">{givenWords(standing.job, zone, standing.now)}</p>
        <p className="text-small text-soft">{roomWords(post, zone)}</p>
      </div>
      <AskForPlace {...standing} {...{ post, givenUp, onSignedUp }} />
    </div>
  )
}

/** Not the officer's yet, and still to be had: its card says how it is given out. */
export const isOpen = ({ own, job, now }: Standing): boolean =>
  !(own && (isLive(own, new Date(now).toISOString()) || own.status === 'worked')) &&
  job.status === 'published' &&
  Date.parse(job.ends_at) > now

/** The officer has applied, and the award is to come. */
export const awaitsAward = ({ own, job, now }: Standing): boolean =>
  own?.status === 'interested' && isLive(own, new Date(now).toISOString()) && modeNow(job) === 'award'

const AwardAhead = ({ job, now }: Standing) => {
  const { time_zone: zone } = useOrganization()
  return (
    <div>
      <p className="figures font-medium">{givenWords(job, zone, now)}</p>
      <OwnPlace assignment_id={job.id} />
    </div>
  )
}

/** The standing, and when it was read, by the device's clock. */
type Seen = { standing: Standing; readAt: number; onGivenUp: (how: GivenUp) => void }

/** A sign-up just made: on a phone in the bar, where the button was. */
const Made = ({ made, fresh, title }: { made: OwnSignup; fresh: JustSignedUp; title: string }) => (
  <ActionBar
    left={
      <Card>
        <div className="flex min-h-11 items-center">
          <StatusBadge of={signupBadge[made.status]} />
        </div>
      </Card>
    }
    otherwise={
      <Card>
        <div className="flex items-center justify-between gap-3">
          <SignedUp made={made} />
          <UndoSignUp title={title} fresh={fresh} />
        </div>
      </Card>
    }
  >
    {/* The result where the button was; Undo above it, so that a double tap can't hit it. */}
    <div className="flex flex-col items-center gap-2">
      <UndoSignUp title={title} fresh={fresh} wide />
      <SignedUp made={made} />
    </div>
  </ActionBar>
)

/** Where the officer stands with the shift, and the one next thing to do. */
export const OwnPart = ({
  of,
  standing,
  readAt,
  givenUp,
  onGivenUp,
}: Seen & { of: Shift; givenUp: GivenUp | null }) => {
  const { own, job, now } = standing
  const fresh = useJustSignedUp(own, UNDO_SHOWN_MS)
  const live = own !== null && (isLive(own, new Date(now).toISOString()) || own.status === 'worked')
  const shown = useWithSaved(of, readAt)
  const { next, left, out } = shown
  const elsewhere = useDutyElsewhere(next?.signup_id ?? left?.signup_id ?? out?.shift.signup_id ?? '')
  const onDuty = elsewhere ? { title: 'your other shift' } : null
  if (shown.open) return <OnDuty open={shown.open} bare />
  if (out) return <SavedOut {...out} now={now} bare onDuty={onDuty} />
  if (left) return <Left left={left} bare onDuty={onDuty} />
  if (fresh.made && fresh.undoable) return <Made made={fresh.made} fresh={fresh} title={job.title} />
  if (next) return <NextShift next={next} now={now} bare onDuty={onDuty} />
  const open = isOpen(standing)
  if (!own && !open) return null
  return (
    <Card>
      <div className="flex flex-col gap-4">
        {own && (!live || own.status !== 'worked') && <OwnState own={own} readAt={readAt} now={now} />}
        {awaitsAward(standing) && <AwardAhead {...standing} />}
        {live && own && own.status !== 'confirmed' && canChange(own) && (
          <div>
            <OwnChanges {...standing} {...{ own, readAt, onGivenUp }} />
          </div>
        )}
        {open && (
          <div>
            {job.posts.map((post) => (
              <PostToTake key={post.id} {...{ post, standing, givenUp }} onSignedUp={fresh.keep} />
            ))}
          </div>
        )}
        {open && standing.coming && <ComingOrder coming={standing.coming} open now={now} />}
      </div>
    </Card>
  )
}

/** Apart from the next thing to do: what gives the shift up. */
export const IfYouCannotWork = ({ standing, readAt, onGivenUp }: Seen) => {
  const { own } = standing
  if (!own || !aheadStatuses.some((one) => one === own.status) || !canChange(own)) return null
  return (
    <Card title="If you can't work it">
      <div className="flex flex-wrap gap-2">
        <OwnChanges {...standing} {...{ own, readAt, onGivenUp }} />
      </div>
    </Card>
  )
}
