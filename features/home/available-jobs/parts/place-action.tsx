import CircleSlash from 'lucide-react/icons/circle-slash'
import { type ReactNode, useState } from 'react'
import { restThumb } from '#features/hours/attendance/client.ts'
import { modeNow } from '#features/shifts/assignments/rules.ts'
import { pressLook } from '#features/shifts/eligibility/client.press.ts'
import { askingWords, askWords, reasonLines } from '#features/shifts/eligibility/parts/signup-words.tsx'
import { type Limits, reasonsForPost } from '#features/shifts/eligibility/rules.offer.ts'
import type { ComingOrder } from '#features/shifts/escalations/words.coming.ts'
import { joinWaitlist, listMyOffers } from '#features/shifts/offers/contract.ts'
import { OfferAnswer } from '#features/shifts/offers/parts/offer-answer.tsx'
import { queueWords } from '#features/shifts/offers/rules.ts'
import {
  callOff,
  keepPlace,
  listOpenJobs,
  type OpenJob,
  type OwnSignup,
  signUp,
  withdraw,
} from '#features/shifts/signups/contract.ts'
import { PartChoice, usePart } from '#features/shifts/signups/parts/part-choice.tsx'
import { callOffMode, isLive, may } from '#features/shifts/signups/rules.ts'
import { AskSwap } from '#features/shifts/swaps/parts/ask-swap.tsx'
import { ApiError } from '#platform/web/api.ts'
import { missingIn, useSaved } from '#platform/web/outbox-state.ts'
import { useWrites } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { ActionBar } from '#platform/web/ui/action-bar.tsx'
import { StatusBadge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Confirm } from '#platform/web/ui/dialog.tsx'
import { OnceKnown, SavedPress } from '#platform/web/ui/saved-press.tsx'
import { ownSignupBadge, signupBadge, workBadge } from '#platform/web/ui/status.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { wordsFor } from '#platform/web/words.ts'
import { againWords, type GivenUp, gaveUpWords } from '../client.again.ts'
import { CallOffSheet, ChargedHours } from './charged-hours.tsx'

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
  /** Null until known: the server checks in any case. */
  limits: Limits | null
  /** When an officer will be ordered in if the job is not filled; null if nobody will be. */
  coming: ComingOrder | null
  /** Whether the officer's own shift has been offered to colleagues, as the page beside it says; and what follows when it just was. */
  swap?: { offered: boolean; onOffered: () => void }
  now: number
}

export const reads = [listOpenJobs, listMyOffers] as const
const said = (own: OwnSignup | null) => `${own?.id ?? ''}:${own?.status ?? ''}`

/**
 * A button press and its outcome: nothing is shown as done before the server responds. The response is shown until the list has
 * caught up; a refusal is shown instead.
 */
export const usePress = (own: OwnSignup | null) => {
  const [answered, setAnswered] = useState<{ own: OwnSignup; over: string } | null>(null)
  const [refused, setRefused] = useState<{ text: string; over: string } | null>(null)
  const press = async (work: () => Promise<OwnSignup>): Promise<OwnSignup | null> => {
    setRefused(null)
    try {
      const answer = await work()
      setAnswered({ own: answer, over: said(own) })
      return answer
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) {
        const words = wordsFor(error)
        setRefused({ text: `${words.title}. ${words.text}`, over: said(own) })
      } else toast.failure(error)
      return null
    }
  }
  const answer = answered?.over === said(own) ? answered.own : null
  return {
    press,
    answered: answer !== null,
    status: (answer ?? own)?.status ?? null,
    refused: refused?.over === said(own) ? refused.text : null,
  }
}

const Told = ({ children }: { children: ReactNode }) => (
  <p role="status" className="text-small font-medium text-warn">
    {children}
  </p>
)

