import { MyHours } from '#features/eligibility/parts/my-hours.tsx'
import { MyOffers } from '#features/offers/parts/my-offers.tsx'
import { MyForceList, MyOrderIns } from '#features/order-ins/parts/my-order-ins.tsx'
import { MySwaps } from '#features/swaps/parts/my-swaps.tsx'
import { paths } from '#platform/shared/paths.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { MyOpportunities } from '../parts/my-opportunities.tsx'
import { MyReceipts } from '../parts/my-receipts.tsx'

/** `/officer/standing`: where the officer stands. Each part of the product adds its own section, a line each. */
export default function Standing() {
  return (
    <>
      <PageHeader
        title="My standing"
        hint="What awards count for you, and what came of what you were offered."
        actions={<ButtonLink to={paths.officerAssignments()}>Available Jobs</ButtonLink>}
      />
      <div className="flex flex-col gap-4">
        <MyOrderIns />
        <MyOffers />
        <MySwaps />
        <MyReceipts />
        <MyForceList />
        <MyHours />
        <MyOpportunities />
      </div>
    </>
  )
}
