import { PasswordCard } from '#features/people/account-links/parts/password-card.tsx'
import { OwnFactors } from '#features/people/factors/parts/own-factors.tsx'
import { SessionList } from '#features/people/sessions/parts/session-list.tsx'
import { useSignedIn } from '#platform/web/session.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'

/** `/super-admin/profile`: a super admin's own sign-in settings. */
export default function VendorProfile() {
  const { person } = useSignedIn()
  return (
    <>
      <PageHeader title="Profile" hint={person.email} beside={<Badge tone="brand">Super Admin</Badge>} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <OwnFactors />
          <PasswordCard />
        </div>
        <SessionList />
      </div>
    </>
  )
}
