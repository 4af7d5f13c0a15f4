import { useState } from 'react'
import { PublicPage } from '#features/people/accounts/parts/public-page.tsx'
import { paths } from '#platform/shared/paths.ts'
import { useWrite } from '#platform/web/reads.ts'
import { useRenewSession } from '#platform/web/session.ts'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { confirmAddress, type LinkView } from '../contract.ts'

/** Verifies a new address by opening its link and pressing a button, so that email scanners that open links change nothing. */
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
      title={isDone ? 'Email changed' : 'Confirm your new email'}
      hint={isDone ? 'Use it to sign in. We notified your old email.' : "You'll use this email to sign in."}
      organization={link.organization}
    >
      <div className="flex flex-col gap-4">
        <p className="font-medium wrap-anywhere">{link.email}</p>
        {isDone ? (
          <ButtonLink
            look="primary"
            to={link.organization ? paths.agencyLogin(link.organization.subdomain) : paths.app()}
          >
            Continue
          </ButtonLink>
        ) : (
          <Button look="primary" busy={confirm.pending} onClick={() => void press()}>
            Confirm this email
          </Button>
        )}
      </div>
    </PublicPage>
  )
}
