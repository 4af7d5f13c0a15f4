import { useState } from 'react'
import { PublicPage } from '#features/accounts/parts/public-page.tsx'
import { paths } from '#platform/shared/paths.ts'
import { useWrite } from '#platform/web/reads.ts'
import { useRenewSession } from '#platform/web/session.ts'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { confirmAddress, type LinkView } from '../contract.ts'

/** A new address that is proven by opening its link, and one press: a mail program that looks at links changes nothing. */
export const AddressPage = ({ link, token }: { link: LinkView; token: string }) => {
  const confirm = useWrite(confirmAddress)
  const renew = useRenewSession()
  const [isDone, setIsDone] = useState(false)
  const press = async () => {
    try {
      await confirm.run({ token })
      setIsDone(true)
      await renew()
    } catch (error) {
      toast.failure(error)
    }
  }
  return (
    <PublicPage
      title={isDone ? 'Your address is changed' : 'Confirm your new address'}
      hint={isDone ? 'Sign in with it from now on. The one before was told.' : 'You sign in with it from now on.'}
      organization={link.organization}
    >
      <div className="flex flex-col gap-4">
        <p className="font-medium break-all">{link.email}</p>
        {isDone ? (
          <ButtonLink
            look="primary"
            to={link.organization ? paths.agencyLogin(link.organization.subdomain) : paths.app()}
          >
            Go on
          </ButtonLink>
        ) : (
          <Button look="primary" busy={confirm.pending} onClick={() => void press()}>
            Confirm this address
          </Button>
        )}
      </div>
    </PublicPage>
  )
}
