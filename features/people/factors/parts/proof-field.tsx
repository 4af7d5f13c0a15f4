import KeyRound from 'lucide-react/icons/key-round'
import { type ReactNode, useRef, useState } from 'react'
import { ApiError } from '#platform/web/api.ts'
import { useNow } from '#platform/web/clock.ts'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { serverNow } from '#platform/web/session-ends.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { type ConfirmProps, ConfirmWithReason } from '#platform/web/ui/dialog.tsx'
import { Field, FieldError, FieldGroup } from '#platform/web/ui/field.tsx'
import { Input } from '#platform/web/ui/input.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { SaidAlready, wordsFor } from '#platform/web/words.ts'
import { showPasskey } from '../client.passkeys.ts'
import { askProof, listFactors, proveByCode, proveByPasskey } from '../contract.ts'

/** Margin before the proof expires, so that it does not run out during the call. */
const SPARE_MS = 5_000

/** Sends the proof, a typed code or a passkey; errors are shown at its field. */
const useProving = () => {
  const code = useWrite(proveByCode)
  const ask = useWrite(askProof)
  const passkey = useWrite(proveByPasskey)
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [recovery, setRecovery] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const say = (text: string): never => {
    setWrong(text)
    input.current?.focus()
    throw new SaidAlready(text)
  }
  const saying = async (work: () => Promise<unknown>) => {
    setWrong(null)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      say(wordsFor(error).text)
    } finally {
      setTyped('')
    }
  }
  const byPasskey = () => saying(async () => passkey.run({ answer: await showPasskey(await ask.run({})) }))
  const byCode = () => (typed.trim() === '' ? say('Enter the code.') : saying(() => code.run({ code: typed })))
  const swap = () => {
    setTyped('')
    setWrong(null)
    setRecovery(!recovery)
  }
  return {
    input,
    typed,
    setTyped,
    recovery,
    swap,
    wrong,
    byCode,
    byPasskey,
    busy: code.pending || ask.pending || passkey.pending,
  }
}

type Ways = { app: boolean; passkey: boolean; codes: boolean }
type AskedProps = { proving: ReturnType<typeof useProving>; ways: Ways; action: string; onProved: () => void }

const Asked = ({ proving, ways, action, onProved }: AskedProps) => {
  const { recovery } = proving
  const types = ways.app || recovery
  return (
    <FieldGroup legend="Confirm it's you" hint="You're asked at most once every 10 minutes.">
      {types ? (
        <Field
          label={recovery ? 'Recovery code' : 'Code'}
          hint={
            recovery
              ? 'One of the codes you saved. Each works once.'
              : 'Enter the 6-digit code from your authenticator app.'
          }
          error={proving.wrong}
        >
          {(control) => (
            <Input
              {...control}
              ref={proving.input}
              value={proving.typed}
              onChange={(event) => proving.setTyped(event.target.value)}
              inputMode={recovery ? 'text' : 'numeric'}
              autoComplete={recovery ? 'off' : 'one-time-code'}
              maxLength={30}
            />
          )}
        </Field>
      ) : (
        <>
          <p className="text-soft">You'll be asked for your passkey when you press "{action}".</p>
          {proving.wrong && <FieldError>{proving.wrong}</FieldError>}
        </>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {ways.passkey && types && (
          <Button
            icon={<KeyRound aria-hidden />}
            busy={proving.busy}
            onClick={() => void proving.byPasskey().then(onProved, () => undefined)}
          >
            Use a passkey
          </Button>
        )}
        {ways.codes && (
          <Button look="quiet" onClick={proving.swap}>
            {recovery ? 'Try another way' : 'Use a recovery code'}
          </Button>
        )}
      </div>
    </FieldGroup>
  )
}

/**
 * For dialogs with a sensitive action: `field` requests the second factor if none was given in the last minutes, and `proved`
 * submits it before the action. Typed input survives if either is refused.
 */
export const useProofField = (
  action: string,
): { field: ReactNode; proved: <T>(act: () => Promise<T>) => Promise<T> } => {
  const own = useRead(listFactors, {})
  const proving = useProving()
  // Null: as the server reported. A proof given here counts at once; after a refusal the field is shown regardless.
  const [told, setTold] = useState<'proved' | 'stale' | null>(null)
  useNow(SPARE_MS)
  const fresh = own.data !== undefined && Date.parse(own.data.fresh_until) - serverNow() > SPARE_MS
  const asks = told === null ? own.data !== undefined && !fresh : told === 'stale'
  const kinds = own.data?.factors.map(({ kind }) => kind) ?? []
  const ways = {
    app: kinds.includes('app'),
    passkey: kinds.includes('passkey'),
    codes: (own.data?.codes_left ?? 0) > 0,
  }
  const proved = async <T,>(act: () => Promise<T>): Promise<T> => {
    if (asks) {
      await (ways.app || proving.recovery || !ways.passkey ? proving.byCode() : proving.byPasskey())
      setTold('proved')
      void own.refetch()
    }
    try {
      return await act()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not_fresh') setTold('stale')
      throw error
    }
  }
  const field = asks ? (
    <Asked
      proving={proving}
      ways={ways}
      action={action}
      onProved={() => {
        setTold('proved')
        void own.refetch()
      }}
    />
  ) : own.data ? (
    told === 'proved' && <p role="status">Identity confirmed.</p>
  ) : own.error ? (
    <ErrorState quiet error={own.error} retry={() => void own.refetch()} />
  ) : (
    <CardSkeleton lines={1} />
  )
  return { field, proved }
}

type Props = ConfirmProps & { reasonLabel?: string; reasonHint?: string }

const Asking = (props: Props) => {
  const { field, proved } = useProofField(props.action)
  return <ConfirmWithReason {...props} below={field} onConfirm={(reason) => proved(() => props.onConfirm(reason))} />
}

/** A confirmation with a reason for a sensitive action, with the second factor in the same dialog; `asks` false leaves that out. */
export const ConfirmWithProof = ({ asks = true, ...props }: Props & { asks?: boolean }) => {
  if (!props.open) return null
  return asks ? <Asking {...props} /> : <ConfirmWithReason {...props} />
}
