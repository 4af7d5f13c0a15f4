import Hourglass from 'lucide-react/icons/hourglass'
import { counted } from '#platform/shared/text.ts'
import { Badge, StatusBadge } from '#platform/web/ui/badge.tsx'
import { phaseBadge, unfilledBadge } from '#platform/web/ui/status.ts'
import type { AssignmentItem } from '../contract.shapes.ts'

export const PhaseBadges = ({ of }: { of: Pick<AssignmentItem, 'phase' | 'unfilled'> }) => (
  <span className="inline-flex flex-wrap justify-end gap-1 md:justify-start">
    <StatusBadge of={phaseBadge[of.phase]} />
    {of.unfilled && <StatusBadge of={unfilledBadge} />}
  </span>
)

/** Counts of items waiting for an admin; nothing if there are none. */
export const WaitingBadges = ({
  of,
}: {
  of: Pick<AssignmentItem, 'pending_count' | 'calloff_count' | 'waiting_count'>
}) => {
  const said = [
    of.pending_count > 0 ? `${of.pending_count} to approve` : '',
    of.calloff_count > 0 ? counted(of.calloff_count, 'call-off') : '',
  ].filter((one) => one !== '')
  if (said.length === 0)
    return of.waiting_count > 0 ? (
      <span className="text-faint max-md:text-small">{of.waiting_count} waitlisted</span>
    ) : null
  return (
    <Badge tone="warn" icon={<Hourglass aria-hidden />}>
      {said.join(', ')}
    </Badge>
  )
}
