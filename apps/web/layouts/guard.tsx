import { Outlet, useMatches } from '@tanstack/react-router'
import Hourglass from 'lucide-react/icons/hourglass'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useRefreshOrganization } from '#platform/web/organization.tsx'
import { departure, type Session, sayMetEnd, useSession } from '#platform/web/session.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { CardSkeleton, StatsSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState, RefusedState } from '#platform/web/ui/states.tsx'
import { useGo } from '#platform/web/url.ts'
import { type Gate, gateOf } from '../gate.ts'
import { product } from '../product.ts'
import type { RouteEntry } from '../routes.ts'
import { homeOf, signInPath } from './home.ts'
import { Locked } from './locked.tsx'
import { SignOutButton } from './sign-out.tsx'

const TrialExpired = lazy(async () => ({ default: (await import('./gates.tsx')).TrialExpired }))
const FeatureGate = lazy(async () => ({ default: (await import('./gates.tsx')).FeatureGate }))
const FactorNeeded = lazy(async () => ({
  default: (await import('#features/people/factors/parts/factor-needed.tsx')).FactorNeeded,
}))

export const ScreenSkeleton = () => (
  <div className="space-y-5">
    <span className="bone block h-7 w-48" />
    <StatsSkeleton />
    <CardSkeleton lines={5} />
  </div>
)

const ToSignIn = () => {
  const go = useGo()
  useEffect(() => {
    const here = window.location.pathname + window.location.search
    sayMetEnd()
    go(departure() ?? signInPath(here), { replace: true })
  }, [go])
  return <ScreenSkeleton />
}

const ToHome = ({ session }: { session: Session }) => {
  const go = useGo()
  useEffect(() => go(homeOf(session), { replace: true }), [go, session])
  return <ScreenSkeleton />
}

/** The only screen a signed-in person sees until approved. */
const WaitingScreen = ({ session }: { session: Session }) => (
  <div className="mx-auto max-w-xl">
    <PageHeader title="Waiting for approval" />
    <RefusedState
      icon={<Hourglass aria-hidden />}
      title={`${session.organization?.name ?? 'Your department'} must approve you first`}
      text={`The admins have been notified. We'll email ${session.person.email} when they decide, and this page will update.`}
      action={<SignOutButton />}
    />
  </div>
)

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    entry?: RouteEntry
  }
}

/** What this address shows to the current person. */
export const useGate = (): Gate => {
  const entry = useMatches({ select: (matches) => matches.at(-1)?.staticData.entry })
  const { session } = useSession()
  return entry ? gateOf(entry, session) : 'open'
}

/** The route's screen, behind the route's guard. Its code loads while the session is being fetched. */
export const GuardedOutlet = () => {
  const entry = useMatches({ select: (matches) => matches.at(-1)?.staticData.entry })
  return entry ? (
    <Guarded entry={entry}>
      <Outlet />
    </Guarded>
  ) : (
    <Outlet />
  )
}

const AdminsOnly = ({ session }: { session: Session }) => (
  <>
    <PageHeader title="For admins only" />
    <RefusedState
      title="You don't have access to this page"
      text="Your role is officer. An admin can change it."
      action={<ButtonLink to={homeOf(session)}>Go to your dashboard</ButtonLink>}
    />
  </>
)

/** Shown to a signed-in person whose department could not be loaded, never another department's name or data. */
const Unloaded = ({ error }: { error: unknown }) => {
  const refresh = useRefreshOrganization()
  return (
    <>
      <h1 className="sr-only">{product}</h1>
      <Locked />
      <ErrorState error={error} retry={() => void refresh()} />
    </>
  )
}

const Guarded = ({ entry, children }: { entry: RouteEntry; children: ReactNode }) => {
  const { session, error, again } = useSession()
  const gate = gateOf(entry, session)
  const isAdmins = entry.guard === 'admin'
  // Stays closed until the recovery codes created with the first factor have been viewed.
  const [closed, setClosed] = useState(false)
  if (isAdmins && session?.second_factor === 'needed' && !closed) setClosed(true)
  if (isAdmins && session && closed)
    return (
      <Suspense fallback={<ScreenSkeleton />}>
        <FactorNeeded onDone={() => setClosed(false)} />
      </Suspense>
    )
  if (gate === 'open') return children
  if (error) return entry.layout === 'shell' ? <Unloaded error={error} /> : <ErrorState error={error} retry={again} />
  if (gate === 'sign_in') return <ToSignIn />
  if (!session) return <ScreenSkeleton />
  if (gate === 'waiting') return <WaitingScreen session={session} />
  if (gate === 'trial_expired')
    return (
      <Suspense fallback={<ScreenSkeleton />}>
        <TrialExpired isAdmin={session.officer?.role === 'admin'} />
      </Suspense>
    )
  if (gate === 'admins_only') return <AdminsOnly session={session} />
  if (gate === 'feature_not_available' && entry.feature)
    return (
      <Suspense fallback={<ScreenSkeleton />}>
        <FeatureGate feature={entry.feature} session={session} />
      </Suspense>
    )
  return <ToHome session={session} />
}
