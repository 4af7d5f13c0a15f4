import type { ReactNode } from 'react'
import { MyOpportunities, opportunitiesHint } from '#features/shifts/awards/parts/my-opportunities.tsx'
import { MyReceipts, receiptsHint } from '#features/shifts/awards/parts/my-receipts.tsx'
import { MyHours } from '#features/shifts/eligibility/parts/my-hours.tsx'
import { OpenOffers } from '#features/shifts/offers/parts/my-offers.tsx'
import { MyWaitlists } from '#features/shifts/offers/parts/my-waitlists.tsx'
import { forceHint, MyForceList } from '#features/shifts/order-ins/parts/my-force-list.tsx'
import { MyOrderIns } from '#features/shifts/order-ins/parts/my-order-ins.tsx'
import { MySwaps } from '#features/shifts/swaps/parts/my-swaps.tsx'
import { paths } from '#platform/shared/paths.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import { useUrlValue } from '#platform/web/url.ts'
import { OwnFigures } from '../parts/own-figures.tsx'

/** Lists that the sections show shortened, each in full on its own page. */
const lists: Readonly<Record<string, { title: string; hint: string; list: ReactNode }>> = {
  force: { title: 'Force list', hint: forceHint, list: <MyForceList whole /> },
  receipts: { title: 'Award receipts', hint: receiptsHint, list: <MyReceipts whole /> },
  answers: { title: 'Offers and responses', hint: opportunitiesHint, list: <MyOpportunities whole /> },
}

const open = {
  value: 'open',
  label: 'Waitlists and swaps',
  content: (
    <div className="flex flex-col gap-4">
      <MyWaitlists />
      <MySwaps />
    </div>
  ),
}
const force = { value: 'force', label: 'Force list', content: <MyForceList /> }
const awards = { value: 'awards', label: 'Awards', content: <MyReceipts /> }
const others = [
  { value: 'hours', label: 'Hours', content: <MyHours /> },
  { value: 'answers', label: 'Responses', content: <MyOpportunities /> },
]

/**
 * `/officer/standing`: what waits for the officer's answer, and below it where they are in each line. Each feature adds its own section,
 * one line each. A link to a shift's receipt puts it first.
 */
export default function Standing() {
  const [asked] = useUrlValue('list')
  const [job] = useUrlValue('job')
  const found = lists[asked ?? '']
  return (
    <>
      <PageHeader
        title={found?.title ?? 'My standing'}
        hint={found?.hint ?? 'How awards rank you, and how your offers turned out.'}
        before={found && <TextLink to={paths.officerStanding()}>My standing</TextLink>}
        actions={<ButtonLink to={paths.officerAssignments()}>Available Jobs</ButtonLink>}
      />
      {found?.list ?? (
        <div className="flex flex-col gap-4">
          {job && <MyReceipts />}
          <OwnFigures />
          <MyOrderIns />
          <OpenOffers />
          <Tabs
            name="about"
            label="My standing"
            tabs={job ? [open, force, ...others] : [open, force, awards, ...others]}
          />
        </div>
      )}
    </>
  )
}
