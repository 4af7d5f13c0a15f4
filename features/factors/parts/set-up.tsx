import KeyRound from 'lucide-react/icons/key-round'
import Smartphone from 'lucide-react/icons/smartphone'
import { useState } from 'react'
import { hasPasskeys, makePasskey } from '#features/passkeys/client.ts'
import type { PasskeyAnswer } from '#features/passkeys/contract.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { Input } from '#platform/web/ui/input.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import type { Enrolled, NewApp } from '../contract.ts'
import { FACTOR_NAME_MAX, showSecret } from '../rules.ts'
import { CodeForm } from './code-form.tsx'
import { QrCode } from './qr-code.tsx'

/** The calls of a half-finished sign-in, or those of the own page. */
export type SetUpCalls = {
  beginApp: () => Promise<NewApp>
  confirmApp: (input: { factor_id: string; code: string }) => Promise<Enrolled>
  beginPasskey: () => Promise<{ options: { challenge: string; [name: string]: unknown } }>
  confirmPasskey: (input: { answer: PasskeyAnswer; name: string }) => Promise<Enrolled>
}

type Done = (enrolled: Enrolled) => void

/** The picture for the app's camera, the same in letters, and the first code as the proof that it works. */
const AppStep = ({ app, calls, onDone }: { app: NewApp; calls: SetUpCalls; onDone: Done }) => (
  <div className="flex flex-col gap-4">
    <ol className="flex list-decimal flex-col gap-3 pl-5 text-soft">
      <li>
        In your authenticator app, add an account and take this picture.
        <div className="mt-3">
          <QrCode text={app.uri} label="Picture for the authenticator app" />
        </div>
      </li>
      <li>
        No camera? Type this key: <code className="figures break-all text-ink">{showSecret(app.secret)}</code>
      </li>
      <li>Type the code that the app shows.</li>
    </ol>
    <CodeForm
      kind="app"
      press="Confirm"
      give={async (code) => onDone(await calls.confirmApp({ factor_id: app.factor_id, code }))}
    />
  </div>
)

const PasskeyStep = ({ calls, onDone }: { calls: SetUpCalls; onDone: Done }) => {
  const [name, setName] = useState('Passkey')
  const [busy, setBusy] = useState(false)
  const make = async () => {
    setBusy(true)
    try {
      const answer = await makePasskey(await calls.beginPasskey())
      onDone(await calls.confirmPasskey({ answer, name: name.trim() || 'Passkey' }))
    } catch (error) {
      toast.failure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void make()
      }}
    >
      <Field label="Name" hint="So that you know it again: this telephone, the key on your ring.">
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={FACTOR_NAME_MAX}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" look="primary" wide busy={busy}>
        Make the passkey
      </Button>
    </form>
  )
}

/** An authenticator app or a passkey, one after the other's choice. */
export const SetUp = ({
  calls,
  onDone,
  first = null,
}: {
  calls: SetUpCalls
  onDone: Done
  /** Chosen before, elsewhere. */
  first?: 'passkey' | null
}) => {
  const [app, setApp] = useState<NewApp | null>(null)
  const [busy, setBusy] = useState(false)
  const [passkey, setPasskey] = useState(first === 'passkey')
  const begin = async () => {
    setBusy(true)
    try {
      setApp(await calls.beginApp())
    } catch (error) {
      toast.failure(error)
    } finally {
      setBusy(false)
    }
  }
  if (app) return <AppStep app={app} calls={calls} onDone={onDone} />
  if (passkey) return <PasskeyStep calls={calls} onDone={onDone} />
  return (
    <div className="flex flex-col gap-3">
      <Button size="large" look="primary" icon={<Smartphone aria-hidden />} busy={busy} onClick={() => void begin()}>
        Authenticator app
      </Button>
      <p className="text-small text-faint">An app on your telephone shows a new code every 30 seconds, also offline.</p>
      <Button
        size="large"
        icon={<KeyRound aria-hidden />}
        why={hasPasskeys() ? null : 'This browser knows no passkeys.'}
        onClick={() => setPasskey(true)}
      >
        Passkey
      </Button>
      <p className="text-small text-faint">The finger, face or PIN of this device, or a security key.</p>
    </div>
  )
}
