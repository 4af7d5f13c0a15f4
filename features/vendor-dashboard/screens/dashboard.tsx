import type { OutputOf } from '#platform/shared/endpoint.ts'
import { useRead } from '#platform/web/reads.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { StatsSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { vendorDashboard } from '../contract.ts'

const Waiting = ({ waiting }: { waiting: OutputOf<typeof vendorDashboard>['waiting'] }) => (
  <Card title="Requests waiting">
    <p>
      <span className="figures text-stat font-semibold">{waiting.trials}</span>{' '}
      {waiting.trials === 1 ? 'trial request' : 'trial requests'}
    </p>
  </Card>
)

/** `/super-admin/dashboard` */
export default function VendorDashboard() {
  const read = useRead(vendorDashboard, {})
  return (
    <>
      <PageHeader title="Dashboard" />
      {read.data ? (
        <Waiting waiting={read.data.waiting} />
      ) : read.error ? (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      ) : (
        <StatsSkeleton />
      )}
    </>
  )
}
