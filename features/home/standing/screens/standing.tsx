import type { ReactNode } from 'react'
import { MyOpportunities } from '#features/shifts/awards/parts/my-opportunities.tsx'
import { MyReceipts } from '#features/shifts/awards/parts/my-receipts.tsx'
import { MyHours } from '#features/shifts/eligibility/parts/my-hours.tsx'
import { MyOffers } from '#features/shifts/offers/parts/my-offers.tsx'
import { MyForceList } from '#features/shifts/order-ins/parts/my-force-list.tsx'
import { MyOrderIns } from '#features/shifts/order-ins/parts/my-order-ins.tsx'
import { MySwaps } from '#features/shifts/swaps/parts/my-swaps.tsx'
import { paths } from '#platform/shared/paths.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { useUrlValue } from '#platform/web/url.ts'

/** Lists that the sections show shortened, each in full on its own page. */
const lists: Readonly<Record<string, { title: string; list: ReactNode }>> = {
  force: { title: 'Force list', list: <MyForceList whole /> },
  receipts: { title: 'Award receipts', list: <MyReceipts whole /> },
  answers: { title: 'Offers and responses', list: <MyOpportunities whole /> },
}

/** `/officer/standing`: the officer's standing. Each feature adds its own section, one line each. */
export default function Standing() {
  const [asked] = useUrlValue('list')
  const found = lists[asked ?? '']
  return (
    <>
      <PageHeader
        title={found?.title ?? 'My standing'}
        hint={found ? undefined : 'How awards rank you, and how your offers turned out.'}
        before={found && <TextLink to={paths.officerStanding()}>My standing</TextLink>}
        actions={<ButtonLink to={paths.officerAssignments()}>Available Jobs</ButtonLink>}
      />
      {found?.list ?? (
        <div className="flex flex-col gap-4">
          <MyOrderIns />
          <MyOffers />
          <MySwaps />
          <MyHours />
          <MyReceipts />
          <MyForceList />
          <MyOpportunities />
        </div>
      )}
    </>
  )
}
