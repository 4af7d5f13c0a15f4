import { useState } from 'react'
import type { ShiftInLeave } from '#features/roster/leaves/contract.ts'
import { Leaves } from '#features/roster/leaves/parts/leaves.tsx'
import { paths } from '#platform/shared/paths.ts'
import { useOrganization } from '#platform/web/session.ts'
import { useMay } from '#platform/web/support.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { useUrlValue } from '#platform/web/url.ts'
import { askLeave } from '../contract.ts'
import { AskDialog } from '../parts/ask-dialog.tsx'
import { OwnRequests } from '../parts/own-requests.tsx'
import { ShiftsThen } from '../parts/request-words.tsx'

const Conflicts = ({ shifts, onClose }: { shifts: readonly ShiftInLeave[]; onClose: () => void }) => {
  const { time_zone: zone } = useOrganization()
  return (
    <Dialog
      open
      onClose={onClose}
      title="Leave requested. You have shifts at that time"
      description="Leave doesn't take you off confirmed shifts. Call off or give away each one."
      actions={
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <ShiftsThen title="Confirmed shifts" shifts={shifts} zone={zone} linkOf={paths.officerAssignments} />
    </Dialog>
  )
}

/** `/officer/schedule/leave`: request leave, see what became of it, and the leave that counts. */
export default function OwnLeave() {
  const may = useMay()
  const [ask, setAsk] = useUrlValue('ask')
  const asking = ask === 'yes' && may(askLeave)
  const [shifts, setShifts] = useState<readonly ShiftInLeave[]>([])
  return (
    <div className="max-w-3xl">
      <PageHeader
        title="Leave"
        hint="Requests go to the department's admins."
        before={
          <TextLink to={paths.officerSchedule()} className="inline-flex min-h-11 items-center md:min-h-0">
            Schedule
          </TextLink>
        }
        actions={
          may(askLeave) && (
            <Button look="primary" onClick={() => setAsk('yes')}>
              Request leave
            </Button>
          )
        }
      />
      <div className="flex flex-col gap-5">
        <Card flush title="Requests">
          <OwnRequests />
        </Card>
        <Card flush title="Your leave">
          <Leaves of={null} />
        </Card>
      </div>
      {asking && (
        <AskDialog
          onClose={(found) => {
            setAsk(null)
            setShifts(found)
          }}
        />
      )}
      {shifts.length > 0 && <Conflicts shifts={shifts} onClose={() => setShifts([])} />}
    </div>
  )
}
