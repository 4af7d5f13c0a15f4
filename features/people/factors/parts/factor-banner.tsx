import { paths } from '#platform/shared/paths.ts'
import { useSession } from '#platform/web/session.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { usePathname } from '#platform/web/url.ts'

/**
 * For a person who became an admin while signed in without a second factor: a link to set one up. Hidden on admin pages, which
 * say this themselves.
 */
const FactorBanner = () => {
  const { session } = useSession()
  const path = usePathname()
  if (session?.second_factor !== 'needed' || path.startsWith('/admin/')) return null
  return (
    <div className="no-print mb-4">
      <Notice
        title="You're now an admin of this department"
        action={<ButtonLink to={paths.adminDashboard()}>Set up a second factor</ButtonLink>}
      >
        <p>Set up a second factor to open the admin pages.</p>
      </Notice>
    </div>
  )
}

export default FactorBanner
