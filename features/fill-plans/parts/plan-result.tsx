import type { OutputOf } from '#platform/shared/endpoint.ts'
import { useOrganization } from '#platform/web/session.ts'
import { Card, Stat } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Progress } from '#platform/web/ui/progress.tsx'
import { EmptyState } from '#platform/web/ui/states.tsx'
import type { Outcome, readPlan } from '../contract.ts'
import { PlanGaps } from './plan-gaps.tsx'
import { PlanLines } from './plan-lines.tsx'

type Plan = OutputOf<typeof readPlan>

const percent = (hundredths: number): string => `${(hundredths / 100).toFixed(hundredths < 100 ? 2 : 1)} %`
const hours = (minutes: number): string => `${Math.round(minutes / 60)} h`
const gini = (tenThousandths: number): string => (tenThousandths / 10_000).toFixed(3)

const gapWords = (filled: number, gap: Outcome['gap']): string => {
  if (filled === 0) return 'Nothing changes'
  if (gap === null) return 'Time was too short to say how near the best this is'
  return gap === 0 ? 'No plan is more even' : `At most ${percent(gap)} from the least that can be`
}

const boundWords = ({ places, filled, places_bound }: Outcome): string => {
  if (filled === places) return 'Every open place'
  if (filled === places_bound) return 'No plan within the rules fills more'
  return `No plan within the rules fills more than ${places_bound}`
}

const Figures = ({ outcome }: { outcome: Outcome }) => {
  const { filled, places, before, after, officers, shifts, gap, milliseconds } = outcome
  return (
    <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      <Stat to={null} label="Places filled" value={`${filled} of ${places}`} note={boundWords(outcome)} />
      <Stat
        to={null}
        label="Evenness (Gini, 0 is even)"
        value={`${gini(before.gini)} → ${gini(after.gini)}`}
        note={gapWords(filled, gap)}
      />
      <Stat
        to={null}
        label="From fewest to most hours"
        value={`${hours(before.range_minutes)} → ${hours(after.range_minutes)}`}
        note="Extra work of the last 90 days and ahead"
      />
      <Stat
        to={null}
        label="Looked at"
        value={`${shifts} ${shifts === 1 ? 'post' : 'posts'}`}
        note={`${officers} ${officers === 1 ? 'officer' : 'officers'}, in ${(milliseconds / 1000).toFixed(1)} s`}
      />
    </div>
  )
}

/** A plan as it stands: being worked out, failed, or with its figures, its lines and what stays open. */
export const PlanResult = ({ plan }: { plan: Plan }) => {
  const { time_zone } = useOrganization()
  if (plan.status === 'waiting')
    return (
      <Card title="Being worked out" hint="It takes half a minute or less and appears here by itself.">
        <Progress label="Looking for the plan that fills the most places" done={0} of={null} />
      </Card>
    )
  if (plan.status === 'failed' || plan.outcome === null)
    return (
      <Notice tone="bad" title="This plan could not be worked out">
        Nothing was changed. Ask for another one; a plan of fewer days is easier.
      </Notice>
    )
  const { outcome, items } = plan
  if (outcome.places === 0)
    return (
      <Card flush>
        <EmptyState title="Nothing is open" text={`Every published place of the next ${plan.days} days is taken.`} />
      </Card>
    )
  return (
    <div className="flex flex-col gap-4">
      <Figures outcome={outcome} />
      <PlanLines planId={plan.id} items={items} zone={time_zone} />
      {outcome.gaps.length > 0 && <PlanGaps gaps={outcome.gaps} zone={time_zone} />}
    </div>
  )
}
