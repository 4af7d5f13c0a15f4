import { useEffect, useState } from 'react'
import LockedShift from '#features/hours/attendance/parts/locked-shift.tsx'
import { listWaiting } from '#platform/web/outbox.ts'
import type { RunningShift } from '#platform/web/running-shift.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { untilRead } from '#platform/web/until-read.ts'

type Waiting = Awaited<ReturnType<typeof listWaiting>>[number]

/** The check-out that the card of the running shift names. */
const isNamed = (shift: RunningShift | null, { owner, call, body }: Waiting): boolean =>
  shift !== null && owner === shift.owner && call === 'attendance.check_out' && body.includes(shift.signup_id)

/** Of anyone: what was pressed and when, and never by whom. */
const Saved = ({ shift }: { shift: RunningShift | null }) => {
  const [waiting, setWaiting] = useState<readonly Waiting[]>([])
  useEffect(() => untilRead(listWaiting, setWaiting), [])
  const others = waiting.filter((one) => !isNamed(shift, one))
  if (others.length === 0) return null
  const zone = shift?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <section aria-label="Saved on this phone" className="mx-auto mb-6 max-w-md rounded-ui border border-warn-line p-4">
      <p className="font-medium">Saved on this phone</p>
      <ul className="figures mt-1">
        {others.map(({ id, what, at }) => (
          <li key={id}>
            {what}, {dayAndClock(at, zone, Date.now())}
          </li>
        ))}
      </ul>
      <p className="mt-1 text-soft">
        Will be sent when the officer who saved {others.length === 1 ? 'it' : 'them'} signs in here.
      </p>
    </section>
  )
}

/** On the sign-in page of a phone, and beside a notice that is still to be accepted. */
export default function KeptHere({ shift, notice }: { shift: RunningShift | null; notice: boolean }) {
  return (
    <>
      {shift && (
        <section aria-label="Shift in progress" className="mx-auto mb-6 max-w-md">
          <LockedShift shift={shift} notice={notice} />
        </section>
      )}
      {!notice && <Saved shift={shift} />}
    </>
  )
}
