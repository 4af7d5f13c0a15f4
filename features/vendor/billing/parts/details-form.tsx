import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { InputOf } from '#platform/shared/endpoint.ts'
import { ConflictNotice } from '#platform/web/forms/conflict.tsx'
import { type ContractForm, dropDraft, hasDraft, useContractForm } from '#platform/web/forms/contract-form.ts'
import { NumberField, SwitchField, TextareaField, TextField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { useZone } from '#platform/web/session.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { type Account, editAccount, readAccount } from '../contract.ts'

const invalidates = [readAccount]

type Filled = { form: ContractForm<InputOf<typeof editAccount>> }

const GoTo = ({ form, name }: Filled & { name: string }) => (
  <Card title="Billing address">
    <div className="flex flex-col gap-4">
      <TextField
        form={form}
        name="legal_name"
        label="Name on invoices"
        hint={`Default: ${name}.`}
        maxLength={160}
        optional
      />
      <TextareaField
        form={form}
        name="address"
        label="Mailing address"
        hint="Required to issue invoices."
        maxLength={400}
        rows={3}
      />
      <TextField
        form={form}
        name="email"
        type="email"
        inputMode="email"
        label="Billing email"
        hint="Invoices and reminders are sent here."
        maxLength={254}
        optional
      />
    </div>
  </Card>
)

const Tax = ({ form }: Filled) => (
  <Card title="Tax" hint="Calculated once on the taxable total, rounded half up.">
    <div className="grid gap-4 md:grid-cols-2">
      <TextField form={form} name="tax_name" label="Name" maxLength={40} />
      <TextField form={form} name="tax_rate" label="Rate in percent" inputMode="decimal" hint="Example: 8.25." />
      <SwitchField form={form} name="tax_exempt" label="Tax exempt" />
      <TextField form={form} name="exemption_certificate" label="Certificate number" maxLength={60} optional />
    </div>
  </Card>
)

const NotPaid = ({ form }: Filled) => (
  <Card title="Overdue invoices">
    <div className="flex flex-col gap-4">
      <SwitchField
        form={form}
        name="reminders"
        label="Email reminders"
        hint="One week before the due date, then 7, 14 and 30 days after."
      />
      <NumberField
        form={form}
        name="suspend_after_days"
        label="Days overdue before suspension review"
        hint="The organization's admins are notified too. Nothing is suspended automatically."
        min={1}
        max={3650}
        step={1}
      />
    </div>
  </Card>
)

type Details = Account['details']
const words: Readonly<Record<keyof Omit<Details, 'version'>, string>> = {
  legal_name: 'name on invoices',
  address: 'mailing address',
  email: 'billing email',
  tax_name: 'tax name',
  tax_rate_millionths: 'tax rate',
  tax_exempt: 'tax exemption',
  exemption_certificate: 'certificate number',
  reminders: 'email reminders',
  suspend_after_days: 'days before suspension review',
}
const isName = (name: string): name is keyof typeof words => name in words
const changedIn = (before: Details, after: Details): string[] =>
  Object.keys(before).flatMap((name) => (isName(name) && before[name] !== after[name] ? [words[name]] : []))

const valuesOf = ({ details, customer }: Account) => {
  const { tax_rate_millionths, email, ...rest } = details
  return {
    ...rest,
    organization_id: customer.id,
    email: email ?? '',
    tax_rate: String(tax_rate_millionths / 10_000),
  }
}

type FormProps = {
  /** What the form was filled with. */
  seen: Account
  latest: Account
  /** Fills the form with the latest. */
  onTake: () => void
}

const draftOf = ({ customer }: Account) => `billing:${customer.id}`

/** What a colleague saved since, and which of the two stays. */
const Changed = ({ seen, latest, onTake, onKeep }: FormProps & { onKeep: () => void }) => {
  const zone = useZone()
  const saved = latest.details_saved
  return (
    <ConflictNotice
      conflict={{
        version: latest.details.version,
        changed: changedIn(seen.details, latest.details),
        by: saved?.by ?? null,
      }}
      when={saved ? dayAndClock(saved.at, zone) : undefined}
      onTakeTheirs={onTake}
      onKeepMine={onKeep}
    />
  )
}

/**
 * Newer details fill the form while nothing is typed. Otherwise the typed text stays, also over a reload, and the person decides.
 */
const FilledForm = (props: FormProps) => {
  const { seen, latest, onTake } = props
  const draftKey = draftOf(seen)
  const [hadDraft] = useState(() => hasDraft(draftKey))
  const form = useContractForm(editAccount, valuesOf(seen), { draftKey })
  const edit = useWrite(editAccount, { invalidates })
  const saved = useRef(0)
  const newest = latest.details.version
  // A draft says which details it changes.
  const newer = newest > Number(useWatch({ control: form.control, name: 'version' }))
  const typed = form.formState.isDirty || hadDraft
  const own = newest === saved.current
  const take = () => {
    dropDraft(draftKey)
    onTake()
  }
  const takeNow = useEffectEvent(take)
  useEffect(() => {
    if (newer && (!typed || own)) takeNow()
  }, [newer, typed, own])
  const send = async (values: InputOf<typeof editAccount>) => {
    const answer = await edit.run(values)
    saved.current = answer.version
    return answer
  }
  const keep = () => {
    form.setValue('version', newest)
    form.submit(send, () => toast.success('Saved'))()
  }
  return (
    <Form form={form} onSubmit={send} onDone={() => toast.success('Saved')} className="max-w-3xl">
      {newer && typed && !own && <Changed {...props} onTake={take} onKeep={keep} />}
      <GoTo form={form} name={latest.customer.name} />
      <Tax form={form} />
      <NotPaid form={form} />
      <div className="flex justify-end">
        <SubmitButton form={form}>Save</SubmitButton>
      </div>
    </Form>
  )
}

/** Recipient and address for invoices, the tax on them, and what happens when they are not paid. */
export const DetailsForm = ({ account }: { account: Account }) => {
  const [{ seen, takes }, take] = useState({ seen: account, takes: 0 })
  return (
    <FilledForm
      // After a reload, a draft may be older than the details it was filled beside: the version alone would not tell.
      key={takes}
      seen={seen}
      latest={account}
      onTake={() => take({ seen: account, takes: takes + 1 })}
    />
  )
}
