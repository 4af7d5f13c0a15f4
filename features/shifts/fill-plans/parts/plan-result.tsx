import { evennessHint, evennessWords } from '#features/shifts/award-rules/words.evenness.ts'
import { AwardsCount } from '#features/shifts/awards/parts/awards-count.tsx'
import { extraHoursWords } from '#features/shifts/awards/words.counts.ts'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { useOrganization } from '#platform/web/session.ts'
import { duration } from '#platform/web/time.ts'
import { Card, Facts } from '#platform/web/ui/card.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Progress } from '#platform/web/ui/progress.tsx'
import { EmptyState } from '#platform/web/ui/states.tsx'
import type { Outcome, readPlan } from '../contract.ts'
import { sharesOf } from '../rules.shares.ts'
import { PlanGaps } from './plan-gaps.tsx'
import { PlanLines } from './plan-lines.tsx'

type Plan = OutputOf<typeof readPlan>

const percent = (hundredths: number): string => `${(hundredths / 100).toFixed(hundredths < 100 ? 2 : 1)}%`
const hours = (minutes: number): string => `${Math.round(minutes / 60)} h`
const evenness = (tenThousandths: number): string => evennessWords(tenThousandths / 10_000)

const gapWords = (filled: number, gap: Outcome['gap']): string => {
  if (filled === 0) return 'No changes'
  if (gap === null) return 'Not enough time to prove how even this plan is'
  const plan = 'plan that fills this many spots and requests'
  return gap === 0 ? `The most even ${plan}` : `Within ${percent(gap)} of the most even ${plan}`
}

const boundWords = ({ places, filled, places_bound }: Outcome): string => {
  if (filled === places) return 'Every open spot'
  if (filled === places_bound) return 'The most the rules allow'
  return `The rules allow ${places_bound} at most`
}

/** How even the hours are, for who wants to check the plan. */
const Evenness = ({ outcome }: { outcome: Outcome }) => {
  const { filled, before, after, officers, shifts, gap, milliseconds } = outcome
  return (
    <details className="border-t border-line px-4 py-2.5 text-small text-soft md:px-5">
      <summary className="w-fit cursor-pointer rounded-ui text-brand-ink">How evenly hours are spread</summary>
      <Facts
        className="mt-2 mb-1"
        facts={[
          ['Spread', `${hours(before.range_minutes)} before, ${hours(after.range_minutes)} after`],
          ['Evenness', `${evenness(before.gini)} before, ${evenness(after.gini)} after. ${evennessHint}`],
          ['Compared', gapWords(filled, gap)],
          [
            'Checked',
            `${shifts} ${shifts === 1 ? 'post' : 'posts'} and ${officers} ${officers === 1 ? 'officer' : 'officers'} in ${(milliseconds / 1000).toFixed(1)} s`,
          ],
        ]}
      />
    </details>
  )
}

/** Spots filled first, then who works how many hours more. */
const Lead = ({ outcome, items }: { outcome: Outcome; items: Plan['items'] }) => {
  const shares = sharesOf(items)
  return (
    <Card
      flush
      title={
        <span className="figures text-lead">
          {outcome.filled} of {outcome.places} {outcome.places === 1 ? 'spot' : 'spots'} can be filled
        </span>
      }
      hint={
        <>
          {boundWords(outcome)}. {extraHoursWords} <AwardsCount />
        </>
      }
    >
      {shares.length > 0 && (
        <ul aria-label="Officers in this plan" className="grid md:grid-cols-2 md:gap-x-8 md:px-2 xl:grid-cols-3">
          {shares.map((one) => (
            <li key={one.officer_id} className="flex items-baseline justify-between gap-4 px-4 py-2 md:px-3">
              <span className="min-w-0">
                <TextLink to={paths.adminOfficer(one.officer_id)}>{one.name}</TextLink>
                <span className="figures text-small text-faint">
                  {' '}
                  {one.shifts} {one.shifts === 1 ? 'shift' : 'shifts'}
                </span>
              </span>
              <span className="figures shrink-0 text-right text-small">
                <span className="font-semibold">+{duration(one.minutes)}</span>
                <span className="text-faint"> to {duration(one.minutes_after)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <Evenness outcome={outcome} />
    </Card>
  )
}

/** A plan in its current state: being computed, failed, or with its figures, lines and unfilled spots. */
export const PlanResult = ({ plan }: { plan: Plan }) => {
  const { time_zone } = useOrganization()
  if (plan.status === 'waiting')
    return (
      <Card title="Creating plan" hint="This takes at most 30 seconds.">
        <Progress label="Finding the plan that fills the most spots" done={0} of={null} />
      </Card>
    )
  if (plan.status === 'failed' || plan.outcome === null)
    return (
      <Notice tone="bad" title="The plan failed">
        Nothing changed. Try again with fewer days.
      </Notice>
    )
  const { outcome, items, waiting } = plan
  if (outcome.places === 0)
    return (
      <Card flush>
        <EmptyState title="No open spots" text={`Every published spot in the next ${plan.days} days is filled.`} />
      </Card>
    )
  return (
    <div className="flex flex-col gap-4">
      <Lead outcome={outcome} items={items} />
      {waiting.length > 0 && (
        <Notice tone="info" title="Officers are waiting for these shifts">
          The plan fills the most spots. Eligible officers who requested or volunteered come first, then extra hours are
          spread evenly. Officers left out keep their place in line.
        </Notice>
      )}
      <PlanLines planId={plan.id} items={items} waiting={waiting} zone={time_zone} />
      {outcome.gaps.length > 0 && <PlanGaps gaps={outcome.gaps} waiting={waiting} zone={time_zone} />}
    </div>
  )
}
