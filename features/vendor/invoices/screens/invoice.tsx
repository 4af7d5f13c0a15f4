import { moneyWords } from '#platform/shared/money.ts'
import { paths } from '#platform/shared/paths.ts'
import { plainDateWords } from '#platform/shared/time.ts'
import { useRead } from '#platform/web/reads.ts'
import { Card, Facts } from '#platform/web/ui/card.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { usePathPart } from '#platform/web/url.ts'
import { type Invoice, readInvoice } from '../contract.ts'
import { InvoiceActions } from '../parts/invoice-actions.tsx'
import { InvoiceBadge } from '../parts/invoice-badge.tsx'
import { nameOf } from '../parts/invoice-list.tsx'
import { MissingNotice } from '../parts/missing.tsx'
import { kindWords, rateWords } from '../words.ts'

const letterWords: Readonly<Record<string, string>> = {
  issued: 'Emailed',
  before_due: 'Reminder before due date',
  overdue_7: 'Reminder, 7 days overdue',
  overdue_14: 'Reminder, 14 days overdue',
  overdue_30: 'Reminder, 30 days overdue',
}

const cellClass = 'px-4 py-2 align-top md:px-5'
const Lines = ({ invoice }: { invoice: Invoice }) => {
  const money = (cents: number) => moneyWords(cents, invoice.currency)
  const totals = [
    ['Net', money(invoice.net_cents)],
    [
      invoice.tax_rate_millionths > 0
        ? `${invoice.tax_name}, ${rateWords(invoice.tax_rate_millionths)}`
        : invoice.tax_name || 'Tax',
      money(invoice.tax_cents),
    ],
    ['Total', money(invoice.total_cents)],
  ] as const
  return (
    <Card title="Lines" flush>
      {/* On paper, a table that scrolls would not repeat its head. */}
      <div className="overflow-x-auto print:overflow-visible">
        <table className="w-full">
          <thead className="text-left text-small text-faint">
            <tr>
              <th scope="col" className={cellClass}>
                Description
              </th>
              <th scope="col" className={`${cellClass} text-right max-md:hidden`}>
                Quantity
              </th>
              <th scope="col" className={`${cellClass} text-right max-md:hidden`}>
                Price
              </th>
              <th scope="col" className={`${cellClass} text-right`}>
                Amount
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-y border-line">
            {invoice.lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name of their own and do not move
              <tr key={at}>
                <td className={`${cellClass} wrap-anywhere`}>
                  {line.description}
                  {!line.taxable && <span className="block text-small text-faint">Not taxed</span>}
                </td>
                <td className={`${cellClass} figures text-right max-md:hidden`}>{line.quantity}</td>
                <td className={`${cellClass} figures text-right max-md:hidden`}>{money(line.unit_cents)}</td>
                <td className={`${cellClass} figures text-right`}>{money(line.amount_cents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <dl className="ml-auto flex w-full max-w-md flex-col gap-1 px-4 py-3 md:px-5">
        {totals.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 last:text-lead last:font-semibold">
            <dt>{name}</dt>
            <dd className="figures">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

const Money = ({ invoice }: { invoice: Invoice }) => {
  const money = (cents: number) => moneyWords(cents, invoice.currency)
  const link = (id: string) => paths.superAdminInvoice(invoice.customer.id, id)
  return (
    <Card title="Paid and credited">
      {invoice.payments.length + invoice.credit_notes.length === 0 && <p className="text-soft">Nothing yet.</p>}
      <ul className="flex flex-col gap-2">
        {invoice.payments.map((payment) => (
          <li key={payment.id} className="flex justify-between gap-4">
            <TextLink to={paths.superAdminBillingAccount(invoice.customer.id, 'payments')}>
              Payment {payment.reference}, {plainDateWords(payment.received_on)}
            </TextLink>
            <span className="figures">{money(payment.amount_cents)}</span>
          </li>
        ))}
        {invoice.credit_notes.map((note) => (
          <li key={note.id} className="flex justify-between gap-4">
            <TextLink to={link(note.id)}>{note.number ?? 'Credit note (draft)'}</TextLink>
            <span className="figures">{money(note.total_cents)}</span>
          </li>
        ))}
      </ul>
      {invoice.status === 'issued' && (
        <p className="mt-3 flex justify-between gap-4 border-t border-line pt-3 font-semibold">
          Open <span className="figures">{money(invoice.open_cents)}</span>
        </p>
      )}
    </Card>
  )
}

const Sides = ({ invoice }: { invoice: Invoice }) => (
  <div className="flex flex-col gap-5">
    <Card title="Details">
      <Facts
        facts={[
          [
            'To',
            <span key="to" className="whitespace-pre-line wrap-anywhere">
              {[invoice.buyer.name, invoice.buyer.address].filter((line) => line !== '').join('\n')}
            </span>,
          ],
          ['Email', invoice.buyer.email ?? 'No email'],
          ...(invoice.issued_on ? ([['Issued', plainDateWords(invoice.issued_on)]] as const) : []),
          ...(invoice.due_on && invoice.kind === 'invoice' ? ([['Due', plainDateWords(invoice.due_on)]] as const) : []),
          ...(invoice.credits
            ? ([
                [
                  'Credits',
                  <TextLink key="credits" to={paths.superAdminInvoice(invoice.customer.id, invoice.credits.id)}>
                    {invoice.credits.number}
                  </TextLink>,
                ],
              ] as const)
            : []),
          ...(invoice.purchase_order ? ([['Purchase order', invoice.purchase_order]] as const) : []),
          ...(invoice.note ? ([['Note', invoice.note]] as const) : []),
        ]}
      />
    </Card>
    {invoice.kind === 'invoice' && <Money invoice={invoice} />}
    {invoice.status === 'issued' && (
      <Card title="Emails">
        {invoice.letters.length === 0 && <p className="text-soft">None sent yet.</p>}
        <ul className="flex flex-col gap-2">
          {invoice.letters.map((letter) => (
            <li key={letter.kind}>
              {letterWords[letter.kind] ?? letter.kind}
              <span className="block text-small text-faint wrap-anywhere">
                {plainDateWords(letter.created_at.slice(0, 10))} to {letter.to_address}
              </span>
            </li>
          ))}
        </ul>
      </Card>
    )}
  </div>
)

/** `/super-admin/billing/{orgId}/invoices/{invoiceId}` */
export default function InvoicePage() {
  const [organization_id, invoice_id] = [usePathPart('orgId'), usePathPart('invoiceId')]
  const { data: invoice, error, refetch } = useRead(readInvoice, { organization_id, invoice_id })
  if (!invoice)
    return error ? (
      <ErrorState error={error} retry={() => void refetch()} />
    ) : (
      <>
        <PageHeader title="Invoice" />
        <CardSkeleton lines={6} />
      </>
    )
  return (
    <>
      <PageHeader
        title={invoice.number ? `${kindWords[invoice.kind]} ${invoice.number}` : nameOf(invoice)}
        beside={<InvoiceBadge state={invoice.state} />}
        before={
          <TextLink to={paths.superAdminBillingAccount(organization_id, 'invoices')}>{invoice.customer.name}</TextLink>
        }
        hint={
          invoice.state === 'overdue'
            ? `${moneyWords(invoice.open_cents, invoice.currency)} is ${invoice.days_overdue} ${invoice.days_overdue === 1 ? 'day' : 'days'} overdue.`
            : undefined
        }
        actions={<InvoiceActions invoice={invoice} today={invoice.today} />}
      />
      <MissingNotice invoice={invoice} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Lines invoice={invoice} />
        <Sides invoice={invoice} />
      </div>
    </>
  )
}
