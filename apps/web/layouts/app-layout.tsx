import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { paths } from '#platform/shared/paths.ts'
import { applyBrand, applyManifest } from '#platform/web/brand.ts'
import { useHolder } from '#platform/web/holders.ts'
import { useFollowLive } from '#platform/web/live.ts'
import { OrganizationProvider } from '#platform/web/organization.tsx'
import { readShell, type Session, useSession } from '#platform/web/session.ts'
import { setTimeFormat } from '#platform/web/time.ts'
import { ActionBarPlace } from '#platform/web/ui/action-bar.tsx'
import { idOrNull, useGo, usePathname, useScreenPath, useUrlValue } from '#platform/web/url.ts'
import { fetchAhead } from '../ahead.ts'
import { saveAppConfig } from '../app-config.ts'
import { slots } from '../slots.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Footer } from './footer.tsx'
import { GuardedOutlet, useGate } from './guard.tsx'
import { Header } from './header.tsx'
import { holdKeys } from './held-keys.ts'
import { HelpButton } from './help-button.tsx'
import { Locked } from './locked.tsx'
import { MainPlace, SkipLink } from './main-place.tsx'
import { OrganizationMark } from './organization-mark.tsx'
import { useShortcut } from './shortcut.ts'
import { Sidebar } from './sidebar.tsx'
import { SignOutButton } from './sign-out.tsx'
import { useTrialEndToast } from './trial-end.ts'
import { type Frame, FrameContext, readCollapsed, saveCollapsed, sideOf, type View, wasReloaded } from './view.ts'

const Field = lazy(() => import('./field.tsx'))
const HelpPanel = lazy(async () => ({ default: (await import('./help-panel.tsx')).HelpPanel }))
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
const NoticePage = lazy(async () => ({
  default: (await import('#features/department/settings/parts/notice-page.tsx')).NoticePage,
}))
const SidebarSheet = lazy(async () => ({ default: (await import('./sidebar-sheet.tsx')).SidebarSheet }))

/** The admin's page of the same matter as a page of the officer's side. */
const adminPageOf = (path: string): string => {
  const list = paths.officerAssignments()
  if (path === list) return paths.adminAssignments()
  const id = path.startsWith(`${list}/`) ? idOrNull(path.slice(list.length + 1)) : null
  return id ? paths.adminAssignment(id) : paths.adminDashboard()
}

/**
 * When an admin reloads a page of the officer side, go back to the admin view (specification section 4: it is not persisted) and
 * to the matching admin page. A link to an officer page, for example from an email, still opens it.
 */
const useViewAfterReload = (session: Session | null | undefined) => {
  const go = useGo()
  const path = usePathname()
  const [asked, ask] = useState(wasReloaded)
  useEffect(() => {
    if (!asked || !session) return
    ask(false)
    if (session.officer?.role === 'admin' && sideOf(path) === 'officer') go(adminPageOf(path), { replace: true })
  }, [asked, session, path, go])
}

