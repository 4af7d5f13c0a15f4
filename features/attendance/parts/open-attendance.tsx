import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { clock, span } from '#platform/web/time.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { openAttendance } from '../contract.ts'
import { CheckOutButton } from './press.tsx'

/** The shift one is checked in to, with its check-out; nothing where there is none. Works after the trial has ended. */
export const OpenAttendance = () => {
  const { time_zone } = useOrganization()
  const open = useRead(openAttendance, {}).data?.open
  if (!open) return null
  const times = span(open.starts_at, open.ends_at, time_zone)
  return (
    <Card
      title={open.title}
      hint={`On duty since ${clock(open.checked_in_at, time_zone)} · ${times.day} ${times.clock}`}
    >
      <CheckOutButton shift={open} />
    </Card>
  )
}
