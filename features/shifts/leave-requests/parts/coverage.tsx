import { leaveSpan } from '#features/roster/leaves/client.ts'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { plainDateWords } from '#platform/shared/time.ts'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { type LeaveRequest, leaveCoverage } from '../contract.ts'
import { OwnWork } from './own-work.tsx'

type Answer = OutputOf<typeof leaveCoverage>

const Away = ({ away, zone }: { away: Answer['away']; zone: string }) => (
  <section>
    <h3 className="font-semibold">Who else is away</h3>
    {away.length === 0 ? (
      <p className="text-soft">No one else is on leave or has requested it.</p>
    ) : (
      <ul aria-label="Who else is away" className="mt-1 flex flex-col gap-1">
        {away.map((one) => (
          <li key={`${one.officer_id} ${one.starts_at} ${one.pending}`} className="flex flex-wrap items-center gap-x-2">
            <span className="font-medium">{one.name}</span>
            {one.unit && <span className="text-small text-faint">{one.unit}</span>}
            <span className="figures text-soft">{leaveSpan(one, zone)}</span>
            {one.pending && <Badge tone="warn">Requested</Badge>}
          </li>
        ))}
      </ul>
    )}
  </section>
)

const Short = ({ answer: { short, through, partly } }: { answer: Answer }) => (
  <section>
    <h3 className="font-semibold">Minimum staffing</h3>
    {short.length === 0 ? (
      <p className="text-soft">No minimum would fall short because of this leave.</p>
    ) : (
      <ul aria-label="Minimums that would fall short" className="mt-1 flex flex-col gap-1">
        {short.map((one) => (
          <li key={`${one.minimum_id} ${one.on_day}`} className="figures">
            <span className="font-medium text-warn">
              {one.present} of {one.needed}
            </span>{' '}
            {one.name}, {plainDateWords(one.on_day)}
            {one.missing_before > 0 && (
              <span className="text-small text-faint"> (already {one.missing_before} short)</span>
            )}
          </li>
        ))}
      </ul>
    )}
    {partly && (
      <p className="text-small text-faint">
        Checked through {plainDateWords(through)}. The leave continues after that.
      </p>
    )}
  </section>
)

/** What a decision needs to know, read: shifts, who else is away, and coverage. */
const CoverageFacts = ({ answer, zone }: { answer: Answer; zone: string }) => (
  <div className="flex flex-col gap-4">
    <OwnWork answer={answer} zone={zone} />
    <Short answer={answer} />
    <Away away={answer.away} zone={zone} />
    <p className="text-small">
      <TextLink to={paths.adminSchedule()}>Open the schedule</TextLink>
    </p>
  </div>
)

export const Coverage = ({ request }: { request: LeaveRequest }) => {
  const read = useRead(leaveCoverage, { id: request.id })
  const { time_zone: zone } = useOrganization()
  if (!read.data)
    return read.error ? <ErrorState error={read.error} retry={() => void read.refetch()} /> : <ListSkeleton rows={3} />
  return <CoverageFacts answer={read.data} zone={zone} />
}
