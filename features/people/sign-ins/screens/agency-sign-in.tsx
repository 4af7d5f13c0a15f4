import type { ReactNode } from 'react'
import { Arrival, useNewSession } from '#features/people/accounts/parts/arrival.tsx'
import { PublicPage } from '#features/people/accounts/parts/public-page.tsx'
import { useHalfSignIn } from '#features/people/factors/client.second-step.ts'
import { LateSecondStep } from '#features/people/factors/parts/late-second-step.tsx'
import type { PublicOrganization } from '#features/people/organizations/contract.ts'
import { OrganizationOfAgency } from '#features/people/organizations/parts/public-organization.tsx'
import { switchOrganization } from '#features/people/sessions/contract.ts'
import { paths } from '#platform/shared/paths.ts'
import { useWrite } from '#platform/web/reads.ts'
import { type Session, useSession } from '#platform/web/session.ts'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { usePathPart, useUrlValue } from '#platform/web/url.ts'
import { SignInForm } from '../parts/sign-in-form.tsx'

/** Signed in to another department: switch to this one, continue there, or sign in as someone else. */
const Elsewhere = ({ session, organization }: { session: Session; organization: PublicOrganization }) => {
  const change = useWrite(switchOrganization)
  const learn = useNewSession()
  const belongs = session.memberships.some(
    (one) => one.organization_id === organization.id && ['approved', 'pending'].includes(one.standing),
  )
  const enter = async () => {
    try {
      await change.run({ organization_id: organization.id })
      await learn()
    } catch (error) {
      toast.failure(error)
    }
  }
  return (
    <div className="mb-5">
      <Notice
        title={`You're signed in${session.organization ? ` at ${session.organization.name}` : ''}`}
        action={
          <div className="flex flex-wrap gap-2">
            {belongs && (
              <Button look="primary" busy={change.pending} onClick={() => void enter()}>
                Switch to {organization.name}
              </Button>
            )}
            <ButtonLink to={paths.app()}>Continue</ButtonLink>
          </div>
        }
      >
        You're using {session.person.email}. Signing in below switches accounts.
      </Notice>
    </div>
  )
}

const Page = ({ organization, failed }: { organization: PublicOrganization; failed: ReactNode }) => {
  const { session } = useSession()
  const [next] = useUrlValue('next')
  const { half } = useHalfSignIn()
  if (half) return <LateSecondStep organization={organization} />
  if (session?.organization?.id === organization.id && !failed) return <Arrival session={session} next={next} />
  return (
    <PublicPage
      title="Sign in"
      organization={organization}
      below={
        !failed && (
          <>
            <p>
              <TextLink to={paths.resetPassword(undefined, organization.subdomain)}>Forgot your password?</TextLink>
            </p>
            <p>
              No account yet? <TextLink to={paths.agencyRegister(organization.subdomain)}>Register</TextLink>
            </p>
          </>
        )
      }
    >
      {failed && <div className="mb-5">{failed}</div>}
      {session && !failed && <Elsewhere session={session} organization={organization} />}
      <SignInForm
        agency={organization.subdomain}
        why={failed ? "Your department couldn't be loaded, so sign-in is unavailable." : null}
      />
    </PublicPage>
  )
}

/** `/{agency}` and `/{agency}/login`. */
export default function AgencySignIn() {
  return (
    <OrganizationOfAgency agency={usePathPart('agency')}>
      {({ organization, failed }) => <Page key={organization.id} organization={organization} failed={failed} />}
    </OrganizationOfAgency>
  )
}
