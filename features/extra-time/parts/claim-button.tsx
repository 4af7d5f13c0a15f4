import { useState } from 'react'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import type { WorkedShift } from '../client.ts'
import { listMyExtraTime } from '../contract.ts'
import { ClaimDialog } from './claim-dialog.tsx'

/** Claims extra time on a worked shift; not there where the plan has no extra time, or the department takes no hours of that day. */
export const ClaimOnShift = ({ shift }: { shift: WorkedShift }) => {
  const { features } = useOrganization()
  const [open, setOpen] = useState(false)
  // One read for all the rows.
  const { data } = useRead(listMyExtraTime, { limit: 1 }, { enabled: features.overtime })
  if (!features.overtime || !data || Date.parse(shift.ends_at) < Date.parse(data.claimable_from)) return null
  return (
    <>
      <Button size="small" look="quiet" aria-label={`Claim extra time on ${shift.title}`} onClick={() => setOpen(true)}>
        Claim extra time
      </Button>
      {open && <ClaimDialog from={data.claimable_from} shift={shift} onClose={() => setOpen(false)} />}
    </>
  )
}
