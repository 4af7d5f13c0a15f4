import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleX from 'lucide-react/icons/circle-x'
import Hourglass from 'lucide-react/icons/hourglass'
import MessagesSquare from 'lucide-react/icons/messages-square'
import { StatusBadge, type StatusLook } from '#platform/web/ui/badge.tsx'
import type { TrialState } from '../rules.trial.ts'
import { trialStateWords as words } from '../words.trial.ts'

const looks: Readonly<Record<TrialState, StatusLook>> = {
  new: { word: words.new, tone: 'hold', icon: CircleDashed },
  contacted: { word: words.contacted, tone: 'info', icon: MessagesSquare },
  trial_started: { word: words.trial_started, tone: 'brand', icon: Hourglass },
  won: { word: words.won, tone: 'ok', icon: CircleCheck },
  lost: { word: words.lost, tone: 'plain', icon: CircleX },
}

export const TrialBadge = ({ state }: { state: TrialState }) => <StatusBadge of={looks[state]} />
