import { Arrival } from '#features/people/accounts/parts/arrival.tsx'
import { PublicPage } from '#features/people/accounts/parts/public-page.tsx'
import { useHalfSignIn } from '#features/people/factors/client.second-step.ts'
import { LateSecondStep } from '#features/people/factors/parts/late-second-step.tsx'
import { paths } from '#platform/shared/paths.ts'
import { useSession } from '#platform/web/session.ts'
import { TextLink } from '#platform/web/ui/link.tsx'
import { useUrlValue } from '#platform/web/url.ts'
import { SignInForm } from '../parts/sign-in-form.tsx'

/** `/admin/login`: the same sign-in, worded for admins. */
export default function AdminSignIn() {
  const { session } = useSession()
  const [next] = useUrlValue('next')
  const { half } = useHalfSignIn()
  if (half) return <LateSecondStep />
  if (session) return <Arrival session={session} next={next} />
  return (
    <PublicPage
      title="Admin sign in"
      hint="For admins who post shifts and approve officers."
      below={
        <>
          <p>
            <TextLink to={paths.resetPassword()}>Forgot your password?</TextLink>
          </p>
          <p>
            Officer? <TextLink to={paths.app()}>Sign in here</TextLink>
          </p>
        </>
      }
    >
      <SignInForm />
    </PublicPage>
  )
}
