import CircleCheck from 'lucide-react/icons/circle-check'
import MapPin from 'lucide-react/icons/map-pin'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { elapsedWords } from '#features/hours/attendance/client.elapsed.ts'
import { useNoteRunning } from '#features/hours/attendance/client.running.ts'
import { SpotLine } from '#features/hours/attendance/parts/position.tsx'
import {
  CheckInAgainButton,
  CheckInButton,
  CheckOutButton,
  UndoButton,
} from '#features/hours/attendance/parts/press.tsx'
import { paths } from '#platform/shared/paths.ts'
import { MINUTE } from '#platform/shared/time.ts'
import { useServerNow } from '#platform/web/clock.ts'
import { countdown } from '#platform/web/countdown.ts'
import { mapLink, mapsOf } from '#platform/web/maps.ts'
import { useSendsWhen } from '#platform/web/outbox-when.ts'
import { useOrganization } from '#platform/web/session.ts'
import { clock, dayAndClock, duration, nearDay, span } from '#platform/web/time.ts'
import { ActionBar } from '#platform/web/ui/action-bar.tsx'
import { StatusBadge } from '#platform/web/ui/badge.tsx'
import { Anchor } from '#platform/web/ui/link.tsx'
import { awaitingWords, signupBadge } from '#platform/web/ui/status.ts'
import type { LeftShift as LeftShape, NextShift as NextShiftShape, OpenShift } from '../contract.ts'

type Next = z.infer<typeof NextShiftShape>
type Open = z.infer<typeof OpenShift>
type LeftShift = z.infer<typeof LeftShape>

const Where = ({ of }: { of: Next | Open | LeftShift }) => {
  const to = mapLink({ ...of, spot: null }, mapsOf(navigator.userAgent))
  return (
    <p className="mt-1 flex items-start gap-1.5 text-soft">
      {to && <MapPin aria-hidden className="mt-0.5 size-4 shrink-0" />}
      <span>
        {to && (
          <a href={to} className="py-3 underline" target="_blank" rel="noreferrer">
            {[of.location_name, of.location_address].filter(Boolean).join(', ')}
          </a>
        )}
        <span className="block">{[of.post, of.client].filter(Boolean).join(' · ')}</span>
      </span>
    </p>
  )
}

type WhenProps = {
  of: { starts_at: string; ends_at: string }
  now: number
  /** In a row of a list: that a night ends on the next day, the two times say. */
  brief?: boolean
}
export const When = ({ of, now, brief = false }: WhenProps) => {
  const { time_zone } = useOrganization()
  const { clock: hours, length, notes } = span(of.starts_at, of.ends_at, time_zone, { now, brief })
  return (
    <p className="figures">
      <span className="font-medium">{nearDay(of.starts_at, time_zone, now)}</span>{' '}
      <span className="whitespace-nowrap">{hours} ·</span>{' '}
      <span className="text-faint">
        <span className="whitespace-nowrap">{length}</span>
        <span className="block">{notes.join(' · ')}</span>
      </span>
    </p>
  )
}

const Frame = ({
  over,
  badge,
  title,
  of,
  now,
  bare = false,
  children,
}: {
  over: ReactNode
  badge?: ReactNode
  title: string
  of: Next | Open | LeftShift
  now: number
  /** On the page of the shift, which has said what, when and where. */
  bare?: boolean
  children: ReactNode
}) => (
  <section aria-label={title} className="rounded-ui border border-line-strong bg-surface p-4 md:p-6">
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="font-medium text-brand-ink">{over}</p>
      {badge}
    </div>
    {!bare && (
      <>
        <h2 className="mt-1 text-title font-semibold tracking-tight">
          <Anchor to={paths.officerAssignments(of.assignment_id)} className="-my-2 inline-block py-2 hover:underline">
            {title}
          </Anchor>
        </h2>
        <When of={of} now={now} />
        <Where of={of} />
      </>
    )}
    {children}
  </section>
)

type Elsewhere = {
  /** On the page of the shift. */
  bare?: boolean
  /** Another shift that the officer is on: it is checked out of first. */
  onDuty?: { title: string } | null
}

/** Takes the place of Check in: shows the result of the press, and contains nothing to press. */
const Strip = ({ children }: { children: ReactNode }) => (
  <div role="status" className="flex min-h-12 items-center gap-2 text-ok md:mt-4 [&_svg]:size-5 [&_svg]:shrink-0">
    {children}
  </div>
)

const Elapsed = ({ open, now, zone }: { open: Open; now: number; zone: string }) => {
  const left = Math.max(0, Math.ceil((Date.parse(open.ends_at) - now) / MINUTE))
  const whole = Date.parse(open.ends_at) - Date.parse(open.starts_at)
  const part = Math.min(1, Math.max(0, (now - Date.parse(open.starts_at)) / whole))
  return (
    <div className="mt-4 flex min-h-12 flex-col justify-center gap-1.5">
      <svg viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true" className="h-1.5 w-full rounded-ui">
        <rect width="100" height="2" className="fill-line-strong" />
        <rect width={100 * part} height="2" className="fill-ok" />
      </svg>
      <p className="figures flex justify-between gap-4 text-small text-soft">
        <span>{elapsedWords(open, now, zone)}</span>
        {left > 0 && <span>{duration(left)} left</span>}
      </p>
    </div>
  )
}

