import { useId } from 'react'
import { listInvoices, readInvoice } from '#features/invoices/contract.ts'
import { moneyValue, moneyWords } from '#platform/shared/money.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { DateField, SelectField, TextareaField, TextField } from '#platform/web/forms/fields.tsx'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { listPayments, type Payment, refundPayment } from '../contract.ts'
import { creditOf, methods, methodWords } from '../rules.ts'

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
          options={[{ value: 'none', label: 'What was paid too much' }, ...numbered]}
        />
      )}
      <SelectField
        form={form}
        name="method"
        label="Method"
        options={methods.map((value) => ({ value, label: methodWords[value] }))}
      />
      <TextField form={form} name="reference" label="Reference" hint="The number of the check or of the transfer." />
      <DateField form={form} name="refunded_on" label="Sent back on" min={row.received_on} max={today} />
      <TextareaField form={form} name="reason" label="Reason" maxLength={500} rows={2} />
    </>
  )
}

/** What was given back of a payment's credit, written down; the money itself is sent by the bank. */
export const RefundDialog = ({ row, today, onClose }: Props) => {
  const id = useId()
  const credit = creditOf({ ...row, reversed: row.reversed_on !== null })
  const most = moneyWords(credit, row.currency)
  const form = useRefundForm({ row, today }, credit)
  const refund = useWrite(refundPayment, { invalidates: [listPayments, listInvoices, readInvoice] })
  const done = () => {
    toast.success('Refund recorded')
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Refund of ${methodWords[row.method]} ${row.reference}`}
      description={`${most} of it is credit. Write down what was sent back; nothing is sent from here.`}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <SubmitButton form={form} formId={id}>
            Record refund
          </SubmitButton>
        </>
      }
    >
      <Form form={form} id={id} onSubmit={refund.run} onDone={done}>
        <Fields form={form} row={row} today={today} most={most} />
      </Form>
    </Dialog>
  )
}
