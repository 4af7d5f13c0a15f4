import { useQueryClient } from '@tanstack/react-query'
import { signedOutGoesTo } from '#platform/shared/paths.ts'
import { ApiError } from '#platform/web/api.ts'
import { useWrite } from '#platform/web/reads.ts'
import { depart, forgetSession, stay, useSignedIn } from '#platform/web/session.ts'
import { noteWaits } from '#platform/web/waits-note.ts'
import { signOut } from './contract.ts'

const clearSettings = (): void => {
  try {
    localStorage.clear()
  } catch {
    // Nothing was kept.
  }
}

/**
 * Signs out and deletes what the application stored on this device: reads, the unsent actions of this person that were asked
 * about, in every department, and settings. The application's own files stay. Nothing is deleted before the server has ended the session.
 */
export const useRemoveFromDevice = () => {
  const client = useQueryClient()
  const { person, organization } = useSignedIn()
  const { run } = useWrite(signOut)
  return {
    /** The actions that are still unsent after a try to send them. Throws if the device can't say. */
    unsent: async (): Promise<number[]> => {
      const outbox = await import('#platform/web/outbox.ts')
      await outbox.drain()
      return outbox.idsOfPerson(person.id)
    },
    /** `asked`: the actions that the question was about. If more was saved since, removes nothing and returns what to ask about now. */
    remove: async (asked: readonly number[]): Promise<number[] | null> => {
      const outbox = await import('#platform/web/outbox.ts')
      const now = await outbox.idsOfPerson(person.id)
      if (now.some((id) => !asked.includes(id))) return now
      // Set first: the live stream may report the end before the response does.
      depart(signedOutGoesTo(organization?.subdomain ?? null))
      try {
        await run({})
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 401)) {
          stay()
          throw error
        }
      }
      await outbox.clearSaved(asked)
      await forgetSession(client, 'signed_out')
      clearSettings()
      // What others have saved here stays, and the sign-in page goes on naming it.
      noteWaits((await outbox.listWaiting().catch(() => [])).length > 0)
      return null
    },
  }
}
