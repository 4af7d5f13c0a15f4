import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { applyBrand } from '#platform/web/brand.ts'
import { useFollowLive } from '#platform/web/live.ts'
import { OrganizationProvider } from '#platform/web/organization.tsx'
import { readShell, type Session, useSession } from '#platform/web/session.ts'
import { setTimeFormat } from '#platform/web/time.ts'
import { usePathname, useScreenPath, useUrlValue } from '#platform/web/url.ts'
import { fetchAhead } from '../ahead.ts'
import { saveAppConfig } from '../app-config.ts'
import { slots } from '../slots.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Footer } from './footer.tsx'
import { useTrialEndToast } from './gates.tsx'
import { GuardedOutlet, useGate } from './guard.tsx'
import { Header } from './header.tsx'
import { HelpButton } from './help-button.tsx'
import { MainPlace, SkipLink } from './main-place.tsx'
import { OrganizationMark } from './organization-mark.tsx'
import { useShortcut } from './shortcut.ts'
import { Sidebar } from './sidebar.tsx'
import { SignOutButton } from './sign-out.tsx'
import { type Frame, FrameContext, readCollapsed, saveCollapsed, type View } from './view.ts'

const HelpPanel = lazy(async () => ({ default: (await import('./help-panel.tsx')).HelpPanel }))
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
const NoticePage = lazy(async () => ({
  default: (await import('#features/settings/parts/notice-page.tsx')).NoticePage,
}))
const SidebarSheet = lazy(async () => ({ default: (await import('./sidebar-sheet.tsx')).SidebarSheet }))

const useFrameState = (isAdmin: boolean, openHelp: () => void, openPalette: () => void): Frame => {
  const path = usePathname()
  const [collapsed, setCollapsed] = useState(readCollapsed)
  // Null where both sides come, such as the notifications: the view stays what it was.
  const side: View | null = path.startsWith('/officer') ? 'officer' : path.startsWith('/admin') ? 'admin' : null
  const [chosen, setView] = useState<View>(side ?? 'admin')
  // A link to the other side, out of a notification for example, takes the menu along.
  useEffect(() => {
    if (side) setView(side)
  }, [side])
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
      openPalette,
    }),
    [chosen, collapsed, isAdmin, openHelp, openPalette],
  )
}

/** What the frame keeps in step with who is signed in: streams, screens fetched ahead, colour, the local app config. */
const useFollowSession = (session: Session | null | undefined, admin: boolean) => {
  useFollowLive(Boolean(session))
  useTrialEndToast(session)
  const approved = session?.officer?.approved === true
  useEffect(() => {
    if (approved) void fetchAhead(admin)
  }, [approved, admin])
  const organization = session?.organization
  useEffect(() => {
    // What the vendor's staff looks into is kept nowhere.
    if (organization && !session?.super_admin) saveAppConfig(organization)
  }, [organization, session?.super_admin])
  const colour =
    session === null ? null : (organization?.primary_color ?? readShell()?.organization?.primary_color ?? null)
  useEffect(() => applyBrand(colour), [colour])
}

/** The banner and the screen of the route. */
const Place = ({ session, format }: { session: Session | null | undefined; format: string }) => {
  const path = useScreenPath()
  const gate = useGate()
  return (
    <MainPlace className="mx-auto w-full max-w-[96rem] flex-1 px-4 py-5 md:px-6">
      <Breadcrumb />
      {session?.officer?.approved &&
        gate !== 'trial_expired' &&
        slots.banners.map((Banner, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <Suspense key={i} fallback={null}>
            <Banner />
          </Suspense>
        ))}
      <ErrorBoundary key={`${path} ${format}`}>
        <GuardedOutlet />
      </ErrorBoundary>
    </MainPlace>
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

/** The help panel: opened by its button, or by an address that names one of its tabs. */
const HelpPlace = ({ open, onClose }: { open: boolean | null; onClose: () => void }) => {
  const [tab, setTab] = useUrlValue('help')
  const close = () => {
    onClose()
    if (tab !== null) setTab(null)
  }
  if (open === null && tab === null) return null
  return (
    <Suspense>
      <HelpPanel key={tab} open={open === true || tab !== null} onClose={close} first={tab} />
    </Suspense>
  )
}

/** Everything behind the sign-in of a department. */
export const AppLayout = () => {
  const { session } = useSession()
  const [menu, setMenu] = useState<boolean | null>(null)
  const [help, setHelp] = useState<boolean | null>(null)
  const [palette, setPalette] = useState<boolean | null>(null)
  const openHelp = useCallback(() => setHelp(true), [])
  const openPalette = useCallback(() => setPalette(true), [])
  const admin = (session?.officer?.role ?? readShell()?.role) === 'admin' || Boolean(session?.support)
  const frame = useFrameState(admin, openHelp, openPalette)
  const { collapsed, setCollapsed } = frame
  useShortcut(
    'b',
    useCallback(() => setCollapsed(!collapsed), [collapsed, setCollapsed]),
  )
  useShortcut('k', openPalette)
  useFollowSession(session, admin)
  const format = session?.organization?.time_format ?? readShell()?.organization?.time_format ?? '24h'
  setTimeFormat(format)
  if (session?.notice) return <Noticed session={session} />

  const bar = frame.view === 'officer' && session?.officer?.approved === true
  return (
    <OrganizationProvider>
      <FrameContext value={frame}>
        <SkipLink />
        <div className="flex min-h-dvh">
          <Sidebar session={session} />
          <div className="flex min-w-0 flex-1 flex-col">
            <Header session={session} onMenu={frame.view === 'admin' ? () => setMenu(true) : null} />
            {(session?.support || (session && session.visits.length > 0)) && slots.Support && (
              <Suspense fallback={null}>
                <slots.Support />
              </Suspense>
            )}
            <Place session={session} format={format} />
            <Footer />
            {bar && <div aria-hidden className="h-[calc(4.5rem+env(safe-area-inset-bottom))] md:hidden" />}
          </div>
        </div>
        <Suspense>
          {menu !== null && <SidebarSheet session={session} open={menu} onClose={() => setMenu(false)} />}
        </Suspense>
        {bar && <BottomBar />}
        {session && <HelpButton />}
        {session && <HelpPlace open={help} onClose={() => setHelp(false)} />}
        <Suspense>
          {session && palette !== null && (
            <Palette session={session} open={palette} onClose={() => setPalette(false)} />
          )}
        </Suspense>
        <Suspense>{session && slots.SessionGuard && <slots.SessionGuard />}</Suspense>
      </FrameContext>
    </OrganizationProvider>
  )
}
