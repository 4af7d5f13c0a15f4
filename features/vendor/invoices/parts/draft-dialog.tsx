import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { useFieldArray, useWatch } from 'react-hook-form'
import type { InputOf } from '#platform/shared/endpoint.ts'
import { type Currency, currencies, moneyValue, moneyWords, readMoney } from '#platform/shared/money.ts'
import { type ContractForm, useContractForm } from '#platform/web/forms/contract-form.ts'
import { CheckboxField, NumberField, SelectField, TextareaField, TextField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { SeenNotice, type Shown, useSeen } from '#platform/web/forms/seen.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { Button, IconButton } from '#platform/web/ui/button.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { createInvoice, editInvoice, type Invoice, listInvoices, readInvoice } from '../contract.ts'

type Values = InputOf<typeof createInvoice>
const emptyLine = { description: '', quantity: 1, unit: '', taxable: true }

const Lines = ({ form }: { form: ContractForm<Values> }) => {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'lines' })
  const lines = useWatch({ control: form.control, name: 'lines' })
  const currency = useWatch({ control: form.control, name: 'currency' }) as Currency
  const net = lines.reduce((sum, line) => sum + (readMoney(line.unit) ?? 0) * (line.quantity || 0), 0)
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-medium">Lines</legend>
      {fields.map((field, at) => (
        <div key={field.id} className="flex flex-col gap-3 rounded-ui border border-line p-3">
          <TextField form={form} name={`lines.${at}.description`} label="Description" maxLength={300} />
          <div className="grid grid-cols-2 items-start gap-3 md:flex md:flex-wrap">
            <NumberField form={form} name={`lines.${at}.quantity`} label="Quantity" min={1} step={1} />
            <TextField form={form} name={`lines.${at}.unit`} label="Price" inputMode="decimal" className="md:w-36" />
            <span className="md:pt-8">
              <CheckboxField form={form} name={`lines.${at}.taxable`} label="Taxable" />
            </span>
            <span className="ml-auto md:pt-7">
              <IconButton
                label={fields.length === 1 ? 'At least one line' : `Remove line ${at + 1}`}
                icon={<Trash aria-hidden />}
                aria-disabled={fields.length === 1 || undefined}
                onClick={() => fields.length > 1 && remove(at)}
              />
            </span>
          </div>
        </div>
      ))}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button icon={<Plus aria-hidden />} onClick={() => append(emptyLine)}>
          Add line
        </Button>
        <p className="figures" aria-live="polite">
          Net {moneyWords(net, currency)}
        </p>
      </div>
    </fieldset>
  )
}

/** The form's initial values: the current draft, or one empty line. */
const startValues = (organization_id: string, currency: Currency, draft: Invoice | undefined): Values => ({
  organization_id,
  currency: draft?.currency ?? currency,
  lines: draft
    ? draft.lines.map(({ description, quantity, unit_cents, taxable }) => ({
        description,
        quantity,
        unit: moneyValue(unit_cents),
        taxable,
      }))
    : [emptyLine],
  note: draft?.note ?? '',
  purchase_order: draft?.purchase_order ?? '',
})

/** What a draft says, for a dialog that was opened on an earlier one. */
export const shownOfDraft: Shown<Invoice> = ({ total_cents, currency, lines, purchase_order, note }) => ({
  Total: moneyWords(total_cents, currency),
  Lines: lines
    .map((one) => `${one.quantity} × ${one.description} at ${moneyWords(one.unit_cents, currency)}`)
    .join('; '),
  'Purchase order': purchase_order,
  Note: note,
})

type DraftProps = {
  organization_id: string
  currency: Currency
  draft?: Invoice
  onClose: () => void
  onMade?: (id: string) => void
}

/** Creates a draft by hand, or edits the lines of an existing one. */
export const DraftDialog = ({ organization_id, currency, draft: live, onClose, onMade }: DraftProps) => {
  const of = useSeen(live)
  const draft = of.seen
  const form = useContractForm(createInvoice, startValues(organization_id, currency, draft), {
    draftKey: `invoice:${of.first ? `${of.first.id}:${of.first.version}` : organization_id}`,
  })
  const invalidates = [listInvoices, readInvoice]
  const create = useWrite(createInvoice, { invalidates })
  const edit = useWrite(editInvoice, { invalidates })
  const save = async (values: Values) => {
    if (draft) {
      const { currency: _, ...rest } = values
      await edit.run({ ...rest, invoice_id: draft.id, version: draft.version })
    } else onMade?.((await create.run(values)).id)
  }
  return (
    <FormDialog
      form={form}
      size="wide"
      title={draft ? 'Edit draft' : 'New invoice'}
      description="Drafts have no number, and customers can't see them until they're issued."
      action="Save draft"
      onSubmit={save}
      onDone={() => toast.success('Draft saved')}
      onClose={onClose}
    >
      {!edit.pending && <SeenNotice of={of} shown={shownOfDraft} />}
      {!draft && (
        <SelectField
          form={form}
          name="currency"
          label="Currency"
          options={currencies.map((value) => ({ value, label: value }))}
        />
      )}
      <Lines form={form} />
      <TextField form={form} name="purchase_order" label="Purchase order" maxLength={60} optional />
      <TextareaField form={form} name="note" label="Note on the invoice" maxLength={1000} rows={2} optional />
    </FormDialog>
  )
}
