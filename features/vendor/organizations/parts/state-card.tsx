import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { beginExport, useDownload } from '#features/department/exports/client.ts'
import { exportOrganization } from '#features/department/exports/contract.ts'
import { ConfirmWithProof } from '#features/people/factors/parts/proof-field.tsx'
import { MINUTE } from '#platform/shared/time.ts'
import { useNow } from '#platform/web/clock.ts'
import { useWrite } from '#platform/web/reads.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import {
  listOrganizations,
  reactivateOrganization,
  readOrganization,
  suspendOrganization,
  type VendorOrganization,
} from '../contract.ts'
import { ErasureSteps } from './erasure-steps.tsx'
import { StateBadge } from './organization-badges.tsx'

const Suspension = ({ of }: { of: VendorOrganization }) => {
  const [asking, setAsking] = useState(false)
  const suspended = of.state === 'suspended'
  const move = useWrite(suspended ? reactivateOrganization : suspendOrganization, {
    invalidates: [readOrganization, listOrganizations],
  })
  const run = async (reason: string) => {
    await move.run({ organization_id: of.id, reason })
    toast.success(suspended ? 'Reactivated' : 'Suspended', `Recorded in ${of.name}'s audit log.`)
  }
  return (
    <>
      <Button look={suspended ? 'primary' : 'danger-quiet'} wide onClick={() => setAsking(true)}>
        {suspended ? 'Reactivate' : 'Suspend'}
      </Button>
      <ConfirmWithProof
        open={asking}
        asks={!suspended}
        onClose={() => setAsking(false)}
        title={suspended ? `Reactivate ${of.name}?` : `Suspend ${of.name}?`}
        text={
          suspended
            ? 'Everyone can sign in again right away.'
            : 'All sessions end within 2 seconds. Admins see the reason when they sign in. You can undo this.'
        }
        action={suspended ? 'Reactivate' : 'Suspend'}
        back="Cancel"
        look={suspended ? 'primary' : 'danger'}
        reasonLabel="Reason"
        reasonHint="Shown in the organization's audit log."
        onConfirm={run}
      />
    </>
  )
}

/** For a department that asks, or before deletion: exports all its records, with a reason that its admins can read. */
const TakeRecords = ({ of }: { of: VendorOrganization }) => {
  const [asking, setAsking] = useState(false)
  const busy = useDownload() !== null
  return (
    <>
      <Button icon={<Download aria-hidden />} wide busy={busy} onClick={() => setAsking(true)}>
        Export all records
      </Button>
      <ConfirmWithProof
        open={asking}
        onClose={() => setAsking(false)}
        title={`Export all records for ${of.name}?`}
        text="Downloads a ZIP file with one CSV file per record type. The organization's audit log records the export and your reason."
        action="Export"
        back="Cancel"
        look="primary"
        reasonLabel="Reason"
        reasonHint="The organization's admins will also see this under Vendor Access."
        onConfirm={(reason) => beginExport(exportOrganization, { organization_id: of.id, reason })}
      />
    </>
  )
}

/** The department's overall state: active, suspended, or closing. */
export const StateCard = ({ of }: { of: VendorOrganization }) => {
  const now = useNow(MINUTE)
  return (
    <Card title="Status" aside={<StateBadge state={of.state} />}>
      <div className="flex flex-col gap-4">
        {of.state_since && (
          <p className="text-soft">
            Since <span className="figures">{dayAndClock(of.state_since, 'UTC', now)} UTC</span>
            {of.state_reason && `: ${of.state_reason}`}
          </p>
        )}
        <TakeRecords of={of} />
        {of.state !== 'closing' && <Suspension of={of} />}
        <ErasureSteps organization={of} />
      </div>
    </Card>
  )
}
