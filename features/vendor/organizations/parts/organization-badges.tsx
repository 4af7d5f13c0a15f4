import CircleCheck from 'lucide-react/icons/circle-check'
import CirclePause from 'lucide-react/icons/circle-pause'
import CircleX from 'lucide-react/icons/circle-x'
import Hourglass from 'lucide-react/icons/hourglass'
import { TRIAL_WARNING_DAYS } from '#features/people/organizations/rules.ts'
import { Badge, StatusBadge, type StatusLook } from '#platform/web/ui/badge.tsx'
import type { OrganizationRow } from '../contract.ts'
import type { State } from '../rules.ts'
import { stateWords } from '../words.ts'

const looks: Readonly<Record<State, Omit<StatusLook, 'word'>>> = {
  active: { tone: 'ok', icon: CircleCheck },
  suspended: { tone: 'bad', icon: CirclePause },
  closing: { tone: 'warn', icon: Hourglass },
  erased: { tone: 'plain', icon: CircleX },
}

export const StateBadge = ({ state }: { state: State }) => (
  <StatusBadge of={{ ...looks[state], word: stateWords[state] }} />
)

/** How long a trial has left; renders nothing without one. */
export const TrialBadge = ({ trial }: { trial: OrganizationRow['trial'] }) => {
  if (!trial) return null
  if (trial.expired) return <Badge tone="bad">Trial ended</Badge>
  if (trial.days_left === null) return <Badge tone="info">No end</Badge>
  const { days_left: left } = trial
  return (
    <Badge tone={left <= TRIAL_WARNING_DAYS ? 'warn' : 'info'}>
      <span className="figures">{left === 1 ? '1 day left' : `${left} days left`}</span>
    </Badge>
  )
}

/** `18 of 25`; red if above the limit. */
export const Places = ({
  of: { officers, max_officers },
}: {
  of: Pick<OrganizationRow, 'officers' | 'max_officers'>
}) => {
  const full = max_officers !== null && officers >= max_officers
  return (
    <span className={full ? 'figures font-medium text-warn' : 'figures'}>
      {officers.toLocaleString('en-US')}
      {max_officers !== null && <span className="text-faint"> of {max_officers.toLocaleString('en-US')}</span>}
      {full && <span className="sr-only">, full</span>}
    </span>
  )
}
