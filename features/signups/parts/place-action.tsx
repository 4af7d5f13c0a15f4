import CircleSlash from 'lucide-react/icons/circle-slash'
import { type ReactNode, useState } from 'react'
import { joinWaitlist, listMyOffers } from '#features/offers/contract.ts'
import { OfferAnswer } from '#features/offers/parts/offer-answer.tsx'
import { queueWords } from '#features/offers/rules.ts'
import { AskSwap } from '#features/swaps/parts/ask-swap.tsx'
import { ApiError } from '#platform/web/api.ts'
import { useWrites } from '#platform/web/reads.ts'
import { duration } from '#platform/web/time.ts'
import { StatusBadge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmWithReason } from '#platform/web/ui/dialog.tsx'
import { signupBadge } from '#platform/web/ui/status.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { wordsFor } from '#platform/web/words.ts'
import { callOff, keepPlace, listOpenJobs, type OpenJob, type OwnSignup, signUp, withdraw } from '../contract.ts'
import { type Limits, modeNow, reasonsForPost } from '../rules.offer.ts'
import { heldAtMost } from '../rules.places.ts'
import { callOffMode, firstStatus, isLive, may, type SignupStatus } from '../rules.ts'
import { PartChoice, usePart } from './part-choice.tsx'
import { askWords, reasonWords } from './signup-words.tsx'

export type Standing = {
  job: OpenJob
  own: OwnSignup | null
  mine: readonly OwnSignup[]
  me: {
    unit: string | null
    rank: string | null
    notice_minutes: number
    desk_minutes: number
    desk_phone: string | null
  }
  /** Null while they are not known: the server asks all the same. */
  limits: Limits | null
  /** When somebody will be ordered in if the job is not filled. */
  ordersAt: string | null
  now: number
}

const reads = [listOpenJobs, listMyOffers] as const
const said = (own: OwnSignup | null) => `${own?.id ?? ''}:${own?.status ?? ''}`

/** A press that is shown as done before the answer, until the list says otherwise; a refusal is told in its place. */
const usePress = (own: OwnSignup | null) => {
  const [pressed, setPressed] = useState<{ status: SignupStatus; over: string } | null>(null)
  const [refused, setRefused] = useState<{ text: string; over: string } | null>(null)
  const press = async (status: SignupStatus | null, work: () => Promise<unknown>) => {
    setRefused(null)
    if (status) setPressed({ status, over: said(own) })
    try {
      await work()
    } catch (error) {
      setPressed(null)
      if (error instanceof ApiError && error.status === 409) {
        const words = wordsFor(error)
        setRefused({ text: `${words.title}. ${words.text}`, over: said(own) })
      } else toast.failure(error)
    }
  }
  return {
    press,
    status: pressed?.over === said(own) ? pressed.status : (own?.status ?? null),
    waiting: pressed?.over === said(own),
    refused: refused?.over === said(own) ? refused.text : null,
  }
}

const Told = ({ children }: { children: ReactNode }) => (
  <p role="status" className="text-small font-medium text-warn md:text-right">
    {children}
  </p>
)

/** In the place of the button: every reason at once, and what was told to the press that came too late. */
const WhyNot = ({ refused, reasons }: { refused: string | null; reasons: readonly string[] }) => (
  <div className="flex flex-col gap-1 md:items-end">
    <ul aria-label="Why not" className="flex flex-col gap-1">
      {reasons.map((reason) => (
        <li key={reason} className="flex items-start gap-1.5 text-soft">
          <CircleSlash aria-hidden className="mt-1 size-3.5 shrink-0 text-faint" />
          {reason}
        </li>
      ))}
    </ul>
    {refused && <Told>{refused}</Told>}
  </div>
)

/** So close to the start nobody is called off by a button. */
const CallTheDesk = ({ phone }: { phone: string | null }) => (
  <p className="figures text-small text-soft md:text-right">
    To be called off now, call the desk
    {phone && (
      <>
        {': '}
        <a className="font-medium text-brand-ink underline" href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
          {phone}
        </a>
      </>
    )}
    . You are responsible for the shift.
  </p>
)

