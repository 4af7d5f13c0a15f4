import LogIn from 'lucide-react/icons/log-in'
import LogOut from 'lucide-react/icons/log-out'
import Undo2 from 'lucide-react/icons/undo-2'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { MINUTE } from '#platform/shared/time.ts'
import { ApiError } from '#platform/web/api.ts'
import { useNow } from '#platform/web/clock.ts'
import { useLiveState } from '#platform/web/connection.ts'
import { useSaved, waitingFor } from '#platform/web/outbox-state.ts'
import { useOrganization } from '#platform/web/session.ts'
import { useEnds } from '#platform/web/session-ends.ts'
import { clock, dayAndClock, daysUntil, duration } from '#platform/web/time.ts'
import { ActionBar } from '#platform/web/ui/action-bar.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { LateConfirm } from '#platform/web/ui/late-confirm.tsx'
import { OnceKnown, SavedPress } from '#platform/web/ui/saved-press.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { SaidAlready } from '#platform/web/words.ts'
import { useNotedCheckIn } from '../client.running.ts'
import { restAfterPress, restIfPressed, restThumb, useCheckOut, useUndoCheckOut } from '../client.ts'
import { checkIn as checkInCall, checkOut as checkOutCall } from '../contract.ts'
import { PositionHint } from './position.tsx'

/** The last press about this shift that waits on this device, if it is of this call. */
const useSavedPress = (call: typeof checkInCall | typeof checkOutCall, signup_id: string) => {
  const last = waitingFor(useSaved(), [checkInCall.name, checkOutCall.name], signup_id).at(-1)
  return last?.call === call.name ? last : null
}

type Shift = {
  signup_id: string
  title: string
  starts_at: string
  ends_at: string
  asks_position: boolean
  radius_m?: number | null
  /** A check-out before the start counts. */
  counts?: boolean
}

/** How long the button stays inert after a press, until the card has been re-read and shows the result. */
const SETTLES_MS = 3000

/** Allows one press at a time and shows refusals as text. */
const useBusy = () => {
  const [busy, setBusy] = useState(false)
  const during = async (work: () => Promise<unknown>) => {
    setBusy(true)
    restAfterPress()
    try {
      await work()
      setTimeout(() => setBusy(false), SETTLES_MS)
    } catch (error) {
      setBusy(false)
      toast.failure(error)
    } finally {
      restThumb()
    }
  }
  return { busy, during }
}

/** A button for the next press, such as that of the next shift, comes under the thumb that has just pressed this one. */
const Next = ({ children }: { children: ReactNode }) => {
  useLayoutEffect(restIfPressed, [])
  return <OnceKnown>{children}</OnceKnown>
}

/** `why` it can't be pressed yet. */
const InButton = ({ shift, why, again }: { shift: Shift; why: string | null; again?: boolean }) => {
  const { busy, during } = useBusy()
  const checkIn = useNotedCheckIn()
  const saved = useSavedPress(checkInCall, shift.signup_id)
  if (saved && !busy) return <SavedPress saved={saved} />
  const button = (
    <Next>
      <Button
        {...(again ? {} : { look: 'primary' })}
        size="large"
        wide
        icon={<LogIn aria-hidden />}
        busy={busy}
        why={why}
        whyBeside
        onClick={() => void during(() => checkIn(shift))}
      >
        {again ? 'Check in again' : 'Check in'}
      </Button>
    </Next>
  )
  return (
    <div>
      {why || again ? button : <ActionBar>{button}</ActionBar>}
      {/* The button describes itself to screen readers; at a desk it would say this on hover only. */}
      {why && (
        <p aria-hidden className="mt-1 text-small text-faint">
          {why}
        </p>
      )}
      {!why && <PositionHint asks={shift.asks_position} radius_m={shift.radius_m ?? null} />}
    </div>
  )
}

type InProps = { shift: Shift; opens_at: string; now: number; onDuty?: string | null }
/** Why check-in isn't open yet, and whether to show its button: not on an earlier day, when it can't be used. Null once it is open. */
export const opensWords = (opens_at: string, zone: string, now: number): { why: string; shown: boolean } | null =>
  Date.parse(opens_at) <= now
    ? null
    : { why: `Check-in opens ${dayAndClock(opens_at, zone, now)}`, shown: daysUntil(opens_at, zone, now) <= 0 }

