import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { moneyWords } from '#platform/shared/money.ts'
import { paths } from '#platform/shared/paths.ts'
import { plainDateWords } from '#platform/shared/time.ts'
import { call } from '#platform/web/api.ts'
import { SeenNotice, useSeen } from '#platform/web/forms/seen.tsx'
import { useWrite } from '#platform/web/reads.ts'
import { bytesOf, keepFile } from '#platform/web/save-file.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Confirm, ConfirmWithReason } from '#platform/web/ui/dialog.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useGo } from '#platform/web/url.ts'
import {
  creditInvoice,
  discardInvoice,
  type Invoice,
  issueInvoice,
  listInvoices,
  readDocument,
  readInvoice,
} from '../contract.ts'
import { dueOn } from '../rules.ts'
import { DraftDialog, shownOfDraft } from './draft-dialog.tsx'
import { missingWords, useMissing } from './missing.tsx'

const invalidates = [readInvoice, listInvoices]
type Of = { invoice: Invoice; today: string }

const PdfButton = ({ invoice }: { invoice: Invoice }) => {
  const [busy, setBusy] = useState(false)
  const fetch = async () => {
    setBusy(true)
    try {
      const file = await call(readDocument, { organization_id: invoice.customer.id, invoice_id: invoice.id }, {})
      await keepFile(new Blob([bytesOf(file.pdf)], { type: 'application/pdf' }), file.file_name)
    } catch (error) {
      toast.failure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      busy={busy}
      icon={<Download aria-hidden />}
      why={invoice.document ? null : 'Creating the PDF. It will be ready in a moment.'}
      onClick={() => void fetch()}
    >
      PDF
    </Button>
  )
}

const Issue = ({ invoice: live, today, onClose }: Of & { onClose: () => void }) => {
  const of = useSeen(live)
  // The customer's details count as they are when it is issued.
  const invoice = of.changed ? of.seen : live
  const issue = useWrite(issueInvoice, { invalidates })
  const amount = moneyWords(invoice.total_cents, invoice.currency)
  const to = invoice.buyer.email
    ? `It will be emailed to ${invoice.buyer.email}.`
    : "There's no billing email, so the invoice won't be emailed."
  return (
    <Confirm
      open
      onClose={onClose}
      look="primary"
      title={`Issue this ${invoice.kind === 'invoice' ? 'invoice' : 'credit note'} for ${amount}?`}
      text={
        invoice.kind === 'invoice'
          ? `It gets a number and is due on ${plainDateWords(dueOn(today))} (Net 30). ${to} Issued invoices can't be edited. To correct one, issue a credit note.`
          : `It gets a number and credits ${amount} on ${invoice.credits?.number}. ${to} Issued credit notes can't be edited.`
      }
      action="Issue"
      back="Keep as draft"
      onConfirm={async () => {
        const { number } = await issue.run({
          organization_id: invoice.customer.id,
          invoice_id: invoice.id,
          version: invoice.version,
        })
        toast.success('Issued', number)
      }}
    >
      {!issue.pending && <SeenNotice of={of} shown={shownOfDraft} />}
    </Confirm>
  )
}

const Discard = ({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) => {
  const discard = useWrite(discardInvoice, { invalidates: [listInvoices] })
  const go = useGo()
  return (
    <Confirm
      open
      onClose={onClose}
      title="Discard this draft?"
      text={
        invoice.contract_id && invoice.kind === 'invoice'
          ? 'The contract will draft it again within an hour. To stop that, amend or cancel the contract.'
          : "This can't be undone. No number was assigned."
      }
      action="Discard"
      onConfirm={async () => {
        await discard.run({ organization_id: invoice.customer.id, invoice_id: invoice.id })
        toast.success('Discarded')
        go(paths.superAdminBillingAccount(invoice.customer.id, 'invoices'), { replace: true })
      }}
    />
  )
}

const Credit = ({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) => {
  const credit = useWrite(creditInvoice, { invalidates })
  const go = useGo()
  return (
    <ConfirmWithReason
      open
      onClose={onClose}
      look="primary"
      title={`Credit ${invoice.number}?`}
      text="Drafts a credit note for the open amount. Reduce it if needed, then issue it."
      action="Draft credit note"
      back="Cancel"
      reasonHint="Shown on the credit note."
      onConfirm={async (reason) => {
        const { id } = await credit.run({ organization_id: invoice.customer.id, invoice_id: invoice.id, reason })
        go(paths.superAdminInvoice(invoice.customer.id, id))
      }}
    />
  )
}

/** The actions available for an invoice in its current state. */
export const InvoiceActions = ({ invoice, today }: Of) => {
  const [open, setOpen] = useState<'issue' | 'edit' | 'discard' | 'credit' | null>(null)
  const close = () => setOpen(null)
  const missing = useMissing(invoice)
  if (invoice.status === 'issued')
    return (
      <>
        <PdfButton invoice={invoice} />
        {invoice.kind === 'invoice' && invoice.credited_cents < invoice.total_cents && (
          <Button onClick={() => setOpen('credit')}>Credit</Button>
        )}
        {open === 'credit' && <Credit invoice={invoice} onClose={close} />}
      </>
    )
  return (
    <>
      <Button look="danger-quiet" onClick={() => setOpen('discard')}>
        Discard
      </Button>
      <Button onClick={() => setOpen('edit')}>Change</Button>
      <Button
        look="primary"
        why={
          missing && missing.length > 0 ? `Enter ${missing.map((one) => missingWords[one]).join(' and ')} first` : null
        }
        onClick={() => setOpen('issue')}
      >
        Issue
      </Button>
      {open === 'issue' && <Issue invoice={invoice} today={today} onClose={close} />}
      {open === 'discard' && <Discard invoice={invoice} onClose={close} />}
      {open === 'edit' && (
        <DraftDialog
          organization_id={invoice.customer.id}
          currency={invoice.currency}
          draft={invoice}
          onClose={close}
        />
      )}
    </>
  )
}
