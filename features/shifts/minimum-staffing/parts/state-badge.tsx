import CalendarClock from 'lucide-react/icons/calendar-clock'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDot from 'lucide-react/icons/circle-dot'
import CircleSlash from 'lucide-react/icons/circle-slash'
import Hourglass from 'lucide-react/icons/hourglass'
import TimerOff from 'lucide-react/icons/timer-off'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import UserPlus from 'lucide-react/icons/user-plus'
import { StatusBadge, type StatusLook } from '#platform/web/ui/badge.tsx'
import type { State } from '../rules.gaps.ts'
import { stateWords } from '../words.ts'

const icons: Readonly<Record<State, StatusLook['icon']>> = {
  met: CircleCheck,
  covered: CircleCheck,
  surplus: UserPlus,
  open: CircleDot,
  due: Hourglass,
  later: CalendarClock,
  short: TriangleAlert,
  late: TimerOff,
  taken_back: CircleSlash,
}

/** A day's status against its minimum, by word, shape and color. */
export const StateBadge = ({ of }: { of: State }) => (
  <StatusBadge of={{ word: stateWords[of].label, tone: stateWords[of].tone, icon: icons[of] }} />
)
