import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import MenuIcon from 'lucide-react/icons/menu'
import Search from 'lucide-react/icons/search'
import { Suspense } from 'react'
import { paths } from '#platform/shared/paths.ts'
import type { Session } from '#platform/web/session.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button, IconButton } from '#platform/web/ui/button.tsx'
import { Kbd } from '#platform/web/ui/kbd.tsx'
import { useGo } from '#platform/web/url.ts'
import { slots } from '../slots.tsx'
import { AccountTrigger } from './account-trigger.tsx'
import { LiveMark } from './live-mark.tsx'
import { OrganizationMark } from './organization-mark.tsx'
import { ThemeMenu } from './theme-menu.tsx'
import { useFrame } from './view.ts'

const fetchAccountMenu = async () => ({ default: (await import('./account-menu.tsx')).AccountMenu })
/** The space of what loads after the first paint; before the theme, a narrow phone needs none (kept.css). */
const Kept = () => <span aria-hidden className="size-11 md:size-control" />

/** Admins only; switching opens the other side's dashboard. */
const ViewSwitch = () => {
  const { view, setView } = useFrame()
  const go = useGo()
  const other = view === 'admin' ? 'officer' : 'admin'
  const change = () => {
    setView(other)
    go(other === 'admin' ? paths.adminDashboard() : paths.officerDashboard())
  }
  return (
    <>
      <Button
        size="small"
        look="quiet"
        icon={<ArrowLeftRight aria-hidden />}
        onClick={change}
        className="hidden! md:inline-flex!"
      >
        {other === 'officer' ? 'Officer view' : 'Admin view'}
      </Button>
      <span className="md:hidden">
        <IconButton label={`Switch to ${other} view`} icon={<ArrowLeftRight aria-hidden />} onClick={change} />
      </span>
    </>
  )
}

/**
 * Button for the palette; Ctrl/Cmd+K and the account's menu open it too. With `desk` a phone has none: beside its menu button the
 * name of the department needs the place.
 */
const Finder = ({ desk }: { desk: boolean }) => {
  const { openPalette } = useFrame()
  return (
    <>
      <button
        type="button"
        onClick={openPalette}
        aria-keyshortcuts="Control+K Meta+K"
        className="mr-1 hidden min-h-control items-center gap-2 rounded-ui border border-line px-2.5 text-soft hover:bg-hover hover:text-ink md:flex"
      >
        <Search aria-hidden className="size-4" />
        <span>Find</span>
        <span className="max-xl:hidden">
          <Kbd>Ctrl K</Kbd>
        </span>
      </button>
      {!desk && (
        <span className="max-[23rem]:hidden md:hidden">
          <IconButton label="Find" icon={<Search aria-hidden />} onClick={openPalette} />
        </span>
      )}
    </>
  )
}

export const Header = ({ session, onMenu }: { session: Session | null | undefined; onMenu: (() => void) | null }) => (
  <header
    data-banner
    className="group/header no-print sticky top-0 z-20 flex min-h-14 items-center gap-1 border-b border-line bg-canvas px-2 py-1 [--spacing:min(0.25rem,4px)] md:px-page"
  >
    {onMenu && (
      <span className="md:hidden">
        <IconButton label="Menu" icon={<MenuIcon aria-hidden />} onClick={onMenu} />
      </span>
    )}
    <OrganizationMark session={session} seal={onMenu === null} className="flex-1 px-1 md:flex-initial">
      <Badge tone="brand" className="shrink-0 max-md:px-1.5 max-md:py-0 max-md:text-[0.625rem] max-md:leading-[1.4]">
        Beta
      </Badge>
    </OrganizationMark>
    <div className="ml-auto flex shrink-0 items-center gap-0.5 md:gap-1">
      <LiveMark />
      {session === undefined && <Kept />}
      {(session?.officer?.approved || session?.support) && <Finder desk={onMenu !== null} />}
      {session?.officer?.role === 'admin' && session.officer.approved && <ViewSwitch />}
      <ThemeMenu />
      {slots.Bell && (
        <Suspense fallback={<Kept />}>
          <slots.Bell />
        </Suspense>
      )}
      {session === undefined && <Kept />}
      {session && (
        <AccountTrigger
          session={session}
          name={session.officer?.name ?? session.person.name}
          fetchMenu={fetchAccountMenu}
        />
      )}
    </div>
  </header>
)
