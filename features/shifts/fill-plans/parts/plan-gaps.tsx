import { shortReason } from '#features/shifts/eligibility/parts/signup-words.tsx'
import { paths } from '#platform/shared/paths.ts'
import { useNow } from '#platform/web/clock.ts'
import { span } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import type { Outcome, WaitingAt } from '../contract.ts'
import { WaitingLine } from './waiting-line.tsx'

type Gap = Outcome['gaps'][number]

const whyWords = ({ able, left }: Gap): string => {
  if (able === 0) return 'No eligible officers'
  return `${able} eligible${able <= left ? '' : ', each needed for another shift in this plan'}`
}

type GapsProps = { gaps: readonly Gap[]; waiting: readonly WaitingAt[]; zone: string }

/** Unfilled spots and the reasons. */
export const PlanGaps = ({ gaps, waiting, zone }: GapsProps) => {
  const now = useNow()
  return (
    <Card flush title="Stays open" hint="Spots the plan can't fill without breaking a rule.">
      <ul className="divide-y divide-line">
        {gaps.map((gap) => {
          const { day, clock } = span(gap.starts_at, gap.ends_at, zone, { now })
          return (
            <li key={gap.post_id} className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-line md:px-5">
              <div className="min-w-48 flex-1">
                <p className="font-medium">
                  <TextLink to={paths.adminAssignment(gap.assignment_id)}>{gap.title}</TextLink>
                </p>
                <p className="figures text-soft">
                  {day} · {clock}, {gap.post_name}
                </p>
                <p className="text-small text-soft">
                  {whyWords(gap)}
                  {gap.reasons.length > 0 &&
                    `. Why others can't: ${gap.reasons
                      .slice(0, 4)
                      .map(({ code, officers }) => `${shortReason(code).toLowerCase()} (${officers})`)
                      .join(', ')}`}
                </p>
                <WaitingLine of={gap} waiting={waiting} />
              </div>
              <Badge tone="warn">{gap.left === 1 ? '1 spot' : `${gap.left} spots`}</Badge>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
