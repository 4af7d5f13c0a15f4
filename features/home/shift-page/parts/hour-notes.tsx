import { useHeldReasons } from '#features/shifts/eligibility/client.ts'
import type { OwnSignup } from '#features/shifts/signups/contract.ts'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { useOrganization } from '#platform/web/session.ts'
import { Notice } from '#platform/web/ui/notice.tsx'
import { heldWords } from '../client.ts'
import type { readShift } from '../contract.ts'

type Shift = OutputOf<typeof readShift>

/** On the officer's own shift: too little rest or too many hours around it, and the admin who gave it out all the same. */
export const HourNotes = ({ of, own, now }: { of: Shift; own: OwnSignup; now: number }) => {
  const { time_zone: zone } = useOrganization()
  const { starts_at, ends_at } = own
  const reasons = useHeldReasons({ assignment_id: of.job.id, kind: of.job.kind, starts_at, ends_at }, now) ?? []
  const { override } = of
  if (reasons.length === 0 && !override) return null
  const rest = reasons.some(({ code }) => code === 'rest')
  return (
    <Notice
      tone="warn"
      title={
        rest ? 'Short rest' : reasons.length > 0 ? 'Over an hour limit' : 'An admin made an exception for this shift'
      }
    >
      {reasons.map((reason) => (
        <p key={reason.code} className="figures">
          {heldWords(reason, zone, now, starts_at)}
        </p>
      ))}
      {override && (
        <p>
          {override.by ?? 'An admin'} made an exception: {override.reason}
        </p>
      )}
    </Notice>
  )
}
