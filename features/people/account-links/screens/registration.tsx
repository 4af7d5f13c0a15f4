import { OrganizationOfId } from '#features/people/organizations/parts/public-organization.tsx'
import { usePathPart } from '#platform/web/url.ts'
import { RegistrationPage } from '../parts/registration-page.tsx'

/** `/register/{organizationId}`. */
export default function Registration() {
  return (
    <OrganizationOfId id={usePathPart('organizationId')}>
      {(shown) => <RegistrationPage key={shown.organization.id} {...shown} />}
    </OrganizationOfId>
  )
}
