import KeyRound from 'lucide-react/icons/key-round'
import { type ReactNode, useEffect, useState } from 'react'
import { useNewSession } from '#features/people/accounts/parts/arrival.tsx'
import { PublicPage, type Shown } from '#features/people/accounts/parts/public-page.tsx'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { showPasskey } from '../client.passkeys.ts'
import { useHalfSignIn } from '../client.second-step.ts'
import * as c from '../contract.second-step.ts'
import { CodeForm } from './code-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUp } from './set-up.tsx'

/** Keeps the focus in the empty field when this button is pressed, so that no blur error shifts the button away from the pointer. */
const stay = (event: { preventDefault: () => void }) => event.preventDefault()

const usePasskeyStep = (onDone: () => Promise<void>) => {
  const ask = useWrite(c.askPasskey)
  const give = useWrite(c.givePasskey)
  const [busy, setBusy] = useState(false)
  const show = async () => {
    setBusy(true)
    try {
      await give.run({ answer: await showPasskey(await ask.run({})) })
      await onDone()
    } catch (error) {
      toast.failure(error)
    } finally {
      setBusy(false)
    }
  }
  return { show: () => void show(), busy }
}

/** Second-factor entry for an account that has one: a code, a passkey, or a recovery code. */
const GiveFactor = ({ step, onDone }: { step: c.Waiting; onDone: () => Promise<void> }) => {
  const { methods } = step
  const [recovery, setRecovery] = useState(false)
  const give = useWrite(c.giveCode)
  const passkey = usePasskeyStep(onDone)
  const send = async (code: string) => {
    await give.run({ code })
    await onDone()
  }
  return (
    <div className="flex flex-col gap-4">
      {recovery ? (
        <CodeForm key="recovery" kind="recovery" press="Sign In" give={send} />
      ) : (
        methods.app && <CodeForm key="app" kind="app" press="Sign In" give={send} />
      )}
      {methods.passkey && (
        <Button
          look={methods.app || recovery ? 'plain' : 'primary'}
          wide
          icon={<KeyRound aria-hidden />}
          busy={passkey.busy}
          onMouseDown={stay}
          onClick={passkey.show}
        >
          Use a passkey
        </Button>
      )}
      {(methods.recovery || recovery) && (
        <Button look="quiet" onMouseDown={stay} onClick={() => setRecovery(!recovery)}>
          {recovery ? (methods.app ? 'Use the app instead' : 'Back') : 'Use a recovery code'}
        </Button>
      )}
    </div>
  )
}

const useFirstCalls = () => {
  const beginApp = useWrite(c.beginFirstApp)
  const confirmApp = useWrite(c.confirmFirstApp)
  const beginPasskey = useWrite(c.beginFirstPasskey)
  const confirmPasskey = useWrite(c.confirmFirstPasskey)
  return {
    beginApp: () => beginApp.run({}),
    confirmApp: confirmApp.run,
    beginPasskey: () => beginPasskey.run({}),
    confirmPasskey: confirmPasskey.run,
  }
}

/** Abandons the sign-in, here and on the server. */
const Back = ({ onLeft }: { onLeft: () => void }) => {
  const leave = useWrite(c.leaveStep)
  return (
    <Button
      look="quiet"
      busy={leave.pending}
      onMouseDown={stay}
      onClick={() =>
        void leave
          .run({})
          .catch(() => undefined)
          .then(onLeft)
      }
    >
      Back to sign-in
    </Button>
  )
}

const words = (opens: string) => ({
  second_factor: { title: 'Second step', hint: "Password accepted. Now confirm it's you." },
  set_up: {
    title: 'Set up a second factor',
    hint: `Your account needs a second factor. Setup takes a minute; then ${opens} opens.`,
  },
})

type Around = { opens?: string; onOpened?: () => void }
const Waiting = ({
  step,
  end,
  frame,
  opens = 'your department',
  onOpened,
}: { step: c.Waiting; end: () => void; frame: Frame } & Around) => {
  const learn = useNewSession()
  const calls = useFirstCalls()
  // The step stays the same regardless of what other tabs do.
  const [waits_for] = useState(step.waits_for)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const done = async () => {
    toast.dismiss()
    await learn()
    end()
    onOpened?.()
  }
  if (codes)
    return frame({
      title: 'Recovery codes',
      children: <RecoveryCodes codes={codes} onKept={() => void done()} />,
    })
  return frame({
    ...words(opens)[waits_for],
    below: <Back onLeft={end} />,
    children:
      waits_for === 'set_up' ? (
        <SetUp
          calls={calls}
          onDone={({ recovery_codes }) => (recovery_codes ? setCodes(recovery_codes) : void done())}
        />
      ) : (
        <GiveFactor step={step} onDone={done} />
      ),
  })
}

type Frame = (inside: { title: string; hint?: string; below?: ReactNode; children: ReactNode }) => ReactNode

/** The step between the right password and an open department. Shown while `useHalfSignIn().half`. */
export const SecondStep = ({ organization = null, ...around }: { organization?: Shown | null } & Around) => {
  const { end } = useHalfSignIn()
  const read = useRead(c.readStep, {})
  const frame: Frame = ({ children, ...rest }) => (
    <PublicPage organization={organization} {...rest}>
      {children}
    </PublicPage>
  )
  // Expired, or finished elsewhere: sign-in starts over with the password.
  const isOver = read.data?.step === null
  useEffect(() => {
    if (isOver) end()
  }, [isOver, end])
  if (read.error) return <ErrorState error={read.error} retry={() => void read.refetch()} />
  if (!read.data?.step)
    return (
      <div className="mx-auto w-full max-w-md">
        <CardSkeleton lines={4} />
      </div>
    )
  return <Waiting step={read.data.step} end={end} frame={frame} {...around} />
}
