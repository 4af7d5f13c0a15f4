import Compass from 'lucide-react/icons/compass'
import { paths } from '#platform/shared/paths.ts'
import { useSession } from '#platform/web/session.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { useTitle } from '#platform/web/ui/page.tsx'
import { homeOf } from './home.ts'

export const NotFoundScreen = () => {
  useTitle('Not found')
  const { session } = useSession()
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center px-4 py-20 text-center">
      <span className="mb-4 flex size-12 items-center justify-center rounded-full bg-hover text-soft">
        <Compass aria-hidden className="size-6" />
      </span>
      <h1 tabIndex={-1} className="text-title font-semibold">
        This page doesn't exist
      </h1>
      <p className="mt-1 text-soft">Check the address for a typo, or use the button below.</p>
      <div className="mt-5">
        <ButtonLink look="primary" to={session ? homeOf(session) : paths.landing()}>
          {session ? 'Go to the dashboard' : 'Go to the home page'}
        </ButtonLink>
      </div>
    </div>
  )
}
