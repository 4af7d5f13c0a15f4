import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type PublicOrganization, readByAgency } from '#features/people/organizations/contract.ts'
import { getSession } from '#features/people/sessions/contract.ts'
import AdminSignIn from '#features/people/sign-ins/screens/admin-sign-in.tsx'
import AgencySignIn from '#features/people/sign-ins/screens/agency-sign-in.tsx'
import SignIn from '#features/people/sign-ins/screens/sign-in.tsx'
import { paths } from '#platform/shared/paths.ts'
import { drawnScreen } from '#platform/web/drawn-screen.tsx'
import { makeQueryClient, readKey } from '#platform/web/reads.ts'
import { setProductName } from '#platform/web/ui/page.tsx'
import { PlainFrame } from '../layouts/plain-frame.tsx'
import { product } from '../product.ts'

/** In addresses: braces would be encoded there. */
const agency = 'the-agency'

const department = (subdomain: string, logo_url: string | null): PublicOrganization => ({
  id: '00000000-0000-0000-0000-000000000000',
  name: '{department}',
  subdomain,
  logo_url,
  primary_color: '#000000',
})

/** The screen as a person who is not signed in meets it. */
const draw = async (Screen: ComponentType, path: string, organization: PublicOrganization | null = null) => {
  const client = makeQueryClient()
  client.setQueryData([getSession.name], null)
  if (organization) client.setQueryData(readKey(readByAgency, { agency: organization.subdomain }), organization)
  const InFrame = () => (
    <PlainFrame>
      <Screen />
    </PlainFrame>
  )
  const pattern = organization ? '/$agency/login' : path
  return asDraft(await drawnScreen(InFrame, { client, session: getSession, address: path, path: pattern }))
}

/** What `early.js` says after a press. */
const said = renderToStaticMarkup(
  <p
    role="status"
    className="text-small text-soft empty:hidden"
    data-wait="One moment. The rest of this page is still loading."
    data-lost="Part of this page couldn't be loaded. Check your connection and reload the page."
  />,
)

/**
 * What the application replaces with the same, once it has started. Until then nothing in it may be sent: without a submit button a
 * browser sends nothing on Enter, and fields without names would have nothing to send.
 */
const asDraft = (html: string): string =>
  html
    .replaceAll(' type="submit"', ' type="button" data-submit=""')
    .replace('</form>', `${said}</form>`)
    .replaceAll(/(<input[^>]*) name="[^"]*"/g, '$1')
    .replaceAll(agency, '{agency}')
    .replace(`© ${new Date().getFullYear()}`, '© {year}')

/** Called by the build. The sign-in pages as HTML, with `{department}` and similar words for the server to fill in. */
export const renderSignIns = async () => {
  setProductName(product)
  const ofDepartment = (subdomain: string, logo: string | null) =>
    draw(AgencySignIn, paths.agencyLogin(subdomain), department(subdomain, logo))
  return {
    department: await ofDepartment(agency, null),
    department_logo: await ofDepartment(agency, '{logo}'),
    demo: await ofDepartment('demo', null),
    demo_logo: await ofDepartment('demo', '{logo}'),
    anyone: await draw(SignIn, paths.app()),
    admins: await draw(AdminSignIn, paths.adminLogin()),
  }
}
