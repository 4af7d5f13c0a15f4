import { Outlet, useMatches } from '@tanstack/react-router'
import Hourglass from 'lucide-react/icons/hourglass'
import { type ReactNode, useEffect } from 'react'
import { departure, type Session, useSession } from '#platform/web/session.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { CardSkeleton, StatsSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState, RefusedState } from '#platform/web/ui/states.tsx'
import { useGo } from '#platform/web/url.ts'
import type { RouteEntry } from '../routes.ts'
import { FeatureGate, TrialExpired } from './gates.tsx'
import { homeOf, signInPath } from './home.ts'
import { SignOutButton } from './sign-out.tsx'

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

/** Role guard of specification section 6, for the screen's sake; the server refuses for itself. */
const Guarded = ({ entry, children }: { entry: RouteEntry; children: ReactNode }) => {
  const { session, error, again } = useSession()
  if (entry.guard === 'public') return children
  if (error) return <ErrorState error={error} retry={again} />
  if (session === undefined) return <ScreenSkeleton />
  if (session === null) return <ToSignIn />
  if (entry.guard === 'signed_in') return children
  if (entry.guard === 'super_admin') return session.super_admin ? children : <ToHome session={session} />
  const { officer, organization } = session
  if (!officer || !organization) return <ToHome session={session} />
  if (!officer.approved) return <WaitingScreen session={session} />
  if (organization.trial?.expired && !entry.afterTrial) return <TrialExpired />
  if (entry.guard === 'admin' && officer.role !== 'admin')
    return (
      <>
        <PageHeader title="For admins only" />
        <RefusedState
          title="This page is not yours to open"
          text="Your role in this department is officer. An admin can change it."
          action={<ButtonLink to={homeOf(session)}>Go to your dashboard</ButtonLink>}
        />
      </>
    )
  if (entry.feature && !organization.features[entry.feature])
    return <FeatureGate feature={entry.feature} tier={organization.subscription_tier} />
  return children
}
