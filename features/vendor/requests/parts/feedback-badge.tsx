import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleX from 'lucide-react/icons/circle-x'
import Hammer from 'lucide-react/icons/hammer'
import { StatusBadge, type StatusLook } from '#platform/web/ui/badge.tsx'
import type { Status } from '../rules.feedback.ts'
import { workWords as words } from '../words.feedback.ts'

const looks: Readonly<Record<Status, StatusLook>> = {
  pending: { word: words.pending, tone: 'hold', icon: CircleDashed },
  in_progress: { word: words.in_progress, tone: 'info', icon: Hammer },
  done: { word: words.done, tone: 'ok', icon: CircleCheck },
  declined: { word: words.declined, tone: 'plain', icon: CircleX },
}

export const FeedbackBadge = ({ status }: { status: Status }) => <StatusBadge of={looks[status]} />