/** `opens_at` is when check-in opens, shown if it is too early; `now` is the server's time; `onDuty` is the shift to check out of first. */
export const CheckInButton = ({ shift, opens_at, now, onDuty = null }: InProps) => {
  const { time_zone } = useOrganization()
  const early = opensWords(opens_at, time_zone, now)
  if (early?.shown === false) return <p className="figures text-soft">{early.why}</p>
  return <InButton shift={shift} why={early?.why ?? firstOut(onDuty)} />
}

/** Saved while on duty elsewhere, a check-in would wait for that check-out, and reopen this shift then. */
const firstOut = (onDuty: string | null): string | null => (onDuty === null ? null : `Check out of ${onDuty} first`)

/** After an early check-out: the shift continues, and the record keeps both times. */
export const CheckInAgainButton = ({ shift, onDuty = null }: { shift: Shift; onDuty?: string | null }) => (
  <InButton shift={shift} why={firstOut(onDuty)} again />
)

type Undoable = { signup_id: string; checked_out_at: string; undo_until: string }
/** Undoes this check-out, and no other one, while the server allows it. */
export const UndoButton = ({ left, now }: { left: Undoable; now: number }) => {
  const { signup_id, checked_out_at, undo_until: until } = left
  const { busy, during } = useBusy()
  const undo = useUndoCheckOut()
  const saved = useSavedPress(checkOutCall, signup_id)
  // Its answer was lost: undone now, it would be sent again, count as done already, and leave the officer on duty.
  if (saved) return <SavedPress saved={saved} />
  // A whole minute is never shown, and would read as none.
  const seconds = Math.min(59, Math.max(0, Math.ceil((Date.parse(until) - now) / 1000)))
  return (
    <Next>
      <Button
        size="large"
        wide
        icon={<Undo2 aria-hidden />}
        busy={busy}
        onClick={() => void during(() => undo.run({ signup_id, checked_out_at }))}
      >
        <span className="figures">Undo · 0:{String(seconds).padStart(2, '0')}</span>
      </Button>
    </Next>
  )
}

type Extra = { early?: true; remove?: true }
/** What a check-out says of itself; `removal`: not a check-out, but the end of a check-in before the shift. */
const [removal, early, due]: [Extra, Extra, Extra] = [{ early: true, remove: true }, { early: true }, {}]
type Asked = Pick<Shift, 'starts_at' | 'ends_at' | 'counts'>
type Question = { title: string; text: string; action: string; extra: Extra }

/**
 * Confirmation of a check-out that was not at the end of the shift when it was first pressed. `offline`: it may arrive after the start,
 * and removes nothing then.
 */
export const questionOf = (shift: Asked, now: number, zone: string, offline: boolean): Question => {
  const [starts, ends] = [Date.parse(shift.starts_at), Date.parse(shift.ends_at)]
  if (now < starts && !shift.counts)
    return {
      title: 'Remove your check-in?',
      text: `Your shift starts at ${clock(shift.starts_at, zone)}. ${
        offline
          ? 'If this is sent later, an admin will review your times.'
          : 'No time is recorded if you leave before then.'
      } You can check in again.`,
      action: 'Remove check-in',
      extra: removal,
    }
  const action = `Check out at ${clock(now, zone)}`
  if (now >= ends)
    return { title: 'Check out?', text: `Your shift ended at ${clock(shift.ends_at, zone)}.`, action, extra: due }
  return {
    title: `Check out ${duration(Math.ceil((ends - now) / MINUTE))} early?`,
    text: `Your time stops now. You can check in again until your shift ends at ${clock(shift.ends_at, zone)}, unless an admin has approved your hours by then.`,
    ...{ action, extra: early },
  }
}

/** A question on screen that is older than this is not what its button says. */
const STALE_MS = MINUTE
/** Whether the question drawn at `drawn` is still the one to answer: not if the shift has begun or ended, or the device slept. */
export const isPresent = (shift: Asked, drawn: number, now: number): boolean =>
  Math.abs(now - drawn) < STALE_MS &&
  questionOf(shift, now, 'UTC', true).extra === questionOf(shift, drawn, 'UTC', true).extra

