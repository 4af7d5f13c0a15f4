import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { beginExport, useDownload } from '#features/exports/client.ts'
import { exportOrganization } from '#features/exports/contract.ts'
import { ConfirmWithProof } from '#features/factors/parts/proof-field.tsx'
import { ErasureSteps } from '#features/organization-erasures/parts/erasure-steps.tsx'
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
import { StateBadge } from './organization-badges.tsx'

const Suspension = ({ of }: { of: VendorOrganization }) => {
  const [asking, setAsking] = useState(false)
  const suspended = of.state === 'suspended'
  const move = useWrite(suspended ? reactivateOrganization : suspendOrganization, {
    invalidates: [readOrganization, listOrganizations],
  })
  const run = async (reason: string) => {
    await move.run({ organization_id: of.id, reason })
    toast.success(suspended ? 'Reactivated' : 'Suspended', `${of.name} was told in its audit.`)
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
            ? 'Everybody can sign in again at once.'
            : 'Every session there ends within two seconds. Admins read the reason when they sign in. Nothing is lost, and it can be undone.'
        }
        action={suspended ? 'Reactivate' : 'Suspend'}
        back="Back"
        look={suspended ? 'primary' : 'danger'}
        reasonLabel="Reason"
        reasonHint="Stands in the audit of the department."
        onConfirm={run}
      />
    </>
  )
}

/** For who asks for it, or before it is gone: all of its own records, with a reason that its admins read. */
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
        title={`Export all records of ${of.name}?`}
        text="A zip with a CSV for each kind of record. It stands in the audit of the department, with your reason."
        action="Export"
        back="Back"
        look="primary"
        reasonLabel="Reason"
        reasonHint="Its admins read it, also under Vendor Access."
        onConfirm={(reason) => beginExport(exportOrganization, { organization_id: of.id, reason })}
      />
    </>
  )
}

/** What the department may do at all: active, suspended, on its way out. */
export const StateCard = ({ of }: { of: VendorOrganization }) => {
  const now = useNow(60_000)
  return (
    <Card title="State" aside={<StateBadge state={of.state} />}>
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
