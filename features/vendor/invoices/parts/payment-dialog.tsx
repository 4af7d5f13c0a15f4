import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import type { InputOf } from '#platform/shared/endpoint.ts'
import { type Currency, currencies, moneyValue, moneyWords, readMoney } from '#platform/shared/money.ts'
import { plainDateWords } from '#platform/shared/time.ts'
import { type ContractForm, useContractForm } from '#platform/web/forms/contract-form.ts'
import { DateField, SelectField, TextareaField, TextField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { Input } from '#platform/web/ui/input.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { allocatePayment, listPayments, type Payment, recordPayment } from '../contract.payments.ts'
import { type InvoiceRow, listInvoices, readInvoice } from '../contract.ts'
import { methods, methodWords, suggestAllocations } from '../rules.payments.ts'

const invalidates = [listPayments, listInvoices, readInvoice]
type Values = InputOf<typeof recordPayment>
type Typed = Values['allocations']

const useOpen = (organization_id: string, currency: Currency): InvoiceRow[] =>
  useRead(listInvoices, { organization_id, currency, state: 'unsettled', limit: 100 }).data?.items ?? []

const AmountField = ({ one, typed, onType }: { one: InvoiceRow; typed: string; onType: (typed: string) => void }) => (
  <Field
    label={`${one.number}, due ${plainDateWords(one.due_on ?? '')}`}
    hint={`${moneyWords(one.open_cents, one.currency)} open`}
    error={typed === '' ? null : overWords(typed, one.open_cents)}
  >
    {(control) => (
      <Input
        {...control}
        inputMode="decimal"
        className="figures md:w-44"
        value={typed}
        onChange={(event) => onType(event.target.value)}
      />
    )}
  </Field>
)

type AmountsProps = {
  open: readonly InvoiceRow[]
  value: Typed
  onChange: (next: Typed) => void
  /** Cents that can be given. */
  amount: number
}

/** An amount for each open invoice; an empty one allocates nothing to it. */
const Amounts = ({ open, value, onChange, amount }: AmountsProps) => {
  const id = useId()
  const currency = open[0]?.currency ?? 'USD'
  const set = (invoice_id: string, typed: string) => {
    const others = value.filter((one) => one.invoice_id !== invoice_id)
    onChange(typed.trim() === '' ? others : [...others, { invoice_id, amount: typed }])
  }
  const suggest = () =>
    onChange(
      suggestAllocations(
        amount,
        open.map((one) => ({ invoice_id: one.id, open_cents: one.open_cents })),
      ).map((one) => ({ invoice_id: one.invoice_id, amount: moneyValue(one.amount_cents) })),
    )
  if (open.length === 0)
    return <p className="text-soft">No open invoices in this currency. The payment becomes credit.</p>
  const given = value.reduce((sum, one) => sum + (readMoney(one.amount) ?? 0), 0)
  return (
    <fieldset className="flex flex-col gap-3" aria-describedby={id}>
      <legend className="mb-1 font-medium">Apply to</legend>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p id={id} className="figures text-small text-soft" aria-live="polite">
          {moneyWords(given, currency)} of {moneyWords(amount, currency)} applied.{' '}
          {given < amount && ' The rest becomes credit.'}
        </p>
        <Button size="small" onClick={suggest}>
          Oldest first
        </Button>
      </div>
      {open.map((one) => (
        <AmountField
          key={one.id}
          one={one}
          typed={value.find(({ invoice_id }) => invoice_id === one.id)?.amount ?? ''}
          onType={(typed) => set(one.id, typed)}
        />
      ))}
    </fieldset>
  )
}
const overWords = (typed: string, open: number): string | null => {
  const cents = readMoney(typed)
  if (cents === null || cents <= 0) return 'Enter an amount such as 1,234.50.'
  return cents > open ? 'Exceeds the open amount.' : null
}

const For = ({ form, organization_id }: { form: ContractForm<Values>; organization_id: string }) => {
  const [currency, amount, allocations] = useWatch({
    control: form.control,
    name: ['currency', 'amount', 'allocations'],
  })
  const open = useOpen(organization_id, currency)
  return (
    <Amounts
      open={open}
      amount={Math.max(0, readMoney(amount) ?? 0)}
      value={allocations}
      onChange={(next) => form.setValue('allocations', next, { shouldDirty: true })}
    />
  )
}

const Came = ({ form, today }: { form: ContractForm<Values>; today: string }) => (
  <div className="grid gap-4 md:grid-cols-2">
    <SelectField
      form={form}
      name="method"
      label="By"
      options={methods.map((value) => ({ value, label: methodWords[value] }))}
    />
    <TextField
      form={form}
      name="reference"
      label="Reference"
      hint="Check or transfer number. Never a card number."
      maxLength={80}
      autoComplete="off"
    />
    <TextField form={form} name="amount" label="Amount" inputMode="decimal" />
    <SelectField
      form={form}
      name="currency"
      label="Currency"
      options={currencies.map((value) => ({ value, label: value }))}
    />
    <DateField form={form} name="received_on" label="Received" max={today} />
  </div>
)

type Props = { organization_id: string; currency: Currency; today: string; onClose: () => void }

/** Records a received payment and what it is for. */
export const PaymentDialog = ({ organization_id, currency, today, onClose }: Props) => {
  const form = useContractForm(
    recordPayment,
    {
      organization_id,
      method: 'check',
      reference: '',
      currency,
      amount: '',
      received_on: today,
      note: '',
      allocations: [],
    },
    { draftKey: `payment:${organization_id}` },
  )
  const record = useWrite(recordPayment, { invalidates })
  return (
    <FormDialog
      form={form}
      size="wide"
      title="Record a payment"
      action="Record payment"
      onSubmit={record.run}
      onDone={() => toast.success('Payment recorded')}
      onClose={onClose}
    >
      <Came form={form} today={today} />
      <For form={form} organization_id={organization_id} />
      <TextareaField
        form={form}
        name="note"
        label="Note"
        hint="Visible to the vendor only."
        maxLength={500}
        rows={2}
        optional
      />
    </FormDialog>
  )
}

/** Allocates the rest of a payment to invoices. */
export const AllocateDialog = ({ payment, onClose }: { payment: Payment; onClose: () => void }) => {
  const form = useContractForm(allocatePayment, {
    organization_id: payment.customer.id,
    payment_id: payment.id,
    allocations: [],
  })
  const write = useWrite(allocatePayment, { invalidates })
  const open = useOpen(payment.customer.id, payment.currency)
  const allocations = useWatch({ control: form.control, name: 'allocations' })
  return (
    <FormDialog
      form={form}
      size="wide"
      title={`Apply payment ${payment.reference}`}
      action="Apply to invoices"
      onSubmit={write.run}
      onDone={() => toast.success('Payment applied')}
      onClose={onClose}
    >
      <Amounts
        open={open}
        amount={payment.amount_cents - payment.allocated_cents}
        value={allocations}
        onChange={(next) => form.setValue('allocations', next, { shouldDirty: true })}
      />
    </FormDialog>
  )
}
