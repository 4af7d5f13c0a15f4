import type { ReactNode } from 'react'
import { MyHours } from '#features/eligibility/parts/my-hours.tsx'
import { MyOffers } from '#features/offers/parts/my-offers.tsx'
import { MyForceList, MyOrderIns } from '#features/order-ins/parts/my-order-ins.tsx'
import { MySwaps } from '#features/swaps/parts/my-swaps.tsx'
import { paths } from '#platform/shared/paths.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { useUrlValue } from '#platform/web/url.ts'
import { MyOpportunities } from '../parts/my-opportunities.tsx'
import { MyReceipts } from '../parts/my-receipts.tsx'

/** The lists that stand shortened among the sections, each whole by itself. */
const lists: Readonly<Record<string, ReactNode>> = {
  force: <MyForceList whole />,
  receipts: <MyReceipts whole />,
  answers: <MyOpportunities whole />,
}

/** `/officer/standing`: where the officer stands. Each part of the product adds its own section, a line each. */
export default function Standing() {
  const [asked] = useUrlValue('list')
  const list = lists[asked ?? '']
  return (
    <>
      <PageHeader
        title="My standing"
        hint="What awards count for you, and what came of what you were offered."
        before={list && <TextLink to={paths.officerStanding()}>My standing</TextLink>}
        actions={<ButtonLink to={paths.officerAssignments()}>Available Jobs</ButtonLink>}
      />
      {list ?? (
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
