import type { LucideIcon } from 'lucide-react'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import Bell from 'lucide-react/icons/bell'
import CalendarDays from 'lucide-react/icons/calendar-days'
import CalendarOff from 'lucide-react/icons/calendar-off'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import Clock from 'lucide-react/icons/clock'
import Eye from 'lucide-react/icons/eye'
import Hourglass from 'lucide-react/icons/hourglass'
import ListChecks from 'lucide-react/icons/list-checks'
import ListOrdered from 'lucide-react/icons/list-ordered'
import LogOut from 'lucide-react/icons/log-out'
import Megaphone from 'lucide-react/icons/megaphone'
import Moon from 'lucide-react/icons/moon'
import QrCode from 'lucide-react/icons/qr-code'
import Scale from 'lucide-react/icons/scale'
import Settings from 'lucide-react/icons/settings'
import SunMoon from 'lucide-react/icons/sun-moon'
import Thermometer from 'lucide-react/icons/thermometer'
import Upload from 'lucide-react/icons/upload'
import UserRound from 'lucide-react/icons/user-round'
import type { Category } from '#features/department/faq/rules.ts'
import type { OwnSignup } from '#features/shifts/signups/contract.ts'
import { paths } from '#platform/shared/paths.ts'
import { currentStatuses } from '#platform/shared/statuses.ts'
import { isAdminHere, type Session } from '#platform/web/session.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { gateOf } from './gate.ts'
import { adminItems, furtherItems, furtherOfficerItems, officerItems } from './navigation.ts'
import { type RoutePath, routes } from './routes.ts'
import { staffingPages } from './staffing.ts'

export type Entry = {
  id: string
  label: string
  /** Shown next to it: a badge number, a time. */
  hint?: string
  /** More words to find it by. */
  also?: string
  icon: LucideIcon
  to?: string
  act?: 'view' | 'theme' | 'help' | 'log_out'
}

type Place = {
  route: RoutePath
  label: string
  icon: LucideIcon
  also?: string
  to?: string
  /** Leads to a decision that support can't make. */
  decides?: boolean
}

/** Pages that are in no sidebar. */
const further: readonly Place[] = [
  { route: '/admin/attendance', label: 'Attendance', icon: Clock, also: 'review hours timesheet payroll approve' },
  { route: '/admin/staffing', label: 'Staffing', icon: Scale, also: 'awards rules fill' },
  ...staffingPages,
  {
    route: '/admin/staffing/order',
    label: 'Current order',
    icon: ListOrdered,
    also: 'who is next first award rule place rank',
  },
  {
    route: '/admin/announcements',
    label: 'Announcements',
    icon: Megaphone,
    also: 'message everyone unit read receipts',
  },
  { route: '/officer/announcements', label: 'My announcements', icon: Megaphone, also: 'messages from admins' },
  {
    route: '/officer/schedule/leave',
    label: 'My leave',
    icon: CalendarOff,
    also: 'time off vacation sick absence pto leave requests balance',
  },
  {
    route: '/officer/standing',
    label: 'My swaps and waitlists',
    icon: ArrowLeftRight,
    also: 'swap trade exchange give away giveaway',
    to: paths.officerStandingAbout('open'),
  },
  {
    route: '/officer/standing',
    label: 'My position on the force list',
    icon: ListOrdered,
    also: 'order-ins ordered in orders mandatory',
    to: paths.officerStandingAbout('force'),
  },
  {
    route: '/officer/standing',
    label: 'My hours and limits',
    icon: Hourglass,
    also: 'rest worked fatigue rules',
    to: paths.officerStandingAbout('hours'),
  },
  { route: '/admin/settings', label: 'Settings', icon: Settings },
  { route: '/admin/vendor-access', label: 'Vendor access', icon: Eye, also: 'support access visits' },
  {
    route: '/admin/setup',
    label: 'Setup guide',
    icon: ListChecks,
    also: 'onboarding set up',
    to: paths.adminSetup('open'),
  },
  { route: '/notifications', label: 'Notifications', icon: Bell },
  { route: '/officer/profile', label: 'Profile', icon: UserRound, also: 'account password' },
]
export const doing: readonly Place[] = [
  { route: '/admin/assignments/new', label: 'New shift', icon: CalendarPlus, also: 'post assignment create' },
  { route: '/admin/officers/posters', label: 'QR posters for roll call', icon: QrCode, also: 'print invite register' },
  { route: '/admin/officers/import', label: 'Import roster', icon: Upload, also: 'officers csv excel' },
  {
    route: '/admin/assignments',
    label: 'Pending requests',
    icon: Clock,
    also: 'pending approve',
    to: paths.adminAssignments('pending'),
  },
  {
    route: '/officer/schedule/leave',
    label: 'Request leave',
    icon: CalendarOff,
    also: 'ask time off vacation absence pto',
    to: paths.officerLeave('yes'),
    decides: true,
  },
  // The menu of every officer in the day's list has it.
  {
    route: '/admin/assignments',
    label: 'Mark an officer as sick',
    icon: Thermometer,
    also: 'call in called out replace replacement substitute',
    to: paths.adminSchedule({ view: 'day' }),
    decides: true,
  },
  {
    route: '/admin/assignments',
    label: "Who's on tonight",
    icon: Moon,
    also: 'on duty now',
    to: paths.adminSchedule({ view: 'tonight' }),
  },
]

