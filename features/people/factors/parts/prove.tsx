import KeyRound from 'lucide-react/icons/key-round'
import { type ReactNode, useRef, useState } from 'react'
import { ApiError } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { PasswordField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { showPasskey } from '../client.passkeys.ts'
import * as c from '../contract.ts'
import { CodeForm } from './code-form.tsx'

const ByPassword = ({ onDone }: { onDone: () => void }) => {
  const form = useContractForm(c.proveByPassword, { password: '' })
  const prove = useWrite(c.proveByPassword)
  return (
    <Form form={form} onSubmit={prove.run} onDone={onDone}>
      <PasswordField form={form} name="password" label="Password" />
      <SubmitButton form={form}>Confirm</SubmitButton>
    </Form>
  )
}

/** Proof by a second factor, or by the password if the account has no factor yet. */
export const Prove = ({ onDone }: { onDone: () => void }) => {
  const own = useRead(c.listFactors, {})
  const code = useWrite(c.proveByCode)
  const ask = useWrite(c.askProof)
  const passkey = useWrite(c.proveByPasskey)
  const [recovery, setRecovery] = useState(false)
  if (!own.data)
    return own.error ? (
      <ErrorState quiet error={own.error} retry={() => void own.refetch()} />
    ) : (
      <CardSkeleton lines={2} />
    )
  const { factors, codes_left } = own.data
  if (factors.length === 0) return <ByPassword onDone={onDone} />
  const give = async (typed: string) => {
    await code.run({ code: typed })
    onDone()
  }
  const show = async () => {
    try {
      await passkey.run({ answer: await showPasskey(await ask.run({})) })
      onDone()
    } catch (error) {
      toast.failure(error)
    }
  }
  const hasApp = factors.some((one) => one.kind === 'app')
  return (
    <div className="flex flex-col gap-4">
      {recovery ? (
        <CodeForm key="recovery" kind="recovery" press="Confirm" give={give} />
      ) : (
        hasApp && <CodeForm key="app" kind="app" press="Confirm" give={give} />
      )}
      {factors.some((one) => one.kind === 'passkey') && (
        <Button
          wide
          look={hasApp ? 'plain' : 'primary'}
          icon={<KeyRound aria-hidden />}
          busy={ask.pending || passkey.pending}
          onClick={() => void show()}
        >
          Use a passkey
        </Button>
      )}
      {(codes_left ?? 0) > 0 && (
        <Button look="quiet" onClick={() => setRecovery(!recovery)}>
          {recovery ? 'Try another way' : 'Use a recovery code'}
        </Button>
      )}
    </div>
  )
}

/**
 * Runs a change that may require proof of identity: if it is refused as not fresh, requests the proof and retries. Rejects if the
 * person closes the dialog.
 */
export const useProof = (): { proved: <T>(change: () => Promise<T>) => Promise<T>; question: ReactNode } => {
  const waiting = useRef<{ go: () => void; stop: () => void } | null>(null)
  const [asking, setAsking] = useState(false)
  const close = (how: 'go' | 'stop') => {
    setAsking(false)
    waiting.current?.[how]()
    waiting.current = null
  }
  const proved = async <T,>(change: () => Promise<T>): Promise<T> => {
    try {
      return await change()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'not_fresh') throw error
      await new Promise<void>((go, stop) => {
        waiting.current = { go, stop: () => stop(error) }
        setAsking(true)
      })
      return change()
    }
  }
  const question = asking && (
    <Dialog
      open
      onClose={() => close('stop')}
      title="Confirm it's you"
      description="Required to change sign-in settings. You're asked at most once every 10 minutes."
    >
      <Prove onDone={() => close('go')} />
    </Dialog>
  )
  return { proved, question }
}
