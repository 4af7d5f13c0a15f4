import type { LucideIcon } from 'lucide-react'
import AlarmClock from 'lucide-react/icons/alarm-clock'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import BookOpenText from 'lucide-react/icons/book-open-text'
import CalendarOff from 'lucide-react/icons/calendar-off'
import CalendarRange from 'lucide-react/icons/calendar-range'
import Hourglass from 'lucide-react/icons/hourglass'
import ListOrdered from 'lucide-react/icons/list-ordered'
import Scale from 'lucide-react/icons/scale'
import ShieldCheck from 'lucide-react/icons/shield-check'
import UserRoundX from 'lucide-react/icons/user-round-x'
import WandSparkles from 'lucide-react/icons/wand-sparkles'
import type { StaffingPart } from '#features/home/dashboards/client.staffing.ts'
import { paths } from '#platform/shared/paths.ts'
import type { RoutePath } from './routes.ts'

/** The pages below `/admin/staffing`, in the order of the page and of the palette. Each feature adds its line. */
export type StaffingPage = {
  route: RoutePath
  /** Its number and its next event. */
  part: StaffingPart
  /** What comes up day by day, or is set up once and rarely changed. */
  group: 'work' | 'setup'
  label: string
  /** One line saying what the page is for. */
  hint: string
  icon: LucideIcon
  to: string
  /** A second page, one click from its card. */
  more?: { label: string; to: string }
  /** More words the palette finds it by. */
  also?: string
}

export const staffingPages: readonly StaffingPage[] = [
  {
    route: '/admin/staffing/rules',
    part: 'rules',
    group: 'setup',
    label: 'Award rules',
    hint: 'How spots are awarded when there are more applicants than spots, by shift type.',
    icon: Scale,
    to: paths.adminAwardRules(),
    more: { label: 'Current order', to: paths.adminAwardOrder() },
    also: 'seniority rotation lottery equalization least hours pick list bidding',
  },
  {
    route: '/admin/staffing/tours',
    part: 'tours',
    group: 'setup',
    label: 'Tours and leave',
    hint: 'Platoons, rotations, members and leave.',
    icon: CalendarRange,
    to: paths.adminTours(),
    also: 'time off vacation calendar platoons squads watches rotation pitman panama sick schedule',
  },
  {
    route: '/admin/staffing/leave',
    part: 'leave',
    group: 'work',
    label: 'Leave requests',
    hint: 'Requests to decide, with who else is away and which minimums would be short.',
    icon: CalendarOff,
    to: paths.adminLeaveRequests(),
    also: 'time off vacation sick approve deny absence pto',
  },
  {
    route: '/admin/staffing/minimum',
    part: 'minimum',
    group: 'work',
    label: 'Minimum staffing',
    hint: 'How many officers must be on duty, upcoming gaps and the shifts they open.',
    icon: ShieldCheck,
    to: paths.adminMinimums(),
    also: 'manning level coverage gap shortage minimums forecast',
  },
  {
    route: '/admin/staffing/force-list',
    part: 'force_list',
    group: 'work',
    label: 'Force list',
    hint: 'The order-in list, past orders and exemptions.',
    icon: ListOrdered,
    to: paths.adminForceList(),
    also: 'order-in orders mandatory exempt volunteers',
  },
  {
    route: '/admin/staffing/plan',
    part: 'plan',
    group: 'work',
    label: 'Fill assistant',
    hint: 'Suggests officers for open spots, following all rules and spreading hours evenly.',
    icon: WandSparkles,
    to: paths.adminFillPlan(),
    also: 'optimize propose plan open shifts',
  },
  {
    route: '/admin/staffing/escalation',
    part: 'escalation',
    group: 'work',
    label: 'Escalation',
    hint: 'Steps that run while a shift is understaffed, up to order-ins.',
    icon: AlarmClock,
    to: paths.adminEscalation(),
    also: 'escalator steps forecast pause quiet hours emergency',
  },
  {
    route: '/admin/staffing/cases',
    part: 'cases',
    group: 'work',
    label: 'Skipped officers',
    hint: 'Awards are checked nightly. Skipped officers get a case, which a second admin closes.',
    icon: UserRoundX,
    to: paths.adminAwardCases(),
    also: 'bypass cases remedy grievance',
  },
  {
    route: '/admin/staffing/work-rules',
    part: 'work_rules',
    group: 'setup',
    label: 'Rest and hours',
    hint: 'Limits on rest, hours and days in a row for every sign-up.',
    icon: Hourglass,
    to: paths.adminWorkRules(),
    also: 'fatigue rolling window consecutive cap limit eligibility',
  },
  {
    route: '/admin/staffing/opportunities',
    part: 'opportunities',
    group: 'work',
    label: 'Offers and responses',
    hint: 'Every offer and its outcome. Awards use this record.',
    icon: BookOpenText,
    to: paths.adminOpportunities(),
    also: 'ledger opportunities refused accepted charged',
  },
  {
    route: '/admin/staffing/swaps',
    part: 'swaps',
    group: 'work',
    label: 'Swaps',
    hint: 'Swaps and giveaways, including those that need approval.',
    icon: ArrowLeftRight,
    to: paths.adminSwaps(),
    also: 'give away exchange trade',
  },
]
