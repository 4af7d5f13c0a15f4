import { VisitsCard } from '#features/vendor/support-access/parts/visits-card.tsx'
import { paths } from '#platform/shared/paths.ts'
import { MINUTE, plainDateWords } from '#platform/shared/time.ts'
import { useNow } from '#platform/web/clock.ts'
import { useRead } from '#platform/web/reads.ts'
import { ago } from '#platform/web/time.ts'
import { Card, Facts } from '#platform/web/ui/card.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { usePathPart } from '#platform/web/url.ts'
import { readOrganization, type VendorOrganization } from '../contract.ts'
import { AdminsCard } from '../parts/admins-card.tsx'
import { EditOrganization } from '../parts/edit-form.tsx'
import { Places, StateBadge, TrialBadge } from '../parts/organization-badges.tsx'
import { StateCard } from '../parts/state-card.tsx'

const Overview = ({ of }: { of: VendorOrganization }) => {
  const now = useNow(MINUTE)
  return (
    <Card title="At a glance">
      <Facts
        facts={[
          ['Officers', <Places key="officers" of={of} />],
          ['Last activity', of.last_activity_at ? ago(of.last_activity_at, now) : 'Never'],
          ['Since', plainDateWords(of.created_at.slice(0, 10))],
          ['Web address', `/${of.subdomain}`],
          [
            'ID',
            <span key="id" className="break-all text-small">
              {of.id}
            </span>,
          ],
        ]}
      />
    </Card>
  )
}

const Page = ({ of }: { of: VendorOrganization }) => (
  <>
    <PageHeader
      title={of.name}
      before={<TextLink to={paths.superAdminOrganizations()}>Organizations</TextLink>}
      beside={
        <>
          <StateBadge state={of.state} />
          <TrialBadge trial={of.trial} />
        </>
      }
    />
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <EditOrganization key={of.id} of={of} />
      <div className="flex min-w-0 flex-col gap-5">
        <Overview of={of} />
        <AdminsCard of={of} />
        <VisitsCard organization={of} />
        <StateCard of={of} />
      </div>
    </div>
  </>
)

/** `/super-admin/organizations/{orgId}` */
export default function Organization() {
  const read = useRead(readOrganization, { organization_id: usePathPart('orgId') })
  if (read.data) return <Page of={read.data} />
  return (
    <>
      <PageHeader
        title="Organization"
        before={<TextLink to={paths.superAdminOrganizations()}>Organizations</TextLink>}
      />
      {read.error ? (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      ) : (
        <div className="flex max-w-3xl flex-col gap-5">
          <CardSkeleton lines={6} />
          <CardSkeleton lines={5} />
        </div>
      )}
    </>
  )
}
