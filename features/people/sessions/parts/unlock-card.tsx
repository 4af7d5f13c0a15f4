import { useEffect, useState } from 'react'
import { type NativeApp, native } from '#platform/web/native-app.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { toast } from '#platform/web/ui/toast.tsx'

const Unlocking = ({ unlocking }: Pick<NativeApp, 'unlocking'>) => {
  const [on, setOn] = useState(unlocking.on)
  const [possible, setPossible] = useState<boolean | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    let gone = false
    void unlocking.possible().then(
      (can) => !gone && setPossible(can),
      () => !gone && setPossible(false),
    )
    return () => {
      gone = true
    }
  }, [unlocking])
  const turn = async () => {
    setBusy(true)
    try {
      await unlocking.turn(!on)
      setOn(!on)
      toast.success(on ? 'App lock turned off' : 'App lock turned on')
    } catch {
      // The phone said why.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card
      title="App lock"
      hint="Asks for your face, fingerprint or passcode when you open the app, and after a minute in the background."
      aside={on ? <Badge tone="ok">On</Badge> : null}
    >
      {possible === false && !on ? (
        <p className="text-soft">This phone has no passcode. Set one in the phone's settings first.</p>
      ) : (
        <Button busy={busy} onClick={() => void turn()}>
          {on ? 'Turn off app lock' : 'Turn on app lock'}
        </Button>
      )}
    </Card>
  )
}

/** In the native app only. */
export const UnlockCard = () => native.app && <Unlocking unlocking={native.app.unlocking} />
