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
import type { RouteEntry } from '../routes.ts'
import { FeatureGate, TrialExpired } from './gates.tsx'
import { homeOf, signInPath } from './home.ts'
import { SignOutButton } from './sign-out.tsx'

const FactorNeeded = lazy(async () => ({
  default: (await import('#features/factors/parts/factor-needed.tsx')).FactorNeeded,
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

/** Until approved, a signed-in person sees this and nothing else. */
const WaitingScreen = ({ session }: { session: Session }) => (
  <div className="mx-auto max-w-xl">
    <PageHeader title="Waiting for approval" />
    <RefusedState
      icon={<Hourglass aria-hidden />}
      title={`${session.organization?.name ?? 'Your department'} has to approve you first`}
      text={`An admin there was told of your registration. You will get a mail at ${session.person.email} as soon as it is decided, and this page opens by itself.`}
      action={<SignOutButton />}
    />
  </div>
)

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    entry?: RouteEntry
  }
}

/** What stands at this address for who is here. */
export const useGate = (): Gate => {
  const entry = useMatches({ select: (matches) => matches.at(-1)?.staticData.entry })
  const { session } = useSession()
  return entry ? gateOf(entry, session) : 'open'
}

/** The screen of the route, behind the route's guard. Its code is fetched while the session is asked for. */
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
      title="This page is not yours to open"
      text="Your role in this department is officer. An admin can change it."
      action={<ButtonLink to={homeOf(session)}>Go to your dashboard</ButtonLink>}
    />
  </>
)

/** A signed-in person whose department could not be loaded gets this, never another department's name or data. */
const Unloaded = ({ error }: { error: unknown }) => {
  const refresh = useRefreshOrganization()
  return <ErrorState error={error} retry={() => void refresh()} />
}

const Guarded = ({ entry, children }: { entry: RouteEntry; children: ReactNode }) => {
  const { session, error, again } = useSession()
  const gate = gateOf(entry, session)
  const isAdmins = entry.guard === 'admin'
  // Stays closed until the recovery codes that the first factor came with have been read.
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
  if (gate === 'trial_expired') return <TrialExpired isAdmin={session?.officer?.role === 'admin'} />
  if (gate === 'admins_only') return <AdminsOnly session={session} />
  if (gate === 'feature_not_available' && entry.feature)
    return <FeatureGate feature={entry.feature} session={session} />
  return <ToHome session={session} />
}