type AskProps = {
  shift: Asked
  zone: string
  /** How far the server's clock is ahead. */
  ahead: number
  offline: boolean
  open: boolean
  onClose: () => void
  /** `now` is the server's time. */
  onConfirm: (extra: Extra, now: number) => Promise<unknown>
}
/** Asks about the present for as long as it is open. A press on what is no longer true is not carried out: the next question is shown. */
export const CheckOutQuestion = ({ shift, zone, ahead, offline, open, onClose, onConfirm }: AskProps) => {
  const drawn = useNow(1000) + ahead
  const { extra, ...words } = questionOf(shift, drawn, zone, offline)
  const confirm = async () => {
    const now = Date.now() + ahead
    if (!isPresent(shift, drawn, now)) throw new SaidAlready()
    await onConfirm(extra, now)
  }
  return (
    <LateConfirm open={open} onClose={onClose} {...words} look="danger-tint" back="Stay on duty" onConfirm={confirm} />
  )
}

/** The end that this refusal names: an admin has made the shift longer since the screen was read. */
const endOf = (error: unknown): string | null =>
  error instanceof ApiError && error.code === 'checkout_early' ? String(error.details.ends_at) : null

type OutProps = { due: boolean; busy: boolean; seconds: number; onPress: () => void }

/** Once the shift is over, it is the next step. `seconds` until it can be pressed. */
const OutButton = ({ due, busy, seconds, onPress }: OutProps) => {
  const button = (
    <Next>
      <Button
        look={due ? 'primary' : 'danger-tint'}
        size="large"
        wide={due}
        icon={<LogOut aria-hidden />}
        busy={busy}
        // Much longer than a minute: this device's clock was set since.
        why={seconds > 0 && seconds < 120 ? `Opens in ${seconds} s` : null}
        onClick={onPress}
      >
        Check out
      </Button>
    </Next>
  )
  return due ? <ActionBar>{button}</ActionBar> : button
}

/** Disabled for the first minute after check-in; asks for confirmation before the end of the shift. `now` is the server's time. */
export const CheckOutButton = ({
  shift: read,
  checkout_from,
  now,
  onDone,
}: {
  shift: Shift
  checkout_from: string
  now: number
  /** For callers without a card that shows the result. */
  onDone?: (done: OutputOf<typeof checkOutCall>) => void
}) => {
  const { time_zone } = useOrganization()
  const { busy, during } = useBusy()
  const checkOut = useCheckOut()
  const ahead = useEnds()?.ahead ?? 0
  // A network without internet leaves the browser online.
  const offline = useLiveState() !== 'live'
  const [asking, setAsking] = useState<boolean | null>(null)
  const [longer, setLonger] = useState({ than: '', ends_at: '' })
  const shift = longer.than === read.ends_at ? { ...read, ends_at: longer.ends_at } : read
  const seconds = Math.ceil((Date.parse(checkout_from) - now) / 1000)
  const saved = useSavedPress(checkOutCall, shift.signup_id)
  const send = async (extra: Extra) => {
    const done = await checkOut(shift, extra).catch((error: unknown) => {
      const ends_at = endOf(error)
      if (ends_at) {
        setLonger({ than: read.ends_at, ends_at })
        setAsking(true)
      }
      throw error
    })
    if (done.taken_back) toast.success('Check-in removed.')
    else onDone?.(done)
  }
  const isDue = now >= Date.parse(shift.ends_at)
  const press = () => (isDue ? void during(() => send(due)) : setAsking(true))
  if (saved && !busy && !asking) return <SavedPress saved={saved} />
  return (
    <div className="flex flex-col items-end">
      <OutButton due={isDue} busy={busy} seconds={seconds} onPress={press} />
      {asking !== null && (
        <CheckOutQuestion
          {...{ shift, zone: time_zone, ahead, offline }}
          open={asking}
          onClose={() => setAsking(false)}
          onConfirm={(extra) => {
            restAfterPress()
            return send(extra).finally(() => restThumb())
          }}
        />
      )}
    </div>
  )
}