/** The same for the menu's items: their own file is loaded with every screen. */
const itemWords: Readonly<Record<string, string>> = {
  '/admin/reports': 'payroll hours cost export',
  [paths.adminSchedule()]: 'calendar week month tonight board who works',
  '/officer/schedule': 'calendar my shifts week tours leave time off vacation',
  '/officer/standing': 'awards receipts hours charged',
  '/officer/history': 'worked hours attendance timesheet past shifts extra time claims',
}

const entryOf = ({ route, label, icon, to = route, also = itemWords[to] }: Place): Entry => ({
  id: to,
  label,
  icon,
  to,
  ...(also ? { also } : {}),
})

/** The pages this person may open, an admin's own as an officer last; pages the guard would refuse are left out. */
export const pagesFor = (session: Session): Entry[] => {
  const admin = isAdminHere(session)
  const officerSide = officerItems.map((item) =>
    admin && item.route === '/officer/dashboard' ? { ...item, label: 'My dashboard' } : item,
  )
  const places = open(session, [
    ...(admin ? [...adminItems, ...furtherItems.slice(0, 1)] : []),
    ...officerSide,
    ...furtherOfficerItems.map((item) =>
      admin && item.label === 'Schedule' ? { ...item, label: 'My schedule' } : item,
    ),
    ...further,
  ])
  return (admin ? places.toSorted((a, b) => Number(isPersonal(a)) - Number(isPersonal(b))) : places).map(entryOf)
}
const isPersonal = ({ route }: Place): boolean => route.startsWith('/officer/')
const open = (session: Session, places: readonly Place[]): Place[] =>
  places.filter(({ route }) => gateOf(routes[route], session) === 'open')

export const actionsFor = (session: Session, view: 'admin' | 'officer'): Entry[] => [
  ...open(session, doing)
    .filter(({ decides }) => !(decides && session.support))
    .map(entryOf),
  ...(session.officer?.role === 'admin'
    ? [
        {
          id: 'view',
          label: view === 'admin' ? 'Switch to officer view' : 'Switch to admin view',
          icon: ArrowLeftRight,
          act: 'view' as const,
        },
      ]
    : []),
  { id: 'theme', label: 'Switch between light and dark', also: 'theme', icon: SunMoon, act: 'theme' },
  { id: 'help', label: 'Help', icon: CircleHelp, act: 'help' },
  { id: 'log_out', label: 'Log out', also: 'sign out', icon: LogOut, act: 'log_out' },
]

const wordsOf = (text: string): string[] => text.toLowerCase().split(/[\s-]+/)

/** Whether every typed word starts a word of the entry; a hyphen separates words. */
export const matches = (entry: Pick<Entry, 'label' | 'also' | 'hint'>, typed: string): boolean => {
  const words = wordsOf(`${entry.label} ${entry.also ?? ''} ${entry.hint ?? ''}`)
  return wordsOf(typed).every((part) => words.some((word) => word.startsWith(part)))
}

/** The entries found, those whose label has the typed words first; all of them if nothing is typed. */
export const found = (entries: readonly Entry[], typed: string): Entry[] => {
  const text = typed.trim()
  const kept = entries.filter((one) => matches(one, text))
  const rank = ({ label }: Entry) =>
    label.toLowerCase().startsWith(text.toLowerCase()) ? 0 : matches({ label }, text) ? 1 : 2
  return text === '' ? kept : kept.toSorted((a, b) => rank(a) - rank(b))
}

/** Answers are found by their question alone: nearly every word is in the text of some answer. */
export const answersFor = (categories: readonly Category[], typed: string): Entry[] =>
  typed.trim().length < 3
    ? []
    : found(
        categories.flatMap(({ entries }) =>
          entries.map(({ id, question }) => ({
            id: `answer ${id}`,
            label: question,
            icon: CircleHelp,
            to: paths.faq(id),
          })),
        ),
        typed,
      )

/** The officer's own shifts, without those that were withdrawn, denied or called off. */
export const shiftsFor = (mine: readonly OwnSignup[], typed: string, zone: string): Entry[] =>
  mine
    .filter(({ status }) => (currentStatuses as readonly string[]).includes(status))
    .map((one) => ({
      id: `shift ${one.id}`,
      label: one.title,
      hint: dayAndClock(one.starts_at, zone),
      icon: CalendarDays,
      to: paths.officerAssignments(one.assignment_id),
    }))
    .filter((one) => matches(one, typed))
