import type { DocumentWords } from '#platform/server/documents/draw.ts'
import { type Currency, moneyWords } from '#platform/shared/money.ts'
import { plainDateWords, type WallDate } from '#platform/shared/time.ts'
import { type InvoiceKind, NET_DAYS } from './rules.ts'
import { kindWords, rateWords } from './words.ts'

/** Everything on the document, as fixed when it was issued. */
export type Paper = {
  kind: InvoiceKind
  number: string
  currency: Currency
  issued_on: WallDate
  due_on: WallDate
  issued_at: string
  period_from: WallDate | null
  period_to: WallDate | null
  purchase_order: string
  note: string
  /** The number of the invoice that a credit note credits. */
  credits: string | null
  seller: { name: string; address: string; tax_id: string; email: string; terms?: string; footer?: string }
  buyer: { name: string; address: string }
  lines: readonly { description: string; quantity: number; unit_cents: number; amount_cents: number }[]
  net_cents: number
  tax_name: string
  tax_rate_millionths: number
  tax_cents: number
  total_cents: number
}

const titleOf = (paper: Paper): string => `${kindWords[paper.kind]} ${paper.number}`

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '')

const columns: DocumentWords['table']['columns'] = [
  { head: 'Description', width: null, align: 'left' },
  { head: 'Quantity', width: 60, align: 'right' },
  { head: 'Price', width: 95, align: 'right' },
  { head: 'Amount', width: 100, align: 'right' },
]

/** The text of the document, in reading order. */
export const wordsOf = (paper: Paper): DocumentWords => {
  const money = (cents: number) => moneyWords(cents, paper.currency)
  const { seller, buyer } = paper
  const isInvoice = paper.kind === 'invoice'
  return {
    title: titleOf(paper),
    made_at: paper.issued_at,
    from: [
      seller.name,
      ...linesOf(seller.address),
      ...(seller.tax_id ? [`Tax ID ${seller.tax_id}`] : []),
      seller.email,
    ].filter((line) => line !== ''),
    to: [buyer.name, ...linesOf(buyer.address)],
    facts: [
      [isInvoice ? 'Issued' : 'Date', plainDateWords(paper.issued_on)],
      ...(isInvoice ? [['Due', plainDateWords(paper.due_on)]] : []),
      ...(paper.credits ? [['Credits invoice', paper.credits]] : []),
      ...(paper.period_from && paper.period_to
        ? [['Period', `${plainDateWords(paper.period_from)} to ${plainDateWords(paper.period_to)}`]]
        : []),
      ...(paper.purchase_order ? [['Purchase order', paper.purchase_order]] : []),
      ['Currency', paper.currency],
    ] as [string, string][],
    table: {
      title: 'Charges',
      columns,
      rows: paper.lines.map((line) => [
        line.description,
        line.quantity.toLocaleString('en-US'),
        money(line.unit_cents),
        money(line.amount_cents),
      ]),
    },
    totals: {
      title: 'Totals',
      rows: [
        ['Net', money(paper.net_cents)],
        [
          paper.tax_rate_millionths > 0
            ? `${paper.tax_name}, ${rateWords(paper.tax_rate_millionths)}`
            : paper.tax_name || 'Tax',
          money(paper.tax_cents),
        ],
        [isInvoice ? 'Total due' : 'Total credited', money(paper.total_cents)],
      ],
    },
    notes: [
      ...(paper.note ? linesOf(paper.note) : []),
      isInvoice
        ? `Payment terms: Net ${NET_DAYS}. Please pay ${money(paper.total_cents)} by ${plainDateWords(paper.due_on)} and include the invoice number, ${paper.number}.`
        : `This credits ${money(paper.total_cents)} on invoice ${paper.credits}. No payment is due.`,
      ...(isInvoice && seller.terms ? linesOf(seller.terms) : []),
      ...(seller.footer ? linesOf(seller.footer) : []),
    ],
  }
}
