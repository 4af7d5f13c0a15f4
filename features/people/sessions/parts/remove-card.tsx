import { useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Confirm } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useRemoveFromDevice } from '../client.remove.ts'

const questionOf = (unsent: number) => {
  if (unsent === 0)
    return {
      title: 'Remove your data from this device? You’ll be signed out.',
      text: 'Your records in the department are kept. The app stays on the device.',
      action: 'Remove and sign out',
    }
  const actions = unsent === 1 ? '1 unsent action' : `${unsent} unsent actions`
  return {
    title: `Delete ${actions}? You’ll be signed out.`,
    text: `${unsent === 1 ? 'It is' : 'They are'} saved only on this device. To keep ${unsent === 1 ? 'it' : 'them'}, connect to the internet and try again.`,
    action: 'Delete and sign out',
  }
}

/** For a phone that is handed on, lost to a colleague or borrowed. */
export const RemoveCard = () => {
  const { unsent, remove } = useRemoveFromDevice()
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState<number | null>(null)
  const ask = async () => {
    setBusy(true)
    await unsent().then(setAsked, toast.failure)
    setBusy(false)
  }
  const confirm = async () => {
    await remove()
    toast.success('Removed from this device', 'You’re signed out.')
  }
  return (
    <Card title="Data on this device">
      <div className="flex flex-col gap-4">
        <p className="text-soft">
          Your shifts, open shifts and notifications are stored here so that you can see them without a connection.
          Signing out deletes them. Removing also deletes unsent actions and your settings on this device.
        </p>
        <div>
          <Button look="danger-quiet" busy={busy} onClick={() => void ask()}>
            Remove from this device
          </Button>
        </div>
      </div>
      {asked !== null && <Confirm open onClose={() => setAsked(null)} {...questionOf(asked)} onConfirm={confirm} />}
    </Card>
  )
}
