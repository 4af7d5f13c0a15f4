import PanelLeft from 'lucide-react/icons/panel-left'
import type { ReactNode } from 'react'
import { hasFlag, type Session } from '#platform/web/session.ts'
import { IconButton } from '#platform/web/ui/button.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { Anchor } from '#platform/web/ui/link.tsx'
import { usePathname, useUrlValue } from '#platform/web/url.ts'
import { readAppConfig } from '../app-config.ts'
import {
  adminItems,
  currentItem,
  furtherItems,
  furtherOfficerItems,
  type NavItem,
  officerItems,
} from '../navigation.ts'
import { slots } from '../slots.tsx'
import { ProductMark } from './organization-mark.tsx'
import { pendingBadge } from './pending-badge.tsx'
import { useFrame, type View } from './view.ts'

/** Until the server responds, uses the flags stored last time. */
const itemsOf = (view: View, session: Session | null | undefined): NavItem[] =>
  (view === 'admin' ? adminItems : officerItems).filter(
    ({ feature }) =>
      !feature || (session ? hasFlag(session, feature) : readAppConfig()?.features_enabled[feature] === true),
  )

const linkClass = (current: boolean, collapsed: boolean) =>
  cx(
    'relative flex min-h-11 items-center rounded-ui font-medium transition-colors [&>svg]:size-5 [&>svg]:shrink-0 md:[&>svg]:size-4.5',
    collapsed ? 'flex-col justify-center gap-0.5 text-center text-[0.6875rem]' : 'gap-3 px-3 md:min-h-9',
    current ? 'bg-brand-wash text-brand-ink' : 'text-soft hover:bg-hover hover:text-ink',
  )

/** `page`: this exact page. `true`: a page that belongs to it. */
type Current = 'page' | 'true' | undefined

const Item = (of: { item: NavItem; collapsed: boolean; badge: ReactNode; current: Current }) => {
  const { item, collapsed, badge, current } = of
  return (
    <li className="relative">
      <Anchor
        to={item.to ?? item.route}
        aria-current={current}
        aria-label={item.label}
        className={linkClass(current !== undefined, collapsed)}
      >
        <item.icon aria-hidden />
        {(collapsed && item.short) || item.label}
      </Anchor>
      {badge && (
        <Anchor
          to={item.count?.to ?? item.route}
          className={cx('absolute rounded-full', collapsed ? 'top-0 right-1' : 'top-1/2 right-2.5 -translate-y-1/2')}
        >
          {badge}
        </Anchor>
      )}
    </li>
  )
}

export const NavItems = ({ session, collapsed }: { session: Session | null | undefined; collapsed: boolean }) => {
  const { view } = useFrame()
  const counts = slots.useCounts()
  const path = usePathname()
  const [shownView] = useUrlValue('view')
  const waiting = session?.officer?.approved === false
  const [items, further] = [
    waiting ? [] : itemsOf(view, session),
    waiting ? [] : view === 'admin' ? furtherItems : furtherOfficerItems,
  ]
  const here = currentItem([...items, ...further], path, shownView)
  const list = (some: readonly NavItem[]) => (
    <ul className="flex flex-col gap-0.5">
      {some.map((item) => (
        <Item
          key={item.label}
          item={item}
          collapsed={collapsed}
          badge={pendingBadge(item, counts, collapsed ? 9 : 99)}
          current={
            item !== here ? undefined : path === item.route || path.startsWith(`${item.route}/`) ? 'page' : 'true'
          }
        />
      ))}
    </ul>
  )
  return (
    <nav aria-label="Main">
      {list(items)}
      {further.length > 0 && <div className="mt-3 border-t border-line pt-3">{list(further)}</div>}
    </nav>
  )
}

export const Sidebar = ({ session }: { session: Session | null | undefined }) => {
  const { collapsed, setCollapsed } = useFrame()
  return (
    <aside
      className={cx(
        'no-print sticky top-0 hidden h-dvh shrink-0 flex-col border-r border-line bg-surface md:flex',
        collapsed ? 'w-22' : 'w-64 px-3',
      )}
    >
      <div className={cx('flex min-h-14 items-center py-2', collapsed ? 'justify-center' : 'px-1.5')}>
        <ProductMark session={session} short={collapsed} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto py-2">
        <NavItems session={session} collapsed={collapsed} />
      </div>
      <div className={cx('py-3', collapsed ? 'flex justify-center' : '')}>
        <IconButton
          label={collapsed ? 'Expand the sidebar (Ctrl+B)' : 'Collapse the sidebar (Ctrl+B)'}
          icon={<PanelLeft aria-hidden />}
          aria-expanded={!collapsed}
          onClick={() => setCollapsed(!collapsed)}
        />
      </div>
    </aside>
  )
}
