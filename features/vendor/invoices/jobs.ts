import { sendLetter } from '#features/department/notifications/store.ts'
import type { Database, Db } from '#platform/server/db.ts'
import { drawInThread } from '#platform/server/documents/thread.ts'
import { asJob, type OutsideSweep, type Sweep } from '#platform/server/jobs.ts'
import type { Letter } from '#platform/server/mailer.ts'
import { wordsOf } from './jobs.paper.ts'
import { issuedLetter, reminderLetter } from './mail.ts'
import { reminderDue } from './rules.ts'
import * as store from './store.jobs.ts'

const withFile = (letter: Letter, one: store.Due): Letter => ({
  ...letter,
  attachment: { name: `${one.number}.pdf`, base64: one.file },
})

/** Emails that deliver a document for the first time. The email's row and the email itself commit together, so each goes out once. */
export const mailIssued = async (db: Db): Promise<void> => {
  for (const one of await store.listUnsent(db))
    if (await store.insertLetter(db, one.id, 'issued', one.to))
      await sendLetter(db, 'invoice_issued', withFile(issuedLetter(one), one))
}

/** Reminders by days from the due date, each sent once. */
export const remind = async (db: Db): Promise<void> => {
  for (const one of await store.listRemindable(db)) {
    const kind = reminderDue(one.due_on, one.today, new Set(one.sent))
    if (kind && (await store.insertLetter(db, one.id, kind, one.to)))
      await sendLetter(db, 'invoice_reminder', withFile(reminderLetter(one, kind, one.today), one))
  }
}

/** Renders documents for what was issued, then sends the emails that deliver them. Rendering happens outside any transaction. */
export const drawDocuments = async (
  database: Database,
  organizationId: string,
  stopping: () => boolean = () => false,
): Promise<void> => {
  const within = asJob(database, organizationId, 'draw_invoices')
  // A document that cannot be rendered does not block the others; it is reported at the end and retried in the next sweep.
  const failed = new Map<string, unknown>()
  for (;;) {
    const undrawn = (await within(store.listUndrawn)).filter(({ id }) => !failed.has(id))
    for (const { id, paper } of undrawn) {
      if (stopping()) return
      try {
        const pdf = await drawInThread(wordsOf(paper))
        await within((db) => store.insertDocument(db, id, pdf))
      } catch (error) {
        failed.set(id, error)
      }
    }
    if (undrawn.length === 0) break
  }
  await within(mailIssued)
  const [first] = failed.values()
  if (first !== undefined) throw first
}

export const sweeps: readonly (Sweep | OutsideSweep)[] = [
  { name: 'draw_invoices', everySeconds: 300, wakes: 'invoice', outside: drawDocuments },
  { name: 'remind_invoices', everySeconds: 3600, run: remind },
]
