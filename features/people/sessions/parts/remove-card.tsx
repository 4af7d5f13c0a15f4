import { useState } from 'react'
import { ApiError } from '#platform/web/api.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Confirm } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { SaidAlready } from '#platform/web/words.ts'
import { useRemoveFromDevice } from '../client.remove.ts'

type Asked = { ids: readonly number[]; again: boolean }
const questionOf = ({ ids, again }: Asked) => {
  const unsent = ids.length
  if (unsent === 0)
    return {
      title: "Remove your data from this device? You'll be signed out.",
      text: 'Your records in the department are kept. The app stays on the device.',
      action: 'Remove and sign out',
    }
  const actions = unsent === 1 ? '1 unsent action' : `${unsent} unsent actions`
  return {
    title: `Delete ${actions}? You'll be signed out.`,
    text: `${again ? 'More was saved after you were asked. ' : ''}${unsent === 1 ? "It's" : "They're"} saved only on this device. To keep ${unsent === 1 ? 'it' : 'them'}, connect to the internet and try again.`,
    action: 'Delete and sign out',
  }
}

/** A device that can't say what is unsent must not delete it. */
const fail = (error: unknown): void => {
  if (error instanceof ApiError) toast.failure(error)
  else
    toast.error(
      'Nothing was removed',
      "This device couldn't check for unsent actions. Close and reopen the app, then try again.",
    )
}

/** For a phone that is handed on, lost to a colleague or borrowed. */
export const RemoveCard = () => {
  const { unsent, remove } = useRemoveFromDevice()
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState<Asked | null>(null)
  const ask = async () => {
    setBusy(true)
    await unsent().then((ids) => setAsked({ ids, again: false }), fail)
    setBusy(false)
  }
  const confirm = async (ids: readonly number[]) => {
    const more = await remove(ids).catch((error: unknown) => {
      if (error instanceof ApiError) throw error
      fail(error)
    })
    if (more === undefined) return
    if (more) {
      setAsked({ ids: more, again: true })
      throw new SaidAlready()
    }
    toast.success('Data removed from this device', "You're signed out.")
  }
  return (
    <Card title="Data on this device">
      <div className="flex flex-col gap-4">
        <p className="text-soft">
          Your shifts, open shifts and notifications are stored here so that you can see them without a connection.
          Signing out deletes them. Removing your data also deletes unsent actions and your settings on this device.
        </p>
        <div>
          <Button look="danger-quiet" busy={busy} onClick={() => void ask()}>
            Remove from this device
          </Button>
        </div>
      </div>
      {asked !== null && (
        <Confirm open onClose={() => setAsked(null)} {...questionOf(asked)} onConfirm={() => confirm(asked.ids)} />
      )}
    </Card>
  )
}