/** Withdraw, call off or keep: whichever belongs to the state of the own signup. */
const OwnAction = ({
  job,
  own,
  me,
  now,
  status,
  press,
}: Standing & { own: OwnSignup } & Omit<ReturnType<typeof usePress>, 'refused' | 'waiting'>) => {
  const [asking, setAsking] = useState(false)
  const write = useWrites({ invalidates: reads })
  if (status === null || status !== own.status) return null
  const id = own.id
  if (may('withdraw', own)) {
    return (
      <Button wide busy={write.pending} onClick={() => void press('withdrawn', () => write.run(withdraw, { id }))}>
        Withdraw
      </Button>
    )
  }
  if (may('take_back_calloff', own)) {
    return (
      <Button wide busy={write.pending} onClick={() => void press('confirmed', () => write.run(keepPlace, { id }))}>
        Keep the shift
      </Button>
    )
  }
  if (!may('call_off', own)) return null
  const mode = callOffMode(own, me.notice_minutes, new Date(now).toISOString(), me.desk_minutes)
  if (mode === 'desk') return <CallTheDesk phone={me.desk_phone} />
  const request = mode === 'request'
  return (
    <>
      <Button wide why={mode === 'too_late' ? 'The shift has begun' : null} onClick={() => setAsking(true)}>
        {request ? 'Ask to be called off' : 'Call off'}
      </Button>
      {mode !== 'too_late' && <AskSwap signup_id={own.id} title={job.title} />}
      <ConfirmWithReason
        open={asking}
        onClose={() => setAsking(false)}
        title={request ? 'Ask to be called off?' : `Call off ${job.title}?`}
        text={
          request
            ? `${own.ordered ? 'You were ordered in.' : `It is less than ${duration(me.notice_minutes)} to the start.`} You stay responsible until somebody takes over or an admin lets you go.`
            : 'You give up your place. It goes to whoever waits for it, or is open to others at once.'
        }
        action={request ? 'Send request' : 'Call off'}
        back="Keep the shift"
        reasonHint="The admins will read it."
        reasonOptional={!request}
        onConfirm={(reason) => write.run(callOff, { id, ...(reason === '' ? {} : { reason }) })}
      />
    </>
  )
}

/** The own state, and the one thing that can be done about it. */
export const OwnPlace = (standing: Standing & { own: OwnSignup }) => {
  const { own } = standing
  const { press, status, refused } = usePress(own)
  return (
    <div className="flex flex-col gap-2 md:items-end">
      <div className="flex flex-wrap items-center gap-2 md:justify-end">
        <StatusBadge of={signupBadge[status ?? own.status]} />
        {own.queue && status === 'waitlisted' && (
          <span className="figures text-small text-soft">{queueWords(own.queue)}</span>
        )}
        <OwnAction {...standing} status={status} press={press} />
      </div>
      {own.status === 'offered' && isLive(own, new Date(standing.now).toISOString()) && (
        <OfferAnswer offer={own} zone={standing.job.time_zone} now={standing.now} />
      )}
      {own.reason && ['rejected', 'released', 'confirmed'].includes(own.status) && (
        <p className="text-small text-soft">{own.reason}</p>
      )}
      {refused && <Told>{refused}</Told>}
    </div>
  )
}

/** What another part of the post may not have against it. */
const dependsOnPart: readonly string[] = [
  'full',
  'overlaps',
  'rest',
  'rolling_window',
  'consecutive_hours',
  'consecutive_days',
  'cap',
  'on_leave',
]

/** Asks for a place on one post, or says why that cannot be and from when. */
export const AskForPlace = ({ post, ...standing }: Standing & { post: OpenJob['posts'][number] }) => {
  const { job, own, mine, me, limits, now } = standing
  const { press, status, waiting, refused } = usePress(own)
  const choice = usePart(post)
  const part = post.split_minutes === null ? null : choice.part
  const write = useWrites({ invalidates: reads })
  const mode = modeNow(job)
  const at = part ?? post
  const reasons = reasonsForPost(job, post, { ...me, mine, limits }, new Date(now).toISOString(), at)
  // Nearly certain: nobody decides on it first, or more than one place is left.
  const left = post.required_count - (part ? heldAtMost(part, post.holds) : post.held_count)
  const certain = mode !== 'first_come' || left > 1
  if (waiting && status) return <StatusBadge of={signupBadge[status]} />
  const choosing = part && <PartChoice post={post} zone={job.time_zone} choice={choice} />
  if (reasons.length > 0)
    return (
      <div className="flex flex-col gap-2 md:items-end">
        {reasons.some(({ code }) => dependsOnPart.includes(code)) && choosing}
        <WhyNot refused={refused} reasons={reasons.map((one) => reasonWords(one, job.time_zone, now, at.starts_at))} />
        {reasons.every(({ code }) => code === 'full') && !job.keeps_waitlist && (
          <span className="text-small text-soft">No waitlist is kept for this job</span>
        )}
        {reasons.every(({ code }) => code === 'full') && mode !== 'award' && job.keeps_waitlist && (
          <Button
            wide
            busy={write.pending}
            aria-label={`Join the waitlist: ${job.title}`}
            onClick={() =>
              void press(null, () => write.run(joinWaitlist, { assignment_id: job.id, post_id: post.id, ...part }))
            }
          >
            Join the waitlist
          </Button>
        )}
        {reasons[0]?.code === 'full' && post.waiting_count > 0 && (
          <span className="figures text-small text-soft">{post.waiting_count} waiting</span>
        )}
      </div>
    )
  return (
    <div className="flex flex-col gap-2 md:items-end">
      {choosing}
      <Button
        look="primary"
        wide
        busy={write.pending}
        aria-label={`${askWords[mode]}: ${job.title}${job.posts.length > 1 ? `, ${post.name}` : ''}`}
        onClick={() =>
          void press(certain ? firstStatus[mode] : null, () =>
            write.run(signUp, { assignment_id: job.id, post_id: post.id, ...part }),
          )
        }
      >
        {askWords[mode]}
      </Button>
      {refused && <Told>{refused}</Told>}
    </div>
  )
}
