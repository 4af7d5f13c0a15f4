import type { InputOf } from '#platform/shared/endpoint.ts'
import { type ContractForm, useContractForm } from '#platform/web/forms/contract-form.ts'
import { NumberField, SwitchField, TextareaField, TextField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useWrite } from '#platform/web/reads.ts'
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
        label="Postal address"
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
        label="Days overdue before staff review a suspension"
        hint="The department’s admins are notified too. Nothing is suspended automatically."
        min={1}
        max={3650}
        step={1}
      />
    </div>
  </Card>
)

/** Recipient and address for invoices, the tax on them, and what happens when they are not paid. */
export const DetailsForm = ({ account }: { account: Account }) => {
  const { details, customer } = account
  const { tax_rate_millionths, email, ...rest } = details
  const form = useContractForm(
    editAccount,
    {
      ...rest,
      organization_id: customer.id,
      email: email ?? '',
      tax_rate: String(tax_rate_millionths / 10_000),
    },
    { draftKey: `billing:${customer.id}:${details.version}` },
  )
  const edit = useWrite(editAccount, { invalidates })
  return (
    <Form form={form} onSubmit={edit.run} onDone={() => toast.success('Saved')} className="max-w-3xl">
      <GoTo form={form} name={customer.name} />
      <Tax form={form} />
      <NotPaid form={form} />
      <div className="flex justify-end">
        <SubmitButton form={form}>Save</SubmitButton>
      </div>
    </Form>
  )
}
