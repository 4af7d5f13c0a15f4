import { writeLetter } from '#platform/server/letter.ts'
import type { Letter } from '#platform/server/mailer.ts'
import { DEFAULT_COLOR } from '#platform/shared/brand.ts'
import { type Currency, moneyWords } from '#platform/shared/money.ts'
import { plainDateWords, type WallDate } from '#platform/shared/time.ts'
import { daysOverdue, type InvoiceKind, type Reminder } from './rules.ts'
import { kindWords } from './words.ts'

export type About = {
  kind: InvoiceKind
  number: string
  currency: Currency
  total_cents: number
  open_cents: number
  due_on: WallDate
  /** The invoice that a credit note credits. */
  credits: string | null
  seller: string
  to: string
}

const why = "This was sent to your department's billing email."

/** The first email, with the document. */
export const issuedLetter = (about: About): Letter => {
  const { number, kind, currency, total_cents } = about
  const amount = moneyWords(total_cents, currency)
  const isInvoice = kind === 'invoice'
  return writeLetter(
    { name: about.seller, primary_color: DEFAULT_COLOR },
    {
      to: about.to,
      subject: `${kindWords[kind]} ${number} from ${about.seller}`,
      paragraphs: isInvoice
        ? [
            `Invoice ${number} for ${amount} is attached as a PDF.`,
            `It is due on ${plainDateWords(about.due_on)} (Net 30).`,
          ]
        : [
            `Credit note ${number} for ${amount} on invoice ${about.credits} is attached as a PDF.`,
            'No payment is due.',
          ],
      why,
    },
  )
}

/** A reminder, with the document attached again. */
export const reminderLetter = (about: About, reminder: Reminder, today: WallDate): Letter => {
  const open = moneyWords(about.open_cents, about.currency)
  const days = daysOverdue(about.due_on, today)
  const due = plainDateWords(about.due_on)
  const ahead = reminder === 'before_due'
  return writeLetter(
    { name: about.seller, primary_color: DEFAULT_COLOR },
    {
      to: about.to,
      subject: ahead ? `Invoice ${about.number} is due on ${due}` : `Invoice ${about.number} is ${days} days overdue`,
      paragraphs: [
        ahead
          ? `${open} of invoice ${about.number} is due on ${due}.`
          : `${open} of invoice ${about.number} was due on ${due}, ${days} days ago, and is still unpaid.`,
        'If you already paid, thank you. The invoice is attached again.',
      ],
      why,
    },
  )
}
