import type { LucideIcon } from 'lucide-react'
import AlarmClock from 'lucide-react/icons/alarm-clock'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import BookOpenText from 'lucide-react/icons/book-open-text'
import CalendarRange from 'lucide-react/icons/calendar-range'
import Hourglass from 'lucide-react/icons/hourglass'
import ListOrdered from 'lucide-react/icons/list-ordered'
import Scale from 'lucide-react/icons/scale'
import ShieldCheck from 'lucide-react/icons/shield-check'
import UserRoundX from 'lucide-react/icons/user-round-x'
import WandSparkles from 'lucide-react/icons/wand-sparkles'
import { paths } from '#platform/shared/paths.ts'
import type { RoutePath } from './routes.ts'

/** The pages below `/admin/staffing`, in the order of the page and of the palette. Each part adds its line. */
export type StaffingPage = {
  route: RoutePath
  label: string
  /** One line: what is done there. */
  hint: string
  icon: LucideIcon
  to: string
  /** The palette finds it by these words as well. */
  also?: string
}

export const staffingPages: readonly StaffingPage[] = [
  {
    route: '/admin/staffing/rules',
    label: 'Rules of awards',
    hint: 'Who gets a place when more apply than fit: by kind of assignment, in versions, with ready packs.',
    icon: Scale,
    to: paths.adminAwardRules(),
    also: 'seniority rotation lottery equalisation least hours pick list bidding',
  },
  {
    route: '/admin/staffing/tours',
    label: 'Tours and leave',
    hint: 'Platoons with their rotations, who is in them, and who is away.',
    icon: CalendarRange,
    to: paths.adminTours(),
    also: 'platoons squads watches rotation pitman panama vacation sick schedule',
  },
  {
    route: '/admin/staffing/minimum',
    label: 'Minimum staffing',
    hint: 'How many must be on duty, the coming days against it, and the shifts that a gap opens by itself.',
    icon: ShieldCheck,
    to: paths.adminMinimums(),
    also: 'manning level coverage gap shortage minimums forecast',
  },
  {
    route: '/admin/staffing/force-list',
    label: 'Force list',
    hint: 'Who is ordered in next where nobody volunteers, who was, and who is exempt.',
    icon: ListOrdered,
    to: paths.adminForceList(),
    also: 'order-in orders mandatory exempt volunteers',
  },
  {
    route: '/admin/staffing/plan',
    label: 'Fill assistant',
    hint: 'A proposal for the open places of the coming days, within every rule and as even as can be.',
    icon: WandSparkles,
    to: paths.adminFillPlan(),
    also: 'optimise propose plan open shifts',
  },
  {
    route: '/admin/staffing/escalation',
    label: 'Escalation',
    hint: 'What is done, step by step, while a shift lacks officers, and when somebody is ordered.',
    icon: AlarmClock,
    to: paths.adminEscalation(),
    also: 'escalator steps forecast pause quiet hours emergency',
  },
  {
    route: '/admin/staffing/cases',
    label: 'Skipped officers',
    hint: 'Whoever stood before somebody who has a place, found every night; closed by a second person.',
    icon: UserRoundX,
    to: paths.adminAwardCases(),
    also: 'bypass cases remedy grievance',
  },
  {
    route: '/admin/staffing/work-rules',
    label: 'Rest and hours',
    hint: 'Rest between shifts, hours in any window, days in a row, limits of a week: what every place is held to.',
    icon: Hourglass,
    to: paths.adminWorkRules(),
    also: 'fatigue rolling window consecutive cap limit eligibility',
  },
  {
    route: '/admin/staffing/opportunities',
    label: 'Offers and answers',
    hint: 'What was offered to whom and what came of it: what awards count from.',
    icon: BookOpenText,
    to: paths.adminOpportunities(),
    also: 'ledger opportunities refused accepted charged',
  },
  {
    route: '/admin/staffing/swaps',
    label: 'Swaps',
    hint: 'Shifts that officers swap or give away, and those that wait for your approval.',
    icon: ArrowLeftRight,
    to: paths.adminSwaps(),
    also: 'give away exchange trade',
  },
]
