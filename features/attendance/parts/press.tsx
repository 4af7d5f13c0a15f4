import LogIn from 'lucide-react/icons/log-in'
import LogOut from 'lucide-react/icons/log-out'
import { useState } from 'react'
import { useOrganization } from '#platform/web/session.ts'
import { clock, dayAndClock, duration } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useCheckIn, useCheckOut } from '../client.ts'

type Shift = { signup_id: string; title: string; asks_position: boolean }
type Verdict = 'inside' | 'outside' | 'cannot_verify' | null

const spotWords = (verdict: Verdict, distance: number | null): string => {
  if (verdict === 'outside') return ` The place is ${Math.round(distance ?? 0)} m away: an admin will look at it.`
  return verdict === 'cannot_verify' ? ' Your position could not be verified: an admin will look at it.' : ''
}

/** One press at a time, with what came of it in words. */
const useBusy = () => {
  const [busy, setBusy] = useState(false)
  const during = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      toast.failure(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, during }
}

const PositionHint = ({ asks }: { asks: boolean }) =>
  asks ? (
    <p className="mt-2 text-small text-faint">
      Your position is asked for at this press only. Without it the check still counts, and an admin verifies it.
    </p>
  ) : null

/** `opens_at` says from when where it is too early; `now` is the server's. */
export const CheckInButton = ({ shift, opens_at, now }: { shift: Shift; opens_at: string; now: number }) => {
  const { time_zone } = useOrganization()
  const { busy, during } = useBusy()
  const checkIn = useCheckIn()
  const early = Date.parse(opens_at) > now
  const press = () =>
    during(async () => {
      const done = await checkIn(shift)
      toast.success(
        `Checked in at ${clock(done.checked_in_at, time_zone)}`,
        `${shift.title}.${spotWords(done.position, done.distance_m)}`,
      )
    })
  return (
    <div>
      <Button
        look="primary"
        size="large"
        wide
        icon={<LogIn aria-hidden />}
        busy={busy}
        why={early ? `Check-in opens ${dayAndClock(opens_at, time_zone, now)}` : null}
        onClick={() => void press()}
      >
        Check in
      </Button>
      {!early && <PositionHint asks={shift.asks_position} />}
    </div>
  )
}

export const CheckOutButton = ({ shift }: { shift: Shift }) => {
  const { time_zone } = useOrganization()
  const { busy, during } = useBusy()
  const checkOut = useCheckOut()
  const press = () =>
    during(async () => {
      const done = await checkOut(shift)
      toast.success(
        `Checked out at ${clock(done.checked_out_at, time_zone)}`,
        `${duration(done.worked_minutes)} handed in for review.${spotWords(done.position, done.distance_m)}`,
      )
    })
  return (
    <div>
      <Button look="primary" size="large" wide icon={<LogOut aria-hidden />} busy={busy} onClick={() => void press()}>
        Check out
      </Button>
      <PositionHint asks={shift.asks_position} />
    </div>
  )
}
