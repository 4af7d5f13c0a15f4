import { useState } from 'react'
import type { InputOf, OutputOf } from '#platform/shared/endpoint.ts'
import { currencies, moneyValue } from '#platform/shared/money.ts'
import { ApiError } from '#platform/web/api.ts'
import { type ContractForm, useContractForm } from '#platform/web/forms/contract-form.ts'
import { SelectField, TextareaField, TextField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { editVendorSettings, readVendorSettings } from '../contract.ts'
import { vendorBounds } from '../rules.ts'

type Saved = OutputOf<typeof readVendorSettings>
type Values = InputOf<typeof editVendorSettings>
type Filled = { form: ContractForm<Values> }

const typed = (cents: number | null): string => (cents === null ? '' : moneyValue(cents))
const valuesOf = ({ backup: _, ...saved }: Saved): Values => ({
  ...saved,
  price_5_25: typed(saved.price_5_25),
  price_26_100: typed(saved.price_26_100),
  price_over_100: typed(saved.price_over_100),
})

const Who = ({ form }: Filled) => (
  <Card title="The vendor" hint="Shown in the terms, privacy policy, invoices and public footer.">
    <div className="flex flex-col gap-4">
      <TextField
        form={form}
        name="legal_name"
        label="Legal name"
        maxLength={vendorBounds.legal_name}
        autoComplete="organization"
        optional
      />
      <TextareaField
        form={form}
        name="address"
        label="Mailing address"
        maxLength={vendorBounds.address}
        rows={3}
        optional
      />
      <TextField form={form} name="tax_id" label="Tax ID" maxLength={vendorBounds.tax_id} optional />
      <TextField
        form={form}
        name="support_email"
        label="Support email"
        type="email"
        inputMode="email"
        hint="Receives contact and trial requests. Leave empty to use the server's setting."
        optional
      />
    </div>
  </Card>
)

const Invoices = ({ form }: Filled) => (
  <Card title="Invoices" hint="Printed on every new invoice.">
    <div className="flex flex-col gap-4">
      <TextareaField
        form={form}
        name="payment_terms"
        label="Payment terms"
        hint="Shown next to the due date. Invoices are Net 30."
        maxLength={vendorBounds.payment_terms}
        rows={3}
        optional
      />
      <TextareaField
        form={form}
        name="invoice_footer"
        label="Footer"
        hint="Bank details, for example."
        maxLength={vendorBounds.invoice_footer}
        rows={3}
        optional
      />
    </div>
  </Card>
)

const sizes = [
  { name: 'price_5_25', label: '5-25 officers' },
  { name: 'price_26_100', label: '26-100 officers' },
  { name: 'price_over_100', label: '100+ officers' },
] as const

const Prices = ({ form }: Filled) => (
  <Card
    title="Annual prices"
    hint="Default prices for new contracts by organization size. Leave empty to set prices individually."
  >
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        form={form}
        name="currency"
        label="Currency"
        options={currencies.map((one) => ({ value: one, label: one }))}
      />
      {sizes.map(({ name, label }) => (
        <TextField key={name} form={form} name={name} label={label} inputMode="decimal" optional />
      ))}
    </div>
  </Card>
)

/** All settings in one form, filled from the version last read; conflicts if someone else has saved since. */
const Editor = ({ saved, onTake }: { saved: Saved; onTake: () => void }) => {
  const form = useContractForm(editVendorSettings, valuesOf(saved), { draftKey: 'vendor-settings' })
  const edit = useWrite(editVendorSettings, { invalidates: [readVendorSettings] })
  const [clash, setClash] = useState<number | null>(null)
  const save = async (values: Values) => {
    try {
      const { version } = await edit.run(values)
      setClash(null)
      form.reset({ ...values, version })
      toast.success('Saved', 'Invoices, emails and public pages update.')
    } catch (error) {
      if (error instanceof ApiError && error.code === 'changed_meanwhile') setClash(Number(error.details.version))
      throw error
    }
  }
  return (
    <Form form={form} onSubmit={save} className="max-w-3xl gap-5">
      {clash !== null && (
        <Notice
          tone="warn"
          title="Changed while you were editing"
          action={
            <div className="flex flex-wrap gap-2">
              <Button size="small" onClick={onTake}>
                Discard mine, show theirs
              </Button>
              <Button
                size="small"
                look="danger-quiet"
                onClick={form.submit((values) => save({ ...values, version: clash }))}
              >
                Save mine instead
              </Button>
            </div>
          }
        >
          Someone else saved these settings. Your changes are still here but not saved.
        </Notice>
      )}
      <Who form={form} />
      <Prices form={form} />
      <Invoices form={form} />
      <div>
        <SubmitButton form={form}>Save changes</SubmitButton>
      </div>
    </Form>
  )
}

/** Fills the form, and refills it with others' changes on request. */
export const VendorSettingsForm = ({
  latest,
  refetch,
}: {
  latest: Saved
  refetch: () => Promise<{ data: Saved | undefined }>
}) => {
  const [seen, setSeen] = useState({ saved: latest, time: 0 })
  const take = async () => {
    const { data } = await refetch()
    if (!data) return
    sessionStorage.removeItem('draft:vendor-settings')
    setSeen((before) => ({ saved: data, time: before.time + 1 }))
  }
  return <Editor key={seen.time} saved={seen.saved} onTake={() => void take()} />
}
