import type { LucideIcon } from 'lucide-react'
import CalendarDays from 'lucide-react/icons/calendar-days'
import CalendarRange from 'lucide-react/icons/calendar-range'
import ChartColumn from 'lucide-react/icons/chart-column'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import ClipboardCheck from 'lucide-react/icons/clipboard-check'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import Clock from 'lucide-react/icons/clock'
import History from 'lucide-react/icons/history'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import Megaphone from 'lucide-react/icons/megaphone'
import MessagesSquare from 'lucide-react/icons/messages-square'
import Palette from 'lucide-react/icons/palette'
import Scale from 'lucide-react/icons/scale'
import ScrollText from 'lucide-react/icons/scroll-text'
import UserRoundCog from 'lucide-react/icons/user-round-cog'
import UsersRound from 'lucide-react/icons/users-round'
import type { Feature } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { type RouteEntry, type RoutePath, routes } from './routes.ts'
import type { CountName } from './slots.tsx'

/** The sidebar of specification section 2, one line per item. An item shows when its screen is built and its feature is on. */
export type NavItem = {
  label: string
  /** Its first words, under the icon of a collapsed sidebar. */
  short?: string
  route: RoutePath
  icon: LucideIcon
  feature?: Feature
  /** Its link, if more than the route: the query tells it apart. */
  to?: string
  /** The views of the route that belong to this item. */
  views?: readonly (string | null)[]
  /** The pending count next to it, and where the badge links to: without `to`, its page. */
  count?: { name: CountName; what: string; to?: string }
}

export const adminItems: readonly NavItem[] = [
  { label: 'Dashboard', route: '/admin/dashboard', icon: LayoutDashboard },
  {
    label: 'Officers',
    route: '/admin/officers',
    icon: UsersRound,
    count: { name: 'officers', what: 'officers waiting' },
  },
  {
    label: 'Assignments',
    route: '/admin/assignments',
    icon: CalendarDays,
    count: { name: 'assignments', what: 'requests waiting', to: paths.adminAssignments('pending') },
  },
  {
    label: 'Extra Time Approval',
    short: 'Extra Time',
    route: '/admin/overtime',
    icon: Clock,
    feature: 'overtime',
    count: { name: 'extra_time', what: 'requests waiting' },
  },
  { label: 'Reports', route: '/admin/reports', icon: ChartColumn, feature: 'reports' },
  { label: 'Branding', route: '/admin/branding', icon: Palette, feature: 'custom_branding' },
  { label: 'Audit Logs', route: '/admin/audit', icon: ScrollText, feature: 'audit_logs' },
  { label: 'FAQ Management', short: 'FAQ', route: '/admin/faq', icon: MessagesSquare },
]

/** Below those, set apart: items beyond the specification's eight (docs/decisions/0188). */
export const furtherItems: readonly NavItem[] = [
  {
    label: 'Schedule',
    route: '/admin/assignments',
    icon: CalendarRange,
    to: paths.adminSchedule(),
    views: ['week', 'board', 'month', 'day', 'tonight'],
  },
  {
    label: 'Staffing',
    route: '/admin/staffing',
    icon: UserRoundCog,
    count: { name: 'staffing', what: 'decisions waiting' },
  },
  {
    label: 'Attendance',
    route: '/admin/attendance',
    icon: ClipboardCheck,
    count: { name: 'attendance', what: 'records waiting' },
  },
  { label: 'Announcements', route: '/admin/announcements', icon: Megaphone },
]

export const officerItems: readonly NavItem[] = [
  { label: 'Dashboard', route: '/officer/dashboard', icon: LayoutDashboard },
  { label: 'Available Jobs', route: '/officer/assignments', icon: ClipboardList },
  { label: 'History', route: '/officer/history', icon: History },
  { label: 'Help & FAQ', route: '/faq', icon: CircleHelp },
]

/** Below the specification's four, set apart. */
export const furtherOfficerItems: readonly NavItem[] = [
  { label: 'Schedule', route: '/officer/schedule', icon: CalendarRange },
  { label: 'My standing', route: '/officer/standing', icon: Scale },
]

/** The bar at the bottom of an officer's phone. */
export const bottomItems: readonly NavItem[] = [
  ...officerItems.slice(0, 2),
  ...furtherOfficerItems.slice(0, 1),
  ...officerItems.slice(2, 3),
]

/** The same for an admin: the pages of every day; the menu has the others (docs/decisions/0319). */
export const adminBottomItems: readonly NavItem[] = [
  ...adminItems.slice(0, 1),
  ...adminItems.slice(2, 3),
  ...furtherItems.slice(0, 1),
  ...furtherItems.slice(2, 3),
]

/** The item a page belongs to: its own, else its parent's. Settings and one's own pages belong to none. */
export const currentItem = (items: readonly NavItem[], path: string, view: string | null = null): NavItem | undefined =>
  items.find(({ route, views }) => path === route && views?.includes(view)) ??
  items.find(({ route, views }) => !views && `${path}/`.startsWith(`${route}/`))

const labelled = Object.entries<RouteEntry>(routes).flatMap(([path, { label }]) => {
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  // Literal segments come before placeholders for any id.
  return label ? [{ label, pattern, open: path.includes('{') }] : []
})
const labelOf = (path: string) =>
  labelled.filter(({ pattern }) => pattern.test(path)).toSorted((a, b) => Number(a.open) - Number(b.open))[0]?.label

export type Crumb = { label: string; to: string }
/** Breadcrumbs from the dashboard to an admin page (specification section 2), current page last; empty on every other page. */
export const crumbsOf = (path: string): Crumb[] => {
  const parts = path.split('/').slice(1)
  const way = parts.flatMap((_, i): Crumb[] => {
    const to = `/${parts.slice(0, i + 1).join('/')}`
    const label = labelOf(to)
    return label ? [{ label, to }] : []
  })
  const home: Crumb = { label: 'Dashboard', to: paths.adminDashboard() }
  if (way.at(-1)?.to !== path) return []
  return way[0]?.to === home.to ? way : [home, ...way]
}