const useFrameState = (isAdmin: boolean, openHelp: () => void, openPalette: () => void): Frame => {
  const path = usePathname()
  const [collapsed, setCollapsed] = useState(readCollapsed)
  const side = sideOf(path)
  const [chosen, setView] = useState<View>(side ?? 'admin')
  // A link to the other side, for example from a notification, switches the menu too.
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

/** What the frame updates with the session: streams, prefetched screens, color, the local app config. */
const useFollowSession = (session: Session | null | undefined, admin: boolean) => {
  const client = useQueryClient()
  useFollowLive(Boolean(session))
  useTrialEndToast(session)
  const approved = session?.officer?.approved === true
  useEffect(() => {
    if (approved) void fetchAhead(client, admin)
  }, [client, approved, admin])
  const organization = session?.organization
  useEffect(() => {
    // Departments the vendor's staff views are never stored.
    if (organization && !session?.super_admin) saveAppConfig(organization)
  }, [organization, session?.super_admin])
  const colour =
    session === null ? null : (organization?.primary_color ?? readShell()?.organization?.primary_color ?? null)
  useEffect(() => applyBrand(colour), [colour])
  const agency = organization?.subdomain ?? null
  useEffect(() => applyManifest(agency), [agency])
}

/** Between the header and the screen: the support banner during a visit, and the session-end warning. */
const Strips = ({ session }: { session: Session }) => (
  <>
    {(session.support || session.visits.length > 0) && slots.Support && (
      <Suspense fallback={null}>
        <slots.Support />
      </Suspense>
    )}
    <Suspense>{slots.SessionGuard && <slots.SessionGuard />}</Suspense>
    <Suspense>
      <Field session={session} />
    </Suspense>
  </>
)

/** The banner and the route's screen. */
const Place = ({ session, format }: { session: Session | null | undefined; format: string }) => {
  const path = useScreenPath()
  const gate = useGate()
  return (
    <MainPlace className="mx-auto w-full max-w-[96rem] flex-1 px-page py-5">
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

/** Partly open: only the department's notice, what waits for its acceptance, and a way to sign out. */
const Noticed = ({ session }: { session: Session }) =>
  session.notice && (
    <div className="flex min-h-dvh flex-col">
      <Strips session={session} />
      <Suspense>
        <NoticePage
          notice={session.notice}
          organization={session.organization?.name ?? ''}
          mark={<OrganizationMark session={session} seal />}
          leave={<SignOutButton />}
          before={<Locked />}
        />
      </Suspense>
      <Footer />
    </div>
  )

/** The help panel: opened by its button, or by a URL that names one of its tabs. */
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

/** Whether the palette is open; null before it was first asked for. */
const usePalette = (session: Session | null | undefined) => {
  const [palette, setPalette] = useState<boolean | null>(null)
  // Without a session, and behind the department's notice, there is no palette to type into.
  const typing = Boolean(session && !session.notice)
  const openPalette = useCallback(() => {
    if (typing) holdKeys()
    setPalette(true)
  }, [typing])
  return { palette, setPalette, openPalette }
}

/** Everything behind a department's sign-in. */
export const AppLayout = () => {
  const { session } = useSession()
  const holder = useHolder(session)
  const [menu, setMenu] = useState<boolean | null>(null)
  const [help, setHelp] = useState<boolean | null>(null)
  const { palette, setPalette, openPalette } = usePalette(session)
  const openHelp = useCallback(() => setHelp(true), [])
  const admin = (session?.officer?.role ?? readShell()?.role) === 'admin' || Boolean(session?.support)
  const frame = useFrameState(admin, openHelp, openPalette)
  const { collapsed, setCollapsed } = frame
  useShortcut(
    'b',
    useCallback(() => setCollapsed(!collapsed), [collapsed, setCollapsed]),
  )
  useShortcut('k', openPalette)
  useFollowSession(session, admin)
  useViewAfterReload(session)
  const format = session?.organization?.time_format ?? readShell()?.organization?.time_format ?? '24h'
  setTimeFormat(format)
  if (session?.notice) return <Noticed session={session} />

  return (
    <OrganizationProvider key={holder}>
      <FrameContext value={frame}>
        <SkipLink />
        <div className="flex min-h-dvh">
          <Sidebar session={session} />
          <div className="flex min-w-0 flex-1 flex-col">
            <Header session={session} onMenu={frame.view === 'admin' ? () => setMenu(true) : null} />
            {session && <Strips session={session} />}
            <Place session={session} format={format} />
            <Footer />
            {/* Sticky, not fixed: at the end of the page the bars take their own space, however large the text is. */}
            <div
              data-bars
              className="no-print sticky bottom-(--keyboard) z-20 bg-surface pr-[env(safe-area-inset-right)] pl-[env(safe-area-inset-left)] md:hidden"
            >
              <ActionBarPlace />
              {session?.officer?.approved && <BottomBar />}
            </div>
          </div>
        </div>
        <Suspense>
          {menu !== null && <SidebarSheet session={session} open={menu} onClose={() => setMenu(false)} />}
        </Suspense>
        {session && <HelpButton />}
        {session && <HelpPlace open={help} onClose={() => setHelp(false)} />}
        <Suspense>
          {session && palette !== null && (
            <Palette session={session} open={palette} onClose={() => setPalette(false)} />
          )}
        </Suspense>
      </FrameContext>
    </OrganizationProvider>
  )
}
