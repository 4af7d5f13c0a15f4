import { paths } from '#platform/shared/paths.ts'
import { useRead } from '#platform/web/reads.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { useUrlValue } from '#platform/web/url.ts'
import { readLink } from '../contract.ts'
import { AddressPage } from '../parts/address-page.tsx'
import { LinkPage } from '../parts/link-page.tsx'
import { LinkState } from '../parts/link-state.tsx'

/** `/auth/link?token=`: confirms a registration, accepts an invitation, or sets a super admin's first password. */
export default function AccountLink() {
  const [token] = useUrlValue('token')
  const link = useRead(readLink, { token: token ?? '-' })
  if (link.data?.kind === 'address' && token) return <AddressPage link={link.data} token={token} />
  if (link.data && token && link.data.kind !== 'reset') return <LinkPage link={link.data} token={token} />
  return <LinkState link={link} title="Email link" action={<ButtonLink to={paths.app()}>Go to sign-in</ButtonLink>} />
}
