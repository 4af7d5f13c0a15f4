import CloudUpload from 'lucide-react/icons/cloud-upload'
import LogOut from 'lucide-react/icons/log-out'
import { useEffect, useState } from 'react'
import { useNow } from '#platform/web/clock.ts'
import type { RunningShift } from '#platform/web/running-shift.ts'
import { clock, setTimeFormat, shortMoment } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { untilRead } from '#platform/web/until-read.ts'
import { SaidAlready } from '#platform/web/words.ts'
import { type Found, findSaved, saveCheckOut } from '../client.locked.ts'
import { lastArrival } from '../rules.press.ts'
import { checkOutFrom } from '../rules.ts'
import { CheckOutQuestion } from './press.tsx'

/**
 * What becomes of a check-out that was saved at this time, by the server's clock. `first`: the first press for the shift that waits; a
 * check-in that comes too late takes its check-out along.
 */
export const lastChance = (at: number, first: number, now: number, zone: string, notice = false): string => {
  const until = lastArrival(Math.min(at, first))
  return now > until
    ? "Times saved more than 24 hours ago aren't accepted. Sign in and ask an admin to enter them."
    : `${notice ? 'Accept the notice' : 'Sign in'} by ${shortMoment(until, zone, now)} so that it counts. Your recorded time is ${clock(at, zone)}.`
}

type SavedProps = { at: number; first: number; now: number; zone: string; notice: boolean }
const Saved = ({ at, first, now, zone, notice }: SavedProps) => (
  <Card>
    <p role="status" className="figures flex items-center gap-2 font-medium">
      <CloudUpload aria-hidden className="size-5 shrink-0 text-warn" />
      Check-out saved on this phone, {clock(at, zone)}
    </p>
    <p className="figures mt-1 text-soft">{lastChance(at, first, now, zone, notice)}</p>
  </Card>
)

const PressOut = ({ shift, now }: { shift: RunningShift; now: number }) => {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const save = (at: number) =>
    saveCheckOut(shift, at).catch(() => {
      toast.error('Not saved', "This browser isn't storing data. Sign in to check out.")
      throw new SaidAlready()
    })
  const press = async () => {
    if (now < Date.parse(shift.ends_at)) return setAsking(true)
    setBusy(true)
    await save(now).catch(() => undefined)
    setBusy(false)
  }
  return (
    <>
      <Button look="primary" size="large" wide icon={<LogOut aria-hidden />} busy={busy} onClick={() => void press()}>
        Check out
      </Button>
      {asking && (
        <CheckOutQuestion
          {...{ shift, zone: shift.time_zone, ahead: shift.ahead_ms }}
          offline
          open
          onClose={() => setAsking(false)}
          onConfirm={(_, at) => save(at)}
        />
      )}
    </>
  )
}

const Unsure = ({ since, zone, notice }: { since: string; zone: string; notice: boolean }) => (
  <Card>
    <p role="status" className="figures font-medium">
      Check-in pressed at {clock(since, zone)}, not confirmed
    </p>
    <p className="mt-1 text-soft">
      Your check-in may not have been recorded. {notice ? 'Accept the notice' : 'Sign in'} to find out.
    </p>
  </Card>
)

/**
 * On the sign-in page of an officer who is checked in to a shift. Shows times and nothing else of the shift, because whoever holds the
 * phone sees it. `notice`: the officer is signed in, and has a notice to accept.
 */
export default function LockedShift({ shift, notice }: { shift: RunningShift; notice: boolean }) {
  const now = useNow(1000) + shift.ahead_ms
  setTimeFormat(shift.time_format)
  const { out_at, ahead_ms } = shift
  const [found, setFound] = useState<Found | null>(null)
  useEffect(() => {
    const unread = { first: Number.POSITIVE_INFINITY, out: null, refused: null, unsure: shift.unsure === true }
    return untilRead(
      () => findSaved(shift),
      (one) => one && setFound(one),
      () => setFound((before) => before ?? unread),
    )
  }, [shift])
  if (found === null) return null
  // The battery may have died between the press and the note of it.
  const out = found.out ?? (out_at === null ? null : out_at + ahead_ms)
  if (out !== null) return <Saved at={out} first={found.first} now={now} zone={shift.time_zone} notice={notice} />
  if (found.unsure) return <Unsure since={shift.since} zone={shift.time_zone} notice={notice} />
  const from = shift.counts ? 0 : Date.parse(shift.starts_at)
  if (now < Math.max(from, Date.parse(checkOutFrom(shift.since)))) return null
  return (
    <Card title={`On duty since ${clock(shift.since, shift.time_zone)}`}>
      <p className="mb-4 text-soft">
        {found.refused === null
          ? notice
            ? 'You can check out now. The check-out is saved on this phone and sent once you accept the notice.'
            : 'You can check out now and sign in later. The check-out is saved on this phone and sent when you sign in.'
          : `Your check-out at ${clock(found.refused, shift.time_zone)} wasn't accepted. Check out again, or ${notice ? 'accept the notice' : 'sign in'} to see why.`}
      </p>
      <PressOut shift={shift} now={now} />
    </Card>
  )
}
