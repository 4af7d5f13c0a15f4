import type { DocumentWords } from '#platform/server/documents/draw.ts'
import { type Currency, moneyWords } from '#platform/shared/money.ts'
import { isoInstant, plainDateWords, type WallDate } from '#platform/shared/time.ts'
import { type StatementKind, statementWords } from './rules.payments.ts'

export type StatementRow = {
  from: WallDate
  to: WallDate
  currency: Currency
  made_at: Date
  opening_cents: number
  name: string
  buyer_name: string
  buyer_address: string
  seller_name: string | null
  seller_address: string | null
  tax_id: string | null
  support_email: string | null
  payment_terms: string | null
  invoice_footer: string | null
  entries: readonly {
    on: string
    kind: StatementKind
    reference: string
    amount_cents: number
    balance_cents: number
  }[]
}

const linesOf = (text: string | null): string[] => (text ?? '').split('\n').filter((line) => line.trim() !== '')
const sumOf = (row: StatementRow, kinds: readonly StatementKind[]): number =>
  row.entries.filter(({ kind }) => kinds.includes(kind)).reduce((sum, one) => sum + one.amount_cents, 0)

/** What remains to be done, in words: at or below zero, the customer owes nothing. */
const closingWords = (closing: number, money: (cents: number) => string): string => {
  if (closing > 0) return `You owe ${money(closing)}.`
  return closing < 0 ? `You have a credit of ${money(-closing)}.` : 'You owe nothing.'
}

/** The statement of one customer in one currency, for the PDF: each sum is the sum of the rows above it. */
export const statementOf = (row: StatementRow): DocumentWords => {
  const money = (cents: number) => moneyWords(cents, row.currency)
  const closing = row.opening_cents + row.entries.reduce((sum, one) => sum + one.amount_cents, 0)
  const sums: [string, number][] = [
    ['Invoices', sumOf(row, ['invoice'])],
    ['Credit notes', sumOf(row, ['credit_note'])],
    ['Payments', sumOf(row, ['payment', 'reversal'])],
    ['Refunds', sumOf(row, ['refund'])],
  ]
  return {
    title: `Statement for ${row.buyer_name}`,
    made_at: isoInstant(row.made_at),
    from: [
      row.seller_name ?? '',
      ...linesOf(row.seller_address),
      row.tax_id ? `Tax ID ${row.tax_id}` : '',
      row.support_email ?? '',
    ].filter((line) => line !== ''),
    to: [row.buyer_name, ...linesOf(row.buyer_address)],
    facts: [
      ['Period', `${plainDateWords(row.from)} to ${plainDateWords(row.to)}`],
      ['Currency', row.currency],
      ['Created on', plainDateWords(isoInstant(row.made_at).slice(0, 10))],
    ],
    table: {
      title: 'Entries',
      columns: [
        { head: 'Date', width: 90, align: 'left' },
        { head: 'Entry', width: null, align: 'left' },
        { head: 'Amount', width: 105, align: 'right' },
        { head: 'Balance', width: 105, align: 'right' },
      ],
      rows: [
        [plainDateWords(row.from), 'Opening balance', '', money(row.opening_cents)],
        ...row.entries.map((one) => [
          plainDateWords(one.on),
          `${statementWords[one.kind]} ${one.reference}`,
          money(one.amount_cents),
          money(one.balance_cents),
        ]),
      ],
    },
    totals: {
      title: 'Totals',
      rows: [
        ['Opening balance', money(row.opening_cents)],
        ...sums.map(([name, cents]): [string, string] => [name, money(cents)]),
        [`Balance on ${plainDateWords(row.to)}`, money(closing)],
      ],
    },
    notes: [
      `${closingWords(closing, money)} Negative amounts reduce the balance.`,
      ...linesOf(row.payment_terms),
      ...linesOf(row.invoice_footer),
    ],
  }
}
