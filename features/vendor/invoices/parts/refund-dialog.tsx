import { moneyValue, moneyWords } from '#platform/shared/money.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { DateField, SelectField, TextareaField, TextField } from '#platform/web/forms/fields.tsx'
import { FormDialog } from '#platform/web/forms/form-dialog.tsx'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { listPayments, type Payment, refundPayment } from '../contract.payments.ts'
import { listInvoices, readInvoice } from '../contract.ts'
import { creditOf, methods, methodWords } from '../rules.payments.ts'

type Props = { row: Payment; today: string; onClose: () => void }
const useRefundForm = ({ row, today }: Omit<Props, 'onClose'>, credit: number) =>
  useContractForm(refundPayment, {
    organization_id: row.customer.id,
    payment_id: row.id,
    credit_note_id: 'none',
    method: row.method,
    reference: '',
    amount: moneyValue(credit),
    refunded_on: today,
    reason: '',
  })
type RefundForm = ReturnType<typeof useRefundForm>

const Fields = ({ form, row, today, most }: { form: RefundForm; row: Payment; today: string; most: string }) => {
  const of = { organization_id: row.customer.id, currency: row.currency } as const
  const notes = useRead(listInvoices, { ...of, state: 'credit_notes', limit: 100 }).data?.items ?? []
  const numbered = notes.flatMap(({ id, number, total_cents }) =>
    number ? [{ value: id, label: `${number}, ${moneyWords(total_cents, row.currency)}` }] : [],
  )
  return (
    <>
      <TextField
        form={form}
        name="amount"
        label={`Amount in ${row.currency}`}
        inputMode="decimal"
        hint={`At most ${most}.`}
      />
      {numbered.length > 0 && (
        <SelectField
          form={form}
          name="credit_note_id"
          label="For"
          options={[{ value: 'none', label: 'Overpayment' }, ...numbered]}
        />
      )}
      <SelectField
        form={form}
        name="method"
        label="Method"
        options={methods.map((value) => ({ value, label: methodWords[value] }))}
      />
      <TextField form={form} name="reference" label="Reference" hint="Check or transfer number." />
      <DateField form={form} name="refunded_on" label="Refunded on" min={row.received_on} max={today} />
      <TextareaField form={form} name="reason" label="Reason" maxLength={500} rows={2} />
    </>
  )
}

/** Records a refund of a payment's credit; the bank sends the money itself. */
export const RefundDialog = ({ row, today, onClose }: Props) => {
  const credit = creditOf({ ...row, reversed: row.reversed_on !== null })
  const most = moneyWords(credit, row.currency)
  const form = useRefundForm({ row, today }, credit)
  const refund = useWrite(refundPayment, { invalidates: [listPayments, listInvoices, readInvoice] })
  return (
    <FormDialog
      form={form}
      title={`Refund of ${methodWords[row.method]} ${row.reference}`}
      description={`${most} is unapplied credit. Record the refund here after you send the money.`}
      action="Record refund"
      onSubmit={refund.run}
      onDone={() => toast.success('Refund recorded')}
      onClose={onClose}
    >
      <Fields form={form} row={row} today={today} most={most} />
    </FormDialog>
  )
}
