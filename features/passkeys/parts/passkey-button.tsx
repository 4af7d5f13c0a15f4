import KeyRound from 'lucide-react/icons/key-round'
import { useState } from 'react'
import { useNewSession } from '#features/accounts/parts/arrival.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { hasPasskeys, showPasskey } from '../client.ts'
import { askSignInPasskey, signInByPasskey } from '../contract.ts'

/** Signs in without address and password: the passkey knows whose it is. */
export const PasskeyButton = ({ agency, why = null }: { agency?: string; why?: string | null }) => {
  const ask = useWrite(askSignInPasskey)
  const enter = useWrite(signInByPasskey)
  const learn = useNewSession()
  const [busy, setBusy] = useState(false)
  const show = async () => {
    setBusy(true)
    try {
      const answer = await showPasskey(await ask.run({}))
      await enter.run({ answer, ...(agency ? { agency } : {}) })
      toast.dismiss()
      await learn()
    } catch (error) {
      toast.failure(error)
    } finally {
      setBusy(false)
    }
  }
  if (!hasPasskeys()) return null
  return (
    <Button wide icon={<KeyRound aria-hidden />} busy={busy} why={why} onClick={() => void show()}>
      Use a passkey
    </Button>
  )
}