export const OnDuty = ({ open, bare = false }: { open: Open; bare?: boolean }) => {
  const { time_zone } = useOrganization()
  const now = useServerNow(1000)
  const justIn = now < Date.parse(open.checkout_from)
  const over = Date.parse(open.ends_at) <= now
  useNoteRunning(open)
  return (
    <Frame
      title={open.title}
      of={open}
      now={now}
      bare={bare}
      over={
        <span className="figures flex items-center gap-2 text-ok">
          <span aria-hidden className="size-2.5 rounded-full bg-current" />
          On duty since {clock(open.since, time_zone)}
        </span>
      }
    >
      {justIn ? (
        <ActionBar>
          <Strip>
            <CircleCheck aria-hidden /> Checked in
          </Strip>
        </ActionBar>
      ) : (
        <Elapsed open={open} now={now} zone={time_zone} />
      )}
      <SpotLine spot={open.spot} asks={open.asks_position} />
      {over && (
        <p className="mt-2 font-medium text-warn">
          The shift is over. Check out by {dayAndClock(open.checkout_closes_at, time_zone, now)}, or your record will be
          closed automatically and reviewed.
        </p>
      )}
      <div className="mt-4 has-[>div:empty]:mt-0">
        <CheckOutButton shift={open} checkout_from={open.checkout_from} now={now} />
      </div>
    </Frame>
  )
}

/** Checked out without a connection, or just before it was lost. The officer can still check in again until the shift ends. */
export const SavedOut = ({
  shift,
  at,
  sent,
  now,
  bare = false,
  onDuty = null,
}: {
  shift: Open
  at: string
  /** The server has it; the screen has not been read since. */
  sent: boolean
  now: number
} & Elsewhere) => {
  const { time_zone } = useOrganization()
  const when = useSendsWhen()
  return (
    <Frame
      title={shift.title}
      of={shift}
      now={now}
      bare={bare}
      over={<span className="figures">Checked out at {clock(at, time_zone)}</span>}
    >
      <p className="mt-3 text-soft">
        {sent ? "Sent. Your hours appear here when you're back online." : `Saved on this phone. Sends ${when}.`}
      </p>
      {now < Date.parse(shift.ends_at) && (
        <div className="mt-4">
          <CheckInAgainButton shift={shift} onDuty={onDuty?.title ?? null} />
        </div>
      )}
    </Frame>
  )
}

/** Checked out: can be undone within a minute, and resumed until the end. */
export const Left = ({ left, bare = false, onDuty = null }: { left: LeftShift } & Elsewhere) => {
  const { time_zone } = useOrganization()
  const now = useServerNow(1000)
  const undo = !left.decided && !onDuty && now <= Date.parse(left.undo_until)
  const goesOn = now < Date.parse(left.ends_at)
  const again = goesOn && !left.decided && !onDuty
  if (!undo && !goesOn) return null
  return (
    <Frame
      title={left.title}
      of={left}
      now={now}
      bare={bare}
      over={<span className="figures">Checked out at {clock(left.checked_out_at, time_zone)}</span>}
    >
      {undo && (
        <ActionBar otherwise={null}>
          <Strip>
            <CircleCheck aria-hidden /> Checked out
          </Strip>
        </ActionBar>
      )}
      {/* In the place of Check in: what comes under the thumb next is the strip of the card on duty. */}
      {!left.decided && (
        <div className="mt-4">
          {undo ? (
            <UndoButton left={left} now={now} />
          ) : (
            <CheckInAgainButton shift={left} onDuty={onDuty?.title ?? null} />
          )}
        </div>
      )}
      <p role="status" className="figures mt-3 flex items-center gap-2 text-ok">
        <CircleCheck aria-hidden className="size-5 shrink-0" />
        <span>
          {left.decided ? `${duration(left.worked_minutes)} recorded` : awaitingWords(duration(left.worked_minutes))}
        </span>
      </p>
      {left.decided && (
        <p className="mt-2 text-soft">
          An admin has reviewed these hours. If you go back on duty, ask an admin to record the time.
        </p>
      )}
      <SpotLine spot={left.spot} asks={left.asks_position} />
      {again && (
        <p className="figures mt-2 text-small text-soft">
          You can check in again until {clock(left.ends_at, time_zone)}.
        </p>
      )}
    </Frame>
  )
}

type NextProps = { next: Next; now: number } & Elsewhere
export const NextShift = ({ next, now, bare = false, onDuty = null }: NextProps) => {
  const { time_zone } = useOrganization()
  const begun = Date.parse(next.starts_at) <= now
  return (
    <Frame
      title={next.title}
      of={next}
      now={now}
      bare={bare}
      over={
        <span className="figures">
          {begun
            ? 'Your shift has started'
            : `${bare ? 'Starts' : 'Next shift'} ${countdown(next.starts_at, time_zone, now)}`}
        </span>
      }
      {...(next.calloff_requested ? { badge: <StatusBadge of={signupBadge.calloff_requested} /> } : {})}
    >
      {next.calloff_requested && (
        <p className="mt-2 text-soft">You asked to call off. The shift is yours until an admin approves.</p>
      )}
      <div className="mt-4 has-[>div:empty]:mt-0">
        <CheckInButton shift={next} opens_at={next.checkin_opens_at} now={now} onDuty={onDuty?.title ?? null} />
      </div>
    </Frame>
  )
}
