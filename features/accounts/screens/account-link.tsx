import { paths } from '#platform/shared/paths.ts'
import { useRead } from '#platform/web/reads.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState, RefusedState } from '#platform/web/ui/states.tsx'
import { useUrlValue } from '#platform/web/url.ts'
import { wordsFor } from '#platform/web/words.ts'
import { readLink } from '../contract.ts'
import { LinkPage } from '../parts/link-page.tsx'
import { PublicPage } from '../parts/public-page.tsx'

/** `/auth/link?token=`: a registration to confirm, an invitation to take, a super admin's first password. */
export default function AccountLink() {
  const [token] = useUrlValue('token')
  const link = useRead(readLink, { token: token ?? '-' })
  if (link.data && token && link.data.kind !== 'reset') return <LinkPage link={link.data} token={token} />
  if (link.error && link.error.status !== 404)
    return <ErrorState error={link.error} retry={() => void link.refetch()} />
  if (link.isPending)
    return (
      <div className="mx-auto w-full max-w-md">
        <CardSkeleton lines={4} />
      </div>
    )
  const { title, text } = wordsFor(link.error)
  return (
    <PublicPage title="A link by mail">
      <RefusedState quiet title={title} text={text} action={<ButtonLink to={paths.app()}>Go to sign-in</ButtonLink>} />
    </PublicPage>
  )
}
