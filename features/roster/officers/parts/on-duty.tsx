import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { getOfficer } from '../contract.ts'

/** Read as the question is asked. What the officer saves on a phone without a connection can't be sent without access. */
export const OnDuty = ({ officer_id }: { officer_id: string }) => {
  const { time_zone: zone } = useOrganization()
  const since = useRead(getOfficer, { officer_id }).data?.on_duty_since
  if (!since) return null
  return (
    <p className="text-warn">
      On duty since {dayAndClock(since, zone)}. Without access, the officer can't check out. Record the check-out in
      Attendance.
    </p>
  )
}
