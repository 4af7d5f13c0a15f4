import { NotThere } from '#platform/web/not-there.tsx'
import { useRead } from '#platform/web/reads.ts'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { usePathPart, useUrlValue } from '#platform/web/url.ts'
import { readLink } from '../contract.ts'
import { LinkPage } from '../parts/link-page.tsx'

/** `/{agency}/admin/setup?invitation=`: shows the not-found screen without a usable invitation. */
export default function AdminSetup() {
  const agency = usePathPart('agency')
  const [invitation] = useUrlValue('invitation')
  const link = useRead(readLink, { token: invitation ?? '-', agency })
  if (link.data && invitation)
    return link.data.kind === 'admin_setup' ? <LinkPage link={link.data} token={invitation} /> : <NotThere />
  if (link.error && link.error.status !== 404 && link.error.status !== 400)
    return <ErrorState error={link.error} retry={() => void link.refetch()} />
  if (link.isPending)
    return (
      <div className="mx-auto w-full max-w-md">
        <CardSkeleton lines={4} />
      </div>
    )
  return <NotThere />
}
