import { sendLetter } from '#features/notifications/store.ts'
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

/** Letters that bring a document for the first time. The letter's row and the mail commit together, so each goes out once. */
export const mailIssued = async (db: Db): Promise<void> => {
  for (const one of await store.listUnsent(db))
    if (await store.insertLetter(db, one.id, 'issued', one.to))
      await sendLetter(db, 'invoice_issued', withFile(issuedLetter(one), one))
}

/** Reminders by the days from the due date, each once. */
export const remind = async (db: Db): Promise<void> => {
  for (const one of await store.listRemindable(db)) {
    const kind = reminderDue(one.due_on, one.today, new Set(one.sent))
    if (kind && (await store.insertLetter(db, one.id, kind, one.to)))
      await sendLetter(db, 'invoice_reminder', withFile(reminderLetter(one, kind, one.today), one))
  }
}

/** Documents of what was issued, then the letters that bring them. Drawing stands outside of a transaction. */
export const drawDocuments = async (
  database: Database,
  organizationId: string,
  stopping: () => boolean = () => false,
): Promise<void> => {
  const within = asJob(database, organizationId, 'draw_invoices')
  // One that cannot be drawn holds up no other; it is told at the end, and tried again with the next sweep.
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
