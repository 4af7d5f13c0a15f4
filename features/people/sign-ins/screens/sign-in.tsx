import { Arrival } from '#features/people/accounts/parts/arrival.tsx'
import { PublicPage } from '#features/people/accounts/parts/public-page.tsx'
import { useHalfSignIn } from '#features/people/factors/client.second-step.ts'
import { LateSecondStep } from '#features/people/factors/parts/late-second-step.tsx'
import { paths } from '#platform/shared/paths.ts'
import { useSession } from '#platform/web/session.ts'
import { TextLink } from '#platform/web/ui/link.tsx'
import { useUrlValue } from '#platform/web/url.ts'
import { SignInForm } from '../parts/sign-in-form.tsx'

/** `/app` and `/auth`: sign in without naming a department, choose one of several, or continue. */
export default function SignIn() {
  const { session } = useSession()
  const [next] = useUrlValue('next')
  const { half } = useHalfSignIn()
  if (half) return <LateSecondStep />
  if (session) return <Arrival session={session} next={next} />
  return (
    <PublicPage
      title="Sign in"
      hint="Use the email and password of your department account."
      below={
        <>
          <p>
            <TextLink to={paths.resetPassword()}>Forgot your password?</TextLink>
          </p>
          <p>New here? Ask your department for its registration link.</p>
        </>
      }
    >
      <SignInForm />
    </PublicPage>
  )
}
