import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { applyBrand } from '#platform/web/brand.ts'
import { useFollowLive } from '#platform/web/live.ts'
import { readShell, type Session, useSession } from '#platform/web/session.ts'
import { setTimeFormat } from '#platform/web/time.ts'
import { usePathname } from '#platform/web/url.ts'
import { fetchAhead } from '../ahead.ts'
import { slots } from '../slots.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Footer } from './footer.tsx'
import { GuardedOutlet } from './guard.tsx'
import { Header } from './header.tsx'
import { HelpButton } from './help-button.tsx'
import { MainPlace, SkipLink } from './main-place.tsx'
import { OrganizationMark } from './organization-mark.tsx'
import { Sidebar } from './sidebar.tsx'
import { SignOutButton } from './sign-out.tsx'
import { type Frame, FrameContext, readCollapsed, saveCollapsed, type View } from './view.ts'

const HelpPanel = lazy(async () => ({ default: (await import('./help-panel.tsx')).HelpPanel }))
const NoticePage = lazy(async () => ({
  default: (await import('#features/settings/parts/notice-page.tsx')).NoticePage,
}))
const SidebarSheet = lazy(async () => ({ default: (await import('./sidebar-sheet.tsx')).SidebarSheet }))

/** Ctrl/Cmd+B, as specification section 2 has it. */
const useSidebarKey = (toggle: () => void) => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      toggle()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [toggle])
}

const useFrameState = (isAdmin: boolean, openHelp: () => void): Frame => {
  const path = usePathname()
  const [collapsed, setCollapsed] = useState(readCollapsed)
  const side: View = path.startsWith('/officer') ? 'officer' : 'admin'
  const [chosen, setView] = useState<View>(side)
  // A link to the other side, out of a notification for example, takes the menu along.
  useEffect(() => setView(side), [side])
  return useMemo(
    () => ({
      view: isAdmin ? chosen : 'officer',
      setView,
      collapsed,
      setCollapsed: (next) => {
        setCollapsed(next)
        saveCollapsed(next)
      },
      openHelp,
    }),
    [chosen, collapsed, isAdmin, openHelp],
  )
}

/** Half open: the department's notice, and the way out. */
const Noticed = ({ session }: { session: Session }) =>
  session.notice && (
    <div className="flex min-h-dvh flex-col">
      <Suspense>
        <NoticePage
          notice={session.notice}
          organization={session.organization?.name ?? ''}
          mark={<OrganizationMark session={session} seal />}
          leave={<SignOutButton />}
        />
      </Suspense>
      <Footer />
    </div>
  )

/** Everything behind the sign-in of a department. */
export const AppLayout = () => {
  const { session } = useSession()
  const [menu, setMenu] = useState<boolean | null>(null)
  const [help, setHelp] = useState<boolean | null>(null)
  const openHelp = useCallback(() => setHelp(true), [])
  const path = usePathname()
  const role = session?.officer?.role ?? readShell()?.role
  const frame = useFrameState(role === 'admin', openHelp)
  const { collapsed, setCollapsed } = frame
  useSidebarKey(useMemo(() => () => setCollapsed(!collapsed), [collapsed, setCollapsed]))
  useFollowLive(Boolean(session))
  const approved = session?.officer?.approved === true
  useEffect(() => {
    if (approved) void fetchAhead(role === 'admin')
  }, [approved, role])
  const colour =
    session === null ? null : (session?.organization?.primary_color ?? readShell()?.organization?.primary_color ?? null)
  useEffect(() => applyBrand(colour), [colour])

  const format = session?.organization?.time_format ?? readShell()?.organization?.time_format ?? '24h'
  setTimeFormat(format)
  if (session?.notice) return <Noticed session={session} />

  const bar = frame.view === 'officer' && session?.officer?.approved === true
  return (
    <FrameContext value={frame}>
      <SkipLink />
      <div className="flex min-h-dvh">
        <Sidebar session={session} />
        <div className="flex min-w-0 flex-1 flex-col">
          <Header session={session} onMenu={frame.view === 'admin' ? () => setMenu(true) : null} />
          <MainPlace className="mx-auto w-full max-w-[96rem] flex-1 px-4 py-5 md:px-6">
            <Breadcrumb />
            {session?.officer?.approved && slots.Banner && <slots.Banner />}
            <ErrorBoundary key={`${path} ${format}`}>
              <GuardedOutlet />
            </ErrorBoundary>
          </MainPlace>
          <Footer />
          {bar && <div aria-hidden className="h-[calc(4.5rem+env(safe-area-inset-bottom))] md:hidden" />}
        </div>
      </div>
      {menu !== null && (
        <Suspense>
          <SidebarSheet session={session} open={menu} onClose={() => setMenu(false)} />
        </Suspense>
      )}
      {bar && <BottomBar />}
      {session && <HelpButton />}
      {help !== null && (
        <Suspense>
          <HelpPanel open={help} onClose={() => setHelp(false)} />
        </Suspense>
      )}
      {session && slots.SessionGuard && <slots.SessionGuard />}
    </FrameContext>
  )
}
