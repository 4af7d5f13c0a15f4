import { useQueryClient } from '@tanstack/react-query'
import LogOut from 'lucide-react/icons/log-out'
import { useCallback } from 'react'
import { signOut } from '#features/sessions/contract.ts'
import { paths, signedOutGoesTo } from '#platform/shared/paths.ts'
import { ApiError } from '#platform/web/api.ts'
import { useWrite } from '#platform/web/reads.ts'
import { depart, forgetSession, stay, useSession } from '#platform/web/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import type { Words } from '#platform/web/words.ts'
import { said } from '../said.ts'

/** The landing page is a document of its own: it says there what was to be said. */
const sayThere = (words: Words) => {
  try {
    sessionStorage.setItem('said', JSON.stringify(words))
  } catch {
    // No storage: being there says it.
  }
}

/** Ends the session and leaves for the organization's own sign-in if known, otherwise for `/` (specification section 2). */
export const useSignOut = () => {
  const client = useQueryClient()
  const { session } = useSession()
  const { run } = useWrite(signOut)
  // The vendor's staff does not leave by a department's door.
  const agency = session?.super_admin ? null : (session?.organization?.subdomain ?? null)
  return useCallback(async () => {
    // Set first: the live stream may tell of the end before the answer does.
    const to = signedOutGoesTo(agency)
    depart(to)
    try {
      await run({})
    } catch (error) {
      // A session that is over already is signed out; any other failure must be told, for the person is still signed in.
      if (!(error instanceof ApiError && error.status === 401)) {
        stay()
        return toast.failure(error)
      }
    }
    await forgetSession(client, 'signed_out')
    if (to === paths.landing()) sayThere(said.loggedOut)
    else toast.success(said.loggedOut.title, said.loggedOut.text)
  }, [agency, client, run])
}

export const SignOutButton = () => {
  const signOutNow = useSignOut()
  return (
    <Button icon={<LogOut aria-hidden />} onClick={() => void signOutNow()}>
      Sign out
    </Button>
  )
}
