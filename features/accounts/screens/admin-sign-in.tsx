import { useHalfSignIn } from '#features/multi-factor/client.ts'
import { SecondStep } from '#features/multi-factor/parts/second-step.tsx'
import { paths } from '#platform/shared/paths.ts'
import { useSession } from '#platform/web/session.ts'
import { TextLink } from '#platform/web/ui/link.tsx'
import { useUrlValue } from '#platform/web/url.ts'
import { Arrival } from '../parts/arrival.tsx'
import { PublicPage } from '../parts/public-page.tsx'
import { SignInForm } from '../parts/sign-in-form.tsx'

/** `/admin/login`: the same sign-in, in the words of those who run a department. */
export default function AdminSignIn() {
  const { session } = useSession()
  const [next] = useUrlValue('next')
  const { half } = useHalfSignIn()
  if (half) return <SecondStep />
  if (session) return <Arrival session={session} next={next} />
  return (
    <PublicPage
      title="Admin sign in"
      hint="For those who post shifts and approve officers."
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
