import { notify, updateReadAbout } from '#features/department/notifications/store.ts'
import { actForDepartment } from '#features/shifts/signups/store.ts'
import type { Db } from '#platform/server/db.ts'
import { exporting, type Route, read, refuse, refuseField, write } from '#platform/server/route.ts'
import { Id } from '#platform/shared/shapes.ts'
import { isoInstant } from '#platform/shared/time.ts'
import * as contract from './contract.ts'
import { type Audience, excerptOf, REPLIES_PER_HOUR, refuseReminder, SENT_PER_HOUR } from './rules.ts'
import * as store from './store.ts'
import * as writes from './store.write.ts'

type Said = { id: string; body: string; author: string }

const tell = (db: Db, officer_ids: readonly string[], { id, body, author }: Said, title: string) =>
  notify(
    db,
    officer_ids.map((officer_id) => ({
      type: 'announcement' as const,
      title,
      message: `${author}: ${excerptOf(body)}`,
      officer_id,
      assignment_id: null,
      announcement_id: id,
    })),
  )

/** Receipt and bell together: both mean that the person has seen it. */
const noteRead = async (db: Db, id: string) => {
  await writes.updateRead(db, id)
  await updateReadAbout(db, id)
}

/** The name of the audience as recipients see it, or why there is none. */
const audienceOf = async (db: Db, { audience, to }: { audience: Audience; to: string }) => {
  if (audience === 'everyone') return to === '' ? { name: null } : refuseField('to', 'Leave this empty for everyone.')
  if (audience !== 'shift') return to === '' ? refuseField('to', `Choose a ${audience}.`) : { name: to }
  const title = Id.safeParse(to).success ? await writes.findShiftTitle(db, to) : null
  return title === null ? refuseField('to', 'Choose a shift.') : { name: title }
}

export const routes: readonly Route[] = [
  read(contract.listOwnAnnouncements, store.listOwn),
  read(contract.findOwnAnnouncement, store.findOwn),
  read(contract.listAnnouncements, store.listSent),
  read(contract.listAudiences, store.listAudiences),
  read(contract.findAnnouncement, store.findOne),
  read(contract.listReceipts, store.listReceipts),
  exporting(contract.exportReceipts, ({ format, ...asked }) => ({
    title: 'Announcement receipts',
    format,
    found: store.findSpan(asked),
    sheets: [{ name: 'Receipts', columns: store.receiptColumns, statement: store.receiptsForExport(asked) }],
  })),

  write(contract.sendAnnouncement, async ({ db, input }) => {
    if ((await writes.countSentLately(db)) >= SENT_PER_HOUR) return refuse('too_many')
    const audience = await audienceOf(db, input)
    if (!('name' in audience)) return audience
    const { id, author, officer_ids } = await writes.insertAnnouncement(db, { ...input, name: audience.name })
    if (officer_ids.length === 0)
      return refuseField(
        input.audience === 'everyone' ? 'audience' : 'to',
        'No one would receive this. Choose other recipients.',
      )
    await tell(db, officer_ids, { id, body: input.body, author }, input.title)
    return { id, people: officer_ids.length }
  }),

  write(contract.remindOfAnnouncement, async ({ db, input, now }) => {
    const found = await writes.lockAnnouncement(db, input.id)
    if (!found) return refuse('not_found')
    const reminded_at = found.reminded_at && isoInstant(found.reminded_at)
    const no = refuseReminder({ ...found, sent_at: isoInstant(found.sent_at), reminded_at }, isoInstant(await now()))
    if (no) return refuse(no)
    const unread = await writes.listUnread(db, input.id)
    // All others have left the department since.
    if (unread.length === 0) return refuse('all_have_read')
    await writes.updateReminded(db, input.id)
    await tell(db, unread, found, `Reminder: ${found.title}`)
    return { people: unread.length }
  }),

  write(contract.readAnnouncement, async ({ db, input }) => {
    const found = await writes.findReceived(db, input.id)
    if (!found) return refuse('not_found')
    await noteRead(db, input.id)
    return { done: true }
  }),

  write(contract.replyToAnnouncement, async ({ db, input }) => {
    const found = await writes.findReceived(db, input.id)
    if (!found) return refuse('not_found')
    if ((await writes.countRepliesLately(db)) >= REPLIES_PER_HOUR) return refuse('too_many')
    await writes.insertReply(db, input.id, input.body)
    await noteRead(db, input.id)
    // From here on as the department: officers can't notify another person.
    await actForDepartment(db)
    const reached = await writes.isAdmin(db, found.author_id)
    await notify(db, [
      {
        type: 'announcement_reply',
        title: `${found.me} replied: ${found.title}`,
        message: excerptOf(input.body),
        // To all admins if the author no longer is one.
        officer_id: reached ? found.author_id : null,
        assignment_id: null,
        announcement_id: input.id,
      },
    ])
    return { done: true }
  }),
]
