import { useState } from 'react'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { useNow } from '#platform/web/clock.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { CheckboxField, TextField } from '#platform/web/forms/fields.tsx'
import { PageForm } from '#platform/web/forms/page-form.tsx'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { useZone } from '#platform/web/session.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Confirm } from '#platform/web/ui/dialog.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { addPhone, confirmPhone, readPhone, removePhone, setCalls } from '../contract.phones.ts'
import { callConsentText } from '../rules.calls.ts'

type Read = OutputOf<typeof readPhone>
type Phone = NonNullable<Read['phone']>

const AddForm = ({ terms }: { terms: string }) => {
  const form = useContractForm(addPhone, { number: '', consent: false as unknown as true })
  const add = useWrite(addPhone, { invalidates: [readPhone] })
  return (
    <PageForm
      form={form}
      onSubmit={add.run}
      onDone={() => toast.success('Code sent', 'Enter the 6-digit code we texted you.')}
      action="Send code"
    >
      <TextField form={form} name="number" label="Phone" type="tel" autoComplete="tel" />
      <CheckboxField form={form} name="consent" label={terms} />
    </PageForm>
  )
}

const CodeForm = ({ phone, onOther }: { phone: Phone; onOther: () => void }) => {
  const form = useContractForm(confirmPhone, { code: '' })
  const confirm = useWrite(confirmPhone, { invalidates: [readPhone] })
  return (
    <PageForm
      form={form}
      onSubmit={confirm.run}
      onDone={() => toast.success('Number confirmed', "We'll text you about order-ins and offers.")}
      action="Confirm number"
      beside={<Button onClick={onOther}>Use another number</Button>}
    >
      <p>
        We texted a code to <span className="figures">{phone.number}</span>.
      </p>
      <TextField form={form} name="code" label="Code" inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
    </PageForm>
  )
}

/** Calls take a consent of their own: the button below its words. */
const Calls = ({ phone }: { phone: Phone }) => {
  const set = useWrite(setCalls, { invalidates: [readPhone] })
  const zone = useZone()
  const now = useNow()
  const press = async (consent: boolean) => {
    try {
      await set.run({ consent })
      if (consent) toast.success('Calls are on', "We'll call if you don't respond to an order-in.")
      else toast.success('Calls are off', 'Text messages continue.')
    } catch (error) {
      toast.failure(error)
    }
  }
  if (phone.calls_since === null)
    return (
      <>
        <p className="text-soft">{callConsentText}</p>
        <div>
          <Button busy={set.pending} onClick={() => void press(true)}>
            Agree to calls
          </Button>
        </div>
      </>
    )
  return (
    <>
      <p>Calls also go to this number.</p>
      <p className="figures text-small text-faint">
        You agreed on {dayAndClock(phone.calls_since, zone, now)}. To stop, press 9 during a call or use this button.
      </p>
      <div>
        <Button busy={set.pending} onClick={() => void press(false)}>
          Stop calls
        </Button>
      </div>
    </>
  )
}

const Confirmed = ({ phone }: { phone: Phone }) => {
  const [open, setOpen] = useState(false)
  const remove = useWrite(removePhone, { invalidates: [readPhone] })
  const zone = useZone()
  const now = useNow()
  return (
    <>
      <p>
        Text messages go to <span className="figures font-medium">{phone.number}</span>.
      </p>
      <p className="figures text-small text-faint">
        You agreed on {dayAndClock(phone.consented_at, zone, now)}. To stop, remove the number or reply STOP.
      </p>
      <div>
        <Button onClick={() => setOpen(true)}>Remove number</Button>
      </div>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title="Stop text messages?"
        text="You'll get order-ins and offers in the app, by push and by email only."
        action="Remove number"
        back="Keep number"
        onConfirm={async () => {
          await remove.run({})
          toast.success('Number removed', "You won't get any more texts or calls.")
        }}
      />
    </>
  )
}

const ended = (phone: Phone | null): string | null => {
  if (phone?.stopped_why === 'stop_word')
    return 'You replied STOP, so text messages are off. Reply START, then add your number again.'
  if (phone?.stopped_why === 'access_ended' || phone?.stopped_why === 'merged')
    return 'Your access to the department changed. Add your number again to get text messages.'
  return null
}

const Body = ({ read: { texting, calling, consent_text, phone } }: { read: Read }) => {
  const [other, setOther] = useState(false)
  const live = phone?.stopped_at === null ? phone : null
  if (!texting) return <p className="text-soft">Your department can't send text messages yet.</p>
  if (live?.confirmed_at)
    return (
      <>
        <Confirmed phone={live} />
        {calling && <Calls key={live.calls_since} phone={live} />}
      </>
    )
  if (live && !other) return <CodeForm phone={live} onOther={() => setOther(true)} />
  const why = ended(phone)
  return (
    <>
      {why && <Notice tone="warn">{why}</Notice>}
      <AddForm key={phone?.consented_at} terms={consent_text} />
    </>
  )
}

/** The person's number for text messages, with the consent that it takes. */
export const PhoneCard = () => {
  const read = useRead(readPhone, {})
  if (read.error && !read.data) return <ErrorState error={read.error} retry={() => void read.refetch()} />
  if (!read.data) return <CardSkeleton lines={3} />
  return (
    <Card
      title={read.data.calling ? 'Text messages and calls' : 'Text messages'}
      hint="Sent for order-ins and offers you haven't answered in the app."
    >
      <div className="flex flex-col gap-4">
        <Body key={read.data.phone?.consented_at} read={read.data} />
      </div>
    </Card>
  )
}