/** Replaces the button: every reason at once, and the refusal of a press that came too late. */
const WhyNot = ({ refused, reasons }: { refused: string | null; reasons: readonly string[] }) => (
  <div className="flex flex-col gap-1">
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

/** This close to the start, officers cannot call off with a button. */
const CallTheDesk = ({ phone }: { phone: string | null }) => (
  <p className="figures text-small text-soft">
    To call off now, call{' '}
    {phone ? (
      <a className="font-medium text-brand-ink underline" href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
        {phone}
      </a>
    ) : (
      'your department'
    )}
    . You're still responsible for the shift.
  </p>
)

/** `readAt`: when the signup was read, by the device's clock. */
type Changing = Standing & {
  own: OwnSignup
  readAt: number
  /** The server has taken the withdrawal or the call-off. */
  onGivenUp: (how: GivenUp) => void
}

/** Withdraw, call off or keep, depending on the state of the officer's sign-up. */
const OwnAction = ({
  job,
  own,
  me,
  readAt,
  swap,
  now,
  status,
  press,
  onGivenUp,
}: Changing & Omit<ReturnType<typeof usePress>, 'refused' | 'answered'>) => {
  const [asking, setAsking] = useState(false)
  const write = useWrites({ invalidates: reads })
  const saved = missingIn(readAt, useSaved(), [withdraw.name], own.id).at(-1)
  // On duty or done: the actions are on the dashboard.
  if (status === null || status !== own.status || own.attendance !== null) return null
  const id = own.id
  if (saved) return <SavedPress saved={saved} />
  if (may('withdraw', own)) {
    return (
      <Button
        wide
        busy={write.pending}
        onClick={() => void press(() => write.run(withdraw, { id })).then((done) => done && onGivenUp('withdrew'))}
      >
        Withdraw
      </Button>
    )
  }
  if (may('take_back_calloff', own)) {
    return (
      <Button wide busy={write.pending} onClick={() => void press(() => write.run(keepPlace, { id }))}>
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
      <Button wide why={mode === 'too_late' ? 'This shift has started' : null} onClick={() => setAsking(true)}>
        {request ? 'Ask to call off' : 'Call off'}
      </Button>
      {mode !== 'too_late' && <AskSwap {...swap} signup_id={id} assignment_id={job.id} title={job.title} />}
      <CallOffSheet
        {...{ job, own, request }}
        notice_minutes={me.notice_minutes}
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={async (reason) => {
          await write.run(callOff, { id, ...(reason === '' ? {} : { reason }) })
          if (!request) onGivenUp('called_off')
        }}
      />
    </>
  )
}

/** What the officer can change about a signup: withdraw, call off, keep, swap or give away. Null where nothing can be changed. */
export const OwnChanges = (standing: Changing) => {
  const { press, status, refused } = usePress(standing.own)
  return (
    <>
      <OnceKnown>
        <OwnAction {...standing} status={status} press={press} />
      </OnceKnown>
      {refused && <Told>{refused}</Told>}
    </>
  )
}

/** The officer's status as a badge, the position on the waitlist, and an offer to answer. */
export const OwnState = ({ own, readAt, now }: { own: OwnSignup; readAt: number; now: number }) => {
  const { time_zone: zone } = useOrganization()
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <StatusBadge of={own.attendance ? workBadge[own.attendance] : ownSignupBadge(own, now)} />
        {own.queue && own.status === 'waitlisted' && Date.parse(own.starts_at) > now && (
          <span className="figures text-small text-soft">{queueWords(own.queue)}</span>
        )}
      </div>
      {own.status === 'offered' && isLive(own, new Date(now).toISOString()) && (
        <OfferAnswer offer={own} readAt={readAt} zone={zone} now={now} />
      )}
      {own.reason && ['rejected', 'released', 'confirmed'].includes(own.status) && (
        <p className="text-small text-soft">{own.reason}</p>
      )}
    </div>
  )
}

/** Whether `OwnChanges` has something to offer. */
export const canChange = (own: OwnSignup): boolean =>
  own.attendance === null && (may('withdraw', own) || may('take_back_calloff', own) || may('call_off', own))

/** Reasons that may not apply to another part of the post. */
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

/** The job, plus the post if there are several: no two buttons have the same name. */
export const nameOf = (job: OpenJob, post: OpenJob['posts'][number]): string =>
  job.posts.length > 1 ? `${job.title}, ${post.name}` : job.title

type Asking = { job: OpenJob; post: OpenJob['posts'][number]; busy: boolean; onJoin: () => void }

/** For a post that is full and nothing else: its waitlist, or that it has none. */
const Waitlist = ({ job, post, busy, onJoin }: Asking) => {
  if (!job.keeps_waitlist) return <span className="text-small text-soft">This shift has no waitlist</span>
  if (modeNow(job) === 'award') return null
  return (
    <Button
      look={pressLook.waitlist}
      wide
      busy={busy}
      aria-label={`Join the waitlist: ${nameOf(job, post)}`}
      onClick={onJoin}
    >
      {busy ? 'Joining…' : 'Join the waitlist'}
    </Button>
  )
}

type AskProps = {
  job: OpenJob
  post: OpenJob['posts'][number]
  mode: ReturnType<typeof modeNow>
  busy: boolean
  refused: string | null
  givenUp: GivenUp | null
  onPress: () => Promise<void>
}

/**
 * The press that signs up: above the bottom bar on a phone, if the shift has one post. Not where the button that gave the shift up just
 * was, and only after a question: a second tap must not sign up again.
 */
const Ask = ({ job, post, mode, busy, refused, givenUp, onPress }: AskProps) => {
  const [asking, setAsking] = useState(false)
  const words = busy ? askingWords[mode] : askWords[mode]
  const ask = (
    <>
      <Button
        look={pressLook[mode]}
        wide
        busy={busy}
        aria-label={`${words}: ${nameOf(job, post)}`}
        onClick={() => (givenUp ? setAsking(true) : void onPress())}
      >
        {words}
      </Button>
      {refused && <Told>{refused}</Told>}
    </>
  )
  if (givenUp)
    return (
      <>
        {ask}
        <Confirm
          open={asking}
          onClose={() => setAsking(false)}
          title={`${gaveUpWords[givenUp]} ${againWords[mode].ask}`}
          text={againWords[mode].text}
          action={askWords[mode]}
          look="primary"
          onConfirm={onPress}
        />
      </>
    )
  return job.posts.length === 1 ? <ActionBar>{ask}</ActionBar> : ask
}

/** Signs up for a post, or says why that is not possible and from when it is. */
export const AskForPlace = ({
  post,
  givenUp,
  onSignedUp,
  ...standing
}: Standing & {
  post: OpenJob['posts'][number]
  givenUp: GivenUp | null
  onSignedUp: (made: OwnSignup) => void
}) => {
  const { time_zone: zone } = useOrganization()
  const { job, own, mine, me, limits, now } = standing
  const { press, answered, status, refused } = usePress(own)
  const choice = usePart(post)
  const part = post.split_minutes === null ? null : choice.part
  const write = useWrites({ invalidates: reads })
  const mode = modeNow(job)
  const spot = { assignment_id: job.id, post_id: post.id, ...part }
  const at = part ?? post
  const reasons = reasonsForPost(job, post, { ...me, mine, limits }, new Date(now).toISOString(), at)
  if (answered && status) return <StatusBadge of={signupBadge[status]} />
  const signMeUp = async () => {
    const made = await press(() => write.run(signUp, spot))
    if (!made) return
    restThumb()
    onSignedUp(made)
  }
  const choosing = part && <PartChoice post={post} zone={zone} choice={choice} />
  if (reasons.length > 0)
    return (
      <div className="flex flex-col gap-2">
        {reasons.some(({ code }) => dependsOnPart.includes(code)) && choosing}
        <WhyNot refused={refused} reasons={reasonLines(reasons, zone, now, at.starts_at)} />
        {reasons.every(({ code }) => code === 'full') && (
          <Waitlist
            job={job}
            post={post}
            busy={write.pending}
            onJoin={() => void press(() => write.run(joinWaitlist, spot))}
          />
        )}
        {reasons[0]?.code === 'full' && post.waiting_count > 0 && (
          <span className="figures text-small text-soft">{post.waiting_count} waiting</span>
        )}
      </div>
    )
  return (
    <div className="flex flex-col gap-2">
      {choosing}
      <ChargedHours job={job} post_id={post.id} time={at} mode={mode} />
      <Ask {...{ job, post, mode, refused, givenUp }} busy={write.pending} onPress={signMeUp} />
    </div>
  )
}
