import { writeLetter } from '#platform/server/letter.ts'
import type { Letter } from '#platform/server/mailer.ts'
import { DEFAULT_COLOR } from '#platform/shared/brand.ts'
import { type Currency, moneyWords } from '#platform/shared/money.ts'
import type { WallDate } from '#platform/shared/time.ts'
import { daysOverdue, type InvoiceKind, type Reminder } from './rules.ts'
import { dateWords, kindWords } from './rules.words.ts'

export type About = {
  kind: InvoiceKind
  number: string
  currency: Currency
  total_cents: number
  open_cents: number
  due_on: WallDate
  /** The invoice that a credit note is about. */
  credits: string | null
  seller: string
  to: string
}

const why = 'It goes to the address that your department gave for its invoices.'

/** The first letter, with the document. */
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
            `Your invoice ${number} over ${amount} is attached as a PDF.`,
            `It is due on ${dateWords(about.due_on)} (Net 30).`,
          ]
        : [
            `Your credit note ${number} over ${amount} on invoice ${about.credits} is attached as a PDF.`,
            'Nothing is to be paid.',
          ],
      why,
    },
  )
}

/** A reminder, with the document once more. */
export const reminderLetter = (about: About, reminder: Reminder, today: WallDate): Letter => {
  const open = moneyWords(about.open_cents, about.currency)
  const days = daysOverdue(about.due_on, today)
  const due = dateWords(about.due_on)
  const ahead = reminder === 'before_due'
  return writeLetter(
    { name: about.seller, primary_color: DEFAULT_COLOR },
    {
      to: about.to,
      subject: ahead ? `Invoice ${about.number} is due on ${due}` : `Invoice ${about.number} is ${days} days overdue`,
      paragraphs: [
        ahead
          ? `${open} of invoice ${about.number} is due on ${due}.`
          : `${open} of invoice ${about.number} was due on ${due}, ${days} days ago, and is still open in our books.`,
        'If it is on its way, thank you: this letter has crossed with it. The invoice is attached once more.',
      ],
      why,
    },
  )
}
