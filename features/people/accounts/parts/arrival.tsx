import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { signOut, switchOrganization } from '#features/people/sessions/contract.ts'
import { safeRedirect } from '#features/people/sessions/rules.ts'
import { paths } from '#platform/shared/paths.ts'
import { useWrite } from '#platform/web/reads.ts'
import { announceSession, forgetSession, type Session, useRenewSession } from '#platform/web/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useGo } from '#platform/web/url.ts'
import { PublicPage } from './public-page.tsx'

/** The home screen for a session that has an organization. */
const homeOf = (session: Session): string => {
  if (session.super_admin) return paths.superAdminDashboard()
  return session.officer?.role === 'admin' ? paths.adminDashboard() : paths.officerDashboard()
}

/** Reloads the session here and in every other tab. */
export const useNewSession = () => {
  const renew = useRenewSession()
  return async () => {
    await renew()
    announceSession()
  }
}

const Onward = ({ to }: { to: string }) => {
  const go = useGo()
  useEffect(() => go(to, { replace: true }), [go, to])
  return <p className="text-center text-soft">Opening your department…</p>
}

const why: Record<Session['memberships'][number]['standing'], string | null> = {
  approved: null,
  pending: null,
  rejected: "Your registration wasn't approved.",
  suspended: 'Your access to this department is suspended.',
  left: 'You have left this department.',
}

/** Lets a person with several departments choose one. */
const Choice = ({ session }: { session: Session }) => {
  const client = useQueryClient()
  const change = useWrite(switchOrganization)
  const leave = useWrite(signOut)
  const learn = useNewSession()
  const choose = async (organization_id: string) => {
    try {
      await change.run({ organization_id })
      await learn()
    } catch (error) {
      toast.failure(error)
    }
  }
  const end = async () => {
    try {
      await leave.run({})
      await forgetSession(client, 'signed_out')
      toast.success('Logged Out', 'You have been logged out successfully.')
    } catch (error) {
      toast.failure(error)
    }
  }
  return (
    <PublicPage
      title="Choose your department"
      hint={
        session.memberships.length > 0
          ? `${session.person.email} is in several departments. You can switch later in the account menu.`
          : `${session.person.email} isn't in any department. An admin can invite you.`
      }
      below={
        <Button look="quiet" busy={leave.pending} onClick={() => void end()}>
          Sign out
        </Button>
      }
    >
      <ul className="flex flex-col gap-2">
        {session.memberships.map((one) => (
          <li key={one.organization_id}>
            <Button
              size="large"
              className="w-full"
              busy={change.pending}
              why={why[one.standing]}
              onClick={() => void choose(one.organization_id)}
            >
              {one.name}
            </Button>
          </li>
        ))}
      </ul>
    </PublicPage>
  )
}

/** Forwards a signed-in person to `next`, which must be a path on this site, or to their home screen. */
export const Arrival = ({ session, next }: { session: Session; next: string | null }) => {
  if (!session.organization && !session.super_admin) return <Choice session={session} />
  return <Onward to={safeRedirect(next) ?? homeOf(session)} />
}
