import KeyRound from 'lucide-react/icons/key-round'
import { useState } from 'react'
import { useNewSession } from '#features/people/accounts/parts/arrival.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { useToastHere } from '#platform/web/ui/toast-here.ts'
import { wordsFor } from '#platform/web/words.ts'
import { hasPasskeys, showPasskey } from '../client.passkeys.ts'
import { askSignInPasskey, signInByPasskey } from '../contract.passkeys.ts'

/** Signs in without email and password: the passkey identifies the account. */
export const PasskeyButton = ({ agency, why = null }: { agency?: string; why?: string | null }) => {
  const ask = useWrite(askSignInPasskey)
  const enter = useWrite(signInByPasskey)
  const learn = useNewSession()
  const [busy, setBusy] = useState(false)
  const toast = useToastHere()
  const show = async () => {
    setBusy(true)
    try {
      const answer = await showPasskey(await ask.run({}))
      await enter.run({ answer, ...(agency ? { agency } : {}) })
      toast.dismiss()
      await learn()
    } catch (error) {
      const { title, text } = wordsFor(error)
      toast.error(title, text)
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
