import KeyRound from 'lucide-react/icons/key-round'
import Smartphone from 'lucide-react/icons/smartphone'
import { useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { Input } from '#platform/web/ui/input.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { hasPasskeys, makePasskey } from '../client.passkeys.ts'
import type { PasskeyAnswer } from '../contract.passkeys.ts'
import type { Enrolled, NewApp } from '../contract.ts'
import { FACTOR_NAME_MAX, showSecret } from '../rules.ts'
import { CodeForm } from './code-form.tsx'
import { QrCode } from './qr-code.tsx'

/** The calls of a half-finished sign-in, or of the person's own page. */
export type SetUpCalls = {
  beginApp: () => Promise<NewApp>
  confirmApp: (input: { factor_id: string; code: string }) => Promise<Enrolled>
  beginPasskey: () => Promise<{ options: { challenge: string; [name: string]: unknown } }>
  confirmPasskey: (input: { answer: PasskeyAnswer; name: string }) => Promise<Enrolled>
}

type Done = (enrolled: Enrolled) => void

/** The QR code for the app, the same secret as text, and the first code to verify that it works. */
const AppStep = ({ app, calls, onDone }: { app: NewApp; calls: SetUpCalls; onDone: Done }) => (
  <div className="flex flex-col gap-4">
    <ol className="flex list-decimal flex-col gap-3 pl-5 text-soft">
      <li>
        In your authenticator app, add an account and scan this QR code.{' '}
        <div className="mt-3">
          <QrCode text={app.uri} label="QR code for the authenticator app" />
        </div>
      </li>
      <li>
        No camera? Enter this key: <code className="figures break-all text-ink">{showSecret(app.secret)}</code>
      </li>
      <li>Enter the code from the app.</li>
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
      <Field label="Name" hint={`A name you'll recognize, such as "My phone".`}>
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
        Create passkey
      </Button>
    </form>
  )
}

/** Sets up an authenticator app or a passkey, as the person chooses. */
export const SetUp = ({
  calls,
  onDone,
  first = null,
}: {
  calls: SetUpCalls
  onDone: Done
  /** Preselected by the caller. */
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
      <p className="text-small text-faint">An app on your phone shows a new code every 30 seconds, even offline.</p>
      <Button
        size="large"
        icon={<KeyRound aria-hidden />}
        why={hasPasskeys() ? null : "This browser doesn't support passkeys."}
        onClick={() => setPasskey(true)}
      >
        Passkey
      </Button>
      <p className="text-small text-faint">Use this device's fingerprint, face or PIN, or a security key.</p>
    </div>
  )
}
