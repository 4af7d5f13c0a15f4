import Eye from 'lucide-react/icons/eye'
import { useCallback, useState } from 'react'
import { DeliveryLog } from '#features/department/channels/parts/delivery-log.tsx'
import { OrderCard } from '#features/department/channels/parts/order-card.tsx'
import { readSettings } from '#features/department/settings/contract.ts'
import { LocationsCard } from '#features/shifts/locations/parts/locations-card.tsx'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { useRead } from '#platform/web/reads.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { Section, SectionList } from '../parts/sections.tsx'
import { SettingsEditor } from '../parts/settings-form.tsx'

type Saved = OutputOf<typeof readSettings>

/** Fills the form, and refills it when others save while nothing is typed here. */
const Filled = ({ latest }: { latest: Saved }) => {
  const [seen, setSeen] = useState({ saved: latest, time: 0 })
  const take = useCallback(() => {
    sessionStorage.removeItem('draft:settings')
    setSeen((before) => ({ saved: latest, time: before.time + 1 }))
  }, [latest])
  return <SettingsEditor key={seen.time} saved={seen.saved} latest={latest} onTake={take} />
}

/** `/admin/settings` */
export default function OrganizationSettings() {
  const read = useRead(readSettings, {})
  return (
    <>
      <PageHeader
        title="Settings"
        hint="Applies to the whole department right away."
        actions={
          <ButtonLink to={paths.adminVendorAccess()} icon={<Eye aria-hidden />}>
            Vendor access
          </ButtonLink>
        }
      />
      {read.data ? (
        <div className="grid gap-x-6 lg:grid-cols-[minmax(0,48rem)_11rem]">
          <div className="flex min-w-0 flex-col gap-5">
            <Filled latest={read.data} />
            <Section id="locations">
              <LocationsCard />
            </Section>
            <Section id="channels">
              <OrderCard />
            </Section>
            <Section id="sent">
              <DeliveryLog of="everyone" />
            </Section>
          </div>
          <SectionList />
        </div>
      ) : read.error ? (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      ) : (
        <div className="flex max-w-3xl flex-col gap-5">
          <CardSkeleton lines={5} />
          <CardSkeleton lines={5} />
        </div>
      )}
    </>
  )
}
