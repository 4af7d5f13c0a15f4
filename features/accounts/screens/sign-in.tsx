import { useHalfSignIn } from '#features/multi-factor/client.ts'
import { SecondStep } from '#features/multi-factor/parts/second-step.tsx'
import { paths } from '#platform/shared/paths.ts'
import { useSession } from '#platform/web/session.ts'
import { TextLink } from '#platform/web/ui/link.tsx'
import { useUrlValue } from '#platform/web/url.ts'
import { Arrival } from '../parts/arrival.tsx'
import { PublicPage } from '../parts/public-page.tsx'
import { SignInForm } from '../parts/sign-in-form.tsx'

/** `/app` and `/auth`: sign in without naming a department, choose one among several, or go on. */
export default function SignIn() {
  const { session } = useSession()
  const [next] = useUrlValue('next')
  const { half } = useHalfSignIn()
  if (half) return <SecondStep />
  if (session) return <Arrival session={session} next={next} />
  return (
    <PublicPage
      title="Sign in"
      hint="With the address and password of your department account."
      below={
        <>
          <p>
            <TextLink to={paths.resetPassword()}>Forgot your password?</TextLink>
          </p>
          <p>New here? Your department gives you the address of its own registration page.</p>
        </>
      }
    >
      <SignInForm />
    </PublicPage>
  )
}
