import { OrganizationOfAgency } from '#features/people/organizations/parts/public-organization.tsx'
import { usePathPart } from '#platform/web/url.ts'
import { RegistrationPage } from '../parts/registration-page.tsx'

/** `/{agency}/register`. */
export default function AgencyRegistration() {
  return (
    <OrganizationOfAgency agency={usePathPart('agency')}>
      {(shown) => <RegistrationPage key={shown.organization.id} {...shown} />}
    </OrganizationOfAgency>
  )
}
