import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { type ReactNode, useEffect, useState } from 'react'
import { useNow } from '#platform/web/clock.ts'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { useSignedIn } from '#platform/web/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { checksItsHolder, isOfferPutAway, makePasskey, putOfferAway } from '../client.passkeys.ts'
import * as c from '../contract.ts'
import { mayOfferPasskey } from '../rules.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

/** What can be done about the offer. Recovery codes come with an account's first factor and are shown once. */
const useOffer = (personId: string, onDone: () => void) => {
  const begin = useWrite(c.beginPasskey)
  const confirm = useWrite(c.confirmPasskey, { invalidates: [c.listFactors] })
  const decline = useWrite(c.declinePasskeyOffer)
  const [busy, setBusy] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  const add = async () => {
    setBusy(true)
    try {
      const answer = await makePasskey(await begin.run({}))
      const { recovery_codes } = await confirm.run({ answer, name: 'Passkey' })
      toast.success('Passkey added', 'Next time, sign in with "Use a passkey".')
      setCodes(recovery_codes)
      if (!recovery_codes) onDone()
    } catch (error) {
      toast.failure(error)
    } finally {
      setBusy(false)
    }
  }
  const putAway = () => {
    putOfferAway(personId)
    onDone()
    void decline.run({}).catch(() => undefined)
  }
  return { add, putAway, busy, codes }
}

const Offer = ({ personId, onDone }: { personId: string; onDone: () => void }) => {
  const { add, putAway, busy, codes } = useOffer(personId, onDone)
  return (
    <>
      <Card>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <Fingerprint aria-hidden className="size-6 shrink-0 text-brand-ink" />
          <div className="min-w-[min(14rem,60vw)] flex-1">
            <h2 className="font-semibold">Sign in faster next time</h2>
            <p className="text-small text-soft">
              Use this device's fingerprint, face or PIN instead of your password. It also becomes your second factor.
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            <Button look="tint" busy={busy} onClick={() => void add()}>
              Add a passkey
            </Button>
            <Button look="quiet" onClick={putAway}>
              Not now
            </Button>
          </div>
        </div>
      </Card>
      {codes && (
        <Dialog open onClose={onDone} title="Recovery codes">
          <RecoveryCodes codes={codes} onKept={onDone} />
        </Dialog>
      )}
    </>
  )
}

const Asked = ({ personId, otherwise }: { personId: string; otherwise: ReactNode }) => {
  const now = useNow()
  const own = useRead(c.listFactors, {})
  // Once shown it stays until answered: adding a passkey closes it.
  const [state, setState] = useState<'asking' | 'shown' | 'done'>('asking')
  const able = own.data
    ? mayOfferPasskey(own.data, { able: true, put_away: false }, new Date(now).toISOString())
    : false
  useEffect(() => {
    if (able) setState((before) => (before === 'asking' ? 'shown' : before))
  }, [able])
  if (state === 'shown') return <Offer personId={personId} onDone={() => setState('done')} />
  return state === 'asking' && (own.data || own.error) ? otherwise : null
}

/**
 * Offers a passkey right after sign-in, on a device that can verify its user. It never blocks the page. `otherwise`: in its place where
 * no passkey is offered, so that a screen asks for one thing at a time.
 */
export const PasskeyOffer = ({ otherwise }: { otherwise: ReactNode }) => {
  const { person } = useSignedIn()
  const [able, setAble] = useState<boolean | null>(null)
  useEffect(() => {
    let gone = false
    if (isOfferPutAway(person.id)) setAble(false)
    else void checksItsHolder().then((can) => !gone && setAble(can))
    return () => {
      gone = true
    }
  }, [person.id])
  if (able === null) return null
  return able ? <Asked personId={person.id} otherwise={otherwise} /> : otherwise
}
