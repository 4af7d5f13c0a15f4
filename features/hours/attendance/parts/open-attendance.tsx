import { isoInstant } from '#platform/shared/time.ts'
import { useServerNow } from '#platform/web/clock.ts'
import { missingIn, useSaved } from '#platform/web/outbox-state.ts'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { clock, duration, span } from '#platform/web/time.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { dutyCalls } from '../client.presses.ts'
import { checkOut, openAttendance } from '../contract.ts'
import { PositionHint } from './position.tsx'
import { CheckOutButton } from './press.tsx'

/**
 * The shift the officer is checked in to, with its check-out button; renders nothing if there is none. Works after the trial has
 * ended.
 */
export const OpenAttendance = () => {
  const { time_zone } = useOrganization()
  const read = useRead(openAttendance, {})
  const now = useServerNow(1000)
  const saved = useSaved()
  const open = read.data?.open
  if (!open) return null
  const times = span(open.starts_at, open.ends_at, time_zone)
  const last = missingIn(read.dataUpdatedAt, saved, dutyCalls, open.signup_id).at(-1)
  // Answered just before the connection was lost: the read still says on duty.
  if (last?.call === checkOut.name && last.answered_at !== undefined)
    return (
      <Card title={open.title} hint={`${times.day} ${times.clock}`}>
        Checked out at {clock(isoInstant(last.at), time_zone)}.
      </Card>
    )
  return (
    <Card
      title={open.title}
      hint={`On duty since ${clock(open.checked_in_at, time_zone)} · ${times.day} ${times.clock}`}
    >
      <CheckOutButton
        shift={open}
        checkout_from={open.checkout_from}
        now={now}
        onDone={(done) =>
          toast.success(
            `Checked out at ${clock(done.checked_out_at, time_zone)}.`,
            `${duration(done.worked_minutes)} submitted for approval.`,
          )
        }
      />
      <PositionHint asks={open.asks_position} />
    </Card>
  )
}
