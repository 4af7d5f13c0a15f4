import { useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import type { WorkedShift } from '../client.ts'
import { ClaimDialog } from './claim-dialog.tsx'

/** Claims extra time on a worked shift; not rendered if `from` is null or the shift is older than the department's limit. */
export const ClaimOnShift = ({ shift, from }: { shift: WorkedShift; from: string | null }) => {
  const [open, setOpen] = useState(false)
  if (from === null || Date.parse(shift.ends_at) < Date.parse(from)) return null
  return (
    <>
      <Button
        size="small"
        look="quiet"
        aria-label={`Claim extra time for ${shift.title}`}
        className="max-md:first:pl-0!"
        onClick={() => setOpen(true)}
      >
        Claim extra time
      </Button>
      {open && <ClaimDialog from={from} shift={shift} onClose={() => setOpen(false)} />}
    </>
  )
}
