import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { moneyWords } from '#platform/shared/money.ts'
import { paths } from '#platform/shared/paths.ts'
import { call } from '#platform/web/api.ts'
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
import { dateWords } from '../rules.words.ts'
import { DraftDialog } from './draft-dialog.tsx'

const invalidates = [readInvoice, listInvoices]
type Of = { invoice: Invoice; today: string }

const PdfButton = ({ invoice }: { invoice: Invoice }) => {
  const [busy, setBusy] = useState(false)
  const fetch = async () => {
    setBusy(true)
    try {
      const file = await call(readDocument, { organization_id: invoice.customer.id, invoice_id: invoice.id }, {})
      keepFile(new Blob([bytesOf(file.pdf)], { type: 'application/pdf' }), file.file_name)
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
      why={invoice.document ? null : 'The PDF is being made. It is there in a moment.'}
      onClick={() => void fetch()}
    >
      PDF
    </Button>
  )
}

const Issue = ({ invoice, today, onClose }: Of & { onClose: () => void }) => {
  const issue = useWrite(issueInvoice, { invalidates })
  const amount = moneyWords(invoice.total_cents, invoice.currency)
  const to = invoice.buyer.email
    ? `It is mailed to ${invoice.buyer.email}.`
    : 'No address for mail is known: it is not mailed.'
  return (
    <Confirm
      open
      onClose={onClose}
      look="primary"
      title={`Issue over ${amount}?`}
      text={
        invoice.kind === 'invoice'
          ? `It gets its number and is due on ${dateWords(dueOn(today))} (Net 30). ${to} From then on nothing of it changes; a credit note takes it back.`
          : `It gets its number, and ${amount} of ${invoice.credits?.number} is taken back. ${to} From then on nothing of it changes.`
      }
      action="Issue"
      back="Keep as a draft"
      onConfirm={async () => {
        const { number } = await issue.run({
          organization_id: invoice.customer.id,
          invoice_id: invoice.id,
          version: invoice.version,
        })
        toast.success('Issued', number)
      }}
    />
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
          ? 'Its contract drafts it anew within the hour. To stop that, amend or cancel the contract.'
          : 'It is gone then. No number was given to it.'
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
      text="This drafts a credit note over what is left of it. Cut it down if less is meant, then issue it."
      action="Draft credit note"
      back="Leave it"
      reasonHint="It stands on the credit note."
      onConfirm={async (reason) => {
        const { id } = await credit.run({ organization_id: invoice.customer.id, invoice_id: invoice.id, reason })
        go(paths.superAdminInvoice(invoice.customer.id, id))
      }}
    />
  )
}

/** What can be done with an invoice as it stands. */
export const InvoiceActions = ({ invoice, today }: Of) => {
  const [open, setOpen] = useState<'issue' | 'edit' | 'discard' | 'credit' | null>(null)
  const close = () => setOpen(null)
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
      <Button look="primary" onClick={() => setOpen('issue')}>
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
