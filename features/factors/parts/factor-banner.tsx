import { paths } from '#platform/shared/paths.ts'
import { useSession } from '#platform/web/session.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { usePathname } from '#platform/web/url.ts'

/** For somebody who was made an admin while signed in without a second factor: the way to it. Its own place says it by itself. */
const FactorBanner = () => {
  const { session } = useSession()
  const path = usePathname()
  if (session?.second_factor !== 'needed' || path.startsWith('/admin/')) return null
  return (
    <div className="no-print mb-4">
      <Notice
        title="You are an admin of this department now"
        action={<ButtonLink to={paths.adminDashboard()}>Set up a second factor</ButtonLink>}
      >
        <p>Its admin pages open once you have given a second factor.</p>
      </Notice>
    </div>
  )
}

export default FactorBanner
