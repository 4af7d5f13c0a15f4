import type { LucideIcon } from 'lucide-react'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import Bell from 'lucide-react/icons/bell'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import Clock from 'lucide-react/icons/clock'
import Eye from 'lucide-react/icons/eye'
import ListChecks from 'lucide-react/icons/list-checks'
import LogOut from 'lucide-react/icons/log-out'
import Scale from 'lucide-react/icons/scale'
import Settings from 'lucide-react/icons/settings'
import SunMoon from 'lucide-react/icons/sun-moon'
import Upload from 'lucide-react/icons/upload'
import UserRound from 'lucide-react/icons/user-round'
import { paths } from '#platform/shared/paths.ts'
import { isAdminHere, type Session } from '#platform/web/session.ts'
import { gateOf } from './gate.ts'
import { adminItems, officerItems } from './navigation.ts'
import { type RoutePath, routes } from './routes.ts'
import { staffingPages } from './staffing.ts'

export type Entry = {
  id: string
  label: string
  /** What stands beside it: a badge number, a time. */
  hint?: string
  /** Found by these words as well. */
  also?: string
  icon: LucideIcon
  to?: string
  act?: 'view' | 'theme' | 'help' | 'log_out'
}

type Place = { route: RoutePath; label: string; icon: LucideIcon; also?: string; to?: string }

/** Pages that no sidebar has. */
const further: readonly Place[] = [
  { route: '/admin/attendance', label: 'Attendance', icon: Clock, also: 'review hours' },
  { route: '/admin/staffing', label: 'Staffing', icon: Scale, also: 'awards rules fill' },
  ...staffingPages,
  { route: '/officer/standing', label: 'My standing', icon: Scale, also: 'awards receipts hours charged' },
  { route: '/admin/settings', label: 'Settings', icon: Settings },
  { route: '/admin/vendor-access', label: 'Vendor access', icon: Eye, also: 'support looked inside' },
  {
    route: '/admin/setup',
    label: 'First steps',
    icon: ListChecks,
    also: 'onboarding set up',
    to: paths.adminSetup('open'),
  },
  { route: '/notifications', label: 'Notifications', icon: Bell },
  { route: '/officer/profile', label: 'Profile', icon: UserRound, also: 'account password' },
]
const doing: readonly Place[] = [
  { route: '/admin/assignments/new', label: 'New assignment', icon: CalendarPlus, also: 'post shift create' },
  { route: '/admin/officers/import', label: 'Import roster', icon: Upload, also: 'officers csv excel' },
  {
    route: '/admin/assignments',
    label: 'Signups that wait',
    icon: Clock,
    also: 'pending approve',
    to: paths.adminAssignments('pending'),
  },
]

const entryOf = ({ route, label, icon, also, to = route }: Place): Entry => ({
  id: to,
  label,
  icon,
  to,
  ...(also ? { also } : {}),
})

/** The pages that this person may open: what the guard would refuse is not offered. */
export const pagesFor = (session: Session): Entry[] => {
  const admin = isAdminHere(session)
  const officerSide = officerItems.map((item) =>
    admin && item.route === '/officer/dashboard' ? { ...item, label: 'My dashboard' } : item,
  )
  return open(session, [...(admin ? adminItems : []), ...officerSide, ...further]).map(entryOf)
}
const open = (session: Session, places: readonly Place[]): Place[] =>
  places.filter(({ route }) => gateOf(routes[route], session) === 'open')

export const actionsFor = (session: Session, view: 'admin' | 'officer'): Entry[] => [
  ...open(session, doing).map(entryOf),
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
  { id: 'theme', label: 'Change between light and dark', also: 'theme', icon: SunMoon, act: 'theme' },
  { id: 'help', label: 'Help', icon: CircleHelp, act: 'help' },
  { id: 'log_out', label: 'Log out', also: 'sign out leave', icon: LogOut, act: 'log_out' },
]

/** Whether every word that was typed begins a word of it. */
export const matches = (entry: Pick<Entry, 'label' | 'also' | 'hint'>, typed: string): boolean => {
  const words = `${entry.label} ${entry.also ?? ''} ${entry.hint ?? ''}`.toLowerCase().split(/\s+/)
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)))
}
