import { useState } from 'react'
import { paths } from '#platform/shared/paths.ts'
import { useRead, useReadPages, useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { useMay } from '#platform/web/support.tsx'
import { dayAndClock } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { LoadMore, PageHeader, Toolbar, WayBack } from '#platform/web/ui/page.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { CardSkeleton, StatsSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useSetUrl, useUrlValue } from '#platform/web/url.ts'
import { askPlan, listPlans, type PlanHead, readPlan } from '../contract.ts'
import { PlanResult } from '../parts/plan-result.tsx'

const spans = [
  { value: '3', label: 'The next 3 days' },
  { value: '7', label: 'The next 7 days' },
  { value: '14', label: 'The next 14 days' },
  { value: '28', label: 'The next 28 days' },
]

const Asking = ({ waiting, first }: { waiting: boolean; first: boolean }) => {
  const [days, setDays] = useState('7')
  const setUrl = useSetUrl()
  const asking = useWrite(askPlan, { invalidates: [listPlans] })
  const ask = () =>
    asking
      .run({ days: Number(days) })
      .then(({ id }) => setUrl({ plan: id }))
      .catch(toast.failure)
  const may = useMay()
  if (!may(askPlan)) return null
  return (
    <Toolbar label="Create a plan">
      <div className="w-52">
        <Select aria-label="Days to plan" value={days} onChange={setDays} options={spans} />
      </div>
      {/* Once there is a plan, to assign its officers comes first. */}
      <Button
        look={first ? 'primary' : 'plain'}
        busy={asking.pending}
        why={waiting ? 'Plan in progress' : null}
        onClick={() => void ask()}
      >
        Create plan
      </Button>
    </Toolbar>
  )
}

const stateOf = (plan: PlanHead): string => {
  if (plan.status === 'waiting') return 'in progress'
  if (plan.status === 'failed') return 'failed'
  return plan.taken === 0 ? `${plan.lines} proposed` : `${plan.taken} of ${plan.lines} assigned`
}

/** Plans of the last 30 days, to reopen. */
const Earlier = ({ items, chosen }: { items: readonly PlanHead[]; chosen: string }) => {
  const setUrl = useSetUrl()
  const { time_zone } = useOrganization()
  return (
    <div className="w-full max-w-md">
      <Select
        aria-label="Plan"
        value={chosen}
        onChange={(plan) => setUrl({ plan })}
        options={items.map((plan) => ({
          value: plan.id,
          label: `${dayAndClock(plan.asked_at, time_zone)} · ${plan.days} days · ${stateOf(plan)}`,
        }))}
      />
    </div>
  )
}

const Chosen = ({ id }: { id: string }) => {
  const plan = useRead(readPlan, { id })
  if (plan.data) return <PlanResult key={id} plan={plan.data} />
  if (plan.error) return <ErrorState error={plan.error} retry={() => void plan.refetch()} />
  return (
    <div className="flex flex-col gap-4">
      <StatsSkeleton />
      <CardSkeleton lines={6} />
    </div>
  )
}

/** `/admin/staffing/plan`: a proposal that fills the open shifts, with explanations, applied line by line or as a whole. */
export default function FillPlan() {
  const [asked] = useUrlValue('plan')
  const plans = useReadPages(listPlans, {}, { keep: true })
  const waiting = plans.items?.some((plan) => plan.status === 'waiting') ?? false
  const chosen = asked ?? plans.items?.[0]?.id
  return (
    <>
      <PageHeader
        title="Fill assistant"
        hint="Fills as many open spots as the rules allow, puts officers who requested a shift or volunteered first, and spreads extra hours evenly. Shifts still to be awarded are left out. No one is assigned until you confirm."
        before={<WayBack to={paths.adminStaffing()}>Staffing</WayBack>}
      />
      <Asking waiting={waiting} first={chosen === undefined} />
      {plans.error && !plans.items ? (
        <ErrorState error={plans.error} retry={() => void plans.refetch()} />
      ) : !plans.items ? (
        <CardSkeleton lines={6} />
      ) : chosen === undefined ? (
        <Card flush>
          <EmptyState
            title="No plan yet"
            text="Choose the days and create a plan. It matches open spots with eligible officers and explains each choice."
          />
        </Card>
      ) : (
        <div className="flex flex-col gap-4">
          {plans.items.length > 1 && (
            <div className="flex flex-wrap items-center gap-3">
              <Earlier items={plans.items} chosen={chosen} />
              {plans.more && (
                <LoadMore
                  more
                  loading={plans.loadingMore}
                  onMore={plans.loadMore}
                  shown={plans.items.length}
                  noun="plans"
                />
              )}
            </div>
          )}
          <Chosen id={chosen} />
        </div>
      )}
    </>
  )
}
