import { useQueryClient } from '@tanstack/react-query'
import LogOut from 'lucide-react/icons/log-out'
import { useCallback, useSyncExternalStore } from 'react'
import { signOut } from '#features/people/sessions/contract.ts'
import { paths, signedOutGoesTo } from '#platform/shared/paths.ts'
import { ApiError } from '#platform/web/api.ts'
import { readSaved } from '#platform/web/outbox-state.ts'
import { useWrite } from '#platform/web/reads.ts'
import { depart, forgetSession, stay, useSession } from '#platform/web/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { LateConfirm } from '#platform/web/ui/late-confirm.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import type { Words } from '#platform/web/words.ts'
import { said } from '../said.ts'

/** The landing page is a separate document, so it shows the message there. */
const sayThere = (words: Words) => {
  try {
    sessionStorage.setItem('said', JSON.stringify(words))
  } catch {
    // No storage: arriving there is the message.
  }
}

/** The actions of this person that are still on the device after a try to send them: also one that was pressed just now. */
const unsent = async (): Promise<number[]> => {
  const outbox = await import('#platform/web/outbox.ts').catch(() => null)
  if (!outbox) return readSaved().map(({ id }) => id)
  if ((await outbox.idsOfSaved()).length === 0) return []
  await outbox.drain()
  return outbox.idsOfSaved()
}
const deleteSaved = async (ids: readonly number[]) => (await import('#platform/web/outbox.ts')).clearSaved(ids)

/** The sign-out that waits for an answer; menus that asked for it are closed by then. */
type Question = { open: boolean; left: readonly number[]; end: (left: readonly number[]) => Promise<void> }
let question: Question = { open: false, left: [], end: async () => undefined }
const listeners = new Set<() => void>()
const ask = (next: Partial<Question>): void => {
  // The words stay while the dialog fades out.
  question = { ...question, ...next }
  for (const told of listeners) told()
}
const subscribe = (told: () => void) => {
  listeners.add(told)
  return () => {
    listeners.delete(told)
  }
}

/** Asks before a sign-out deletes what could not be sent. Once, at the root of the application. */
export const SignOutQuestion = () => {
  const { open, left, end } = useSyncExternalStore(subscribe, () => question)
  const one = left.length === 1 && left[0] !== 0
  const them = one ? 'it' : 'them'
  return (
    <LateConfirm
      open={open}
      onClose={() => ask({ open: false })}
      title={one ? 'Delete 1 unsent action?' : `Delete ${left[0] ? `${left.length} ` : ''}unsent actions?`}
      text={`This device hasn't sent ${them} yet. Stay signed in to send ${them} later. Deleting can't be undone.`}
      action="Delete and sign out"
      look="danger"
      back="Stay signed in"
      onConfirm={() => end(left)}
    />
  )
}

/** Ends the session and goes to the organization's own sign-in page if known, otherwise to `/` (specification section 2). */
export const useSignOut = () => {
  const client = useQueryClient()
  const { session } = useSession()
  const { run } = useWrite(signOut)
  // Super admins don't sign out to a department's sign-in page.
  const agency = session?.super_admin ? null : (session?.organization?.subdomain ?? null)
  const end = useCallback(
    async (left: readonly number[]) => {
      // Set first: the live stream may report the end before the response does.
      const to = signedOutGoesTo(agency)
      depart(to)
      try {
        await run({})
      } catch (error) {
        // A session that is already over counts as signed out; report any other failure, because the person is still signed in.
        if (!(error instanceof ApiError && error.status === 401)) {
          stay()
          return toast.failure(error)
        }
      }
      // Only now: a sign-out that failed, as it does without a connection, must leave what waits.
      if (left.length > 0) await deleteSaved(left)
      await forgetSession(client, 'signed_out')
      if (to === paths.landing()) sayThere(said.loggedOut)
      else toast.success(said.loggedOut.title, said.loggedOut.text)
    },
    [agency, client, run],
  )
  return useCallback(async () => {
    // What waits is sent first; what can't be sent would be lost.
    const left = await unsent()
    if (left.length === 0) return end(left)
    ask({ open: true, left, end })
  }, [end])
}

export const SignOutButton = () => {
  const signOutNow = useSignOut()
  return (
    <Button icon={<LogOut aria-hidden />} onClick={() => void signOutNow()}>
      Sign out
    </Button>
  )
}
