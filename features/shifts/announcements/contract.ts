import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { ExportedFile, exportErrors, exportInput } from '#platform/shared/export.ts'
import { after, Done, Id, Instant, line, page, text } from '#platform/shared/shapes.ts'
import { audiences, BODY_MOST, REPLY_MOST, TITLE_MOST } from './rules.ts'

const sent = {
  id: Id,
  title: z.string(),
  author: z.string(),
  audience: z.enum(audiences),
  /** The unit, the rank, or the title of the shift. */
  audience_name: z.string().nullable(),
  sent_at: Instant,
}

export const OwnAnnouncement = z.object({
  ...sent,
  body: z.string(),
  read_at: Instant.nullable(),
  /** The caller's own, oldest first. */
  replies: z.array(z.object({ id: Id, body: z.string(), sent_at: Instant })),
})
export type OwnAnnouncement = z.output<typeof OwnAnnouncement>

const counted = { ...sent, people: z.int(), read: z.int(), replies: z.int(), reminded_at: Instant.nullable() }
export const SentAnnouncement = z.object(counted)
export type SentAnnouncement = z.output<typeof SentAnnouncement>

export const Receipt = z.object({
  officer_id: Id,
  name: z.string(),
  badge_number: z.string().nullable(),
  unit: z.string().nullable(),
  read_at: Instant.nullable(),
  /** Without an account, they can't have seen it. */
  has_account: z.boolean(),
})
export type Receipt = z.output<typeof Receipt>

const topics = ['announcements', 'officers', 'notifications'] as const

export const listOwnAnnouncements = endpoint({
  name: 'announcements.mine',
  summary: 'Announcements sent to the caller, latest first.',
  method: 'GET',
  path: '/api/announcements/mine',
  who: 'officer',
  input: z.object({ after }),
  output: page(OwnAnnouncement),
  errors: {},
  topics,
})

export const findOwnAnnouncement = endpoint({
  name: 'announcements.mine_one',
  summary: 'One announcement sent to the caller.',
  method: 'GET',
  path: '/api/announcements/mine/:id',
  who: 'officer',
  input: z.object({ id: Id }),
  output: OwnAnnouncement,
  errors: {},
  topics,
})

export const readAnnouncement = endpoint({
  name: 'announcements.read',
  summary: 'Records that the caller has read the announcement. The first time counts.',
  method: 'POST',
  path: '/api/announcements/:id/read',
  who: 'officer',
  input: z.object({ id: Id }),
  output: Done,
  errors: {},
})

export const replyToAnnouncement = endpoint({
  name: 'announcements.reply',
  summary: 'Replies to the author; ten an hour at most.',
  method: 'POST',
  path: '/api/announcements/:id/reply',
  who: 'officer',
  input: z.strictObject({ id: Id, body: text(1, REPLY_MOST) }),
  output: Done,
  errors: {},
})

export const listAnnouncements = endpoint({
  name: 'announcements.list',
  summary: 'Sent announcements, latest first, with how many people have read each.',
  method: 'GET',
  path: '/api/announcements',
  who: 'admin',
  input: z.object({ after }),
  output: page(SentAnnouncement),
  errors: {},
  topics,
})

const Group = z.object({ value: z.string(), label: z.string(), people: z.int(), without_account: z.int() })

export const listAudiences = endpoint({
  name: 'announcements.audiences',
  summary: 'The groups that can receive an announcement, and how many people each has now, without the caller.',
  method: 'GET',
  path: '/api/announcements/audiences',
  who: 'admin',
  input: z.object({}),
  output: z.object({
    everyone: Group,
    units: z.array(Group),
    ranks: z.array(Group),
    /** Shifts with confirmed officers, from yesterday on, by start: 200 at most. */
    shifts: z.array(z.object({ ...Group.shape, starts_at: Instant, time_zone: z.string() })),
  }),
  errors: {},
  topics: ['officers', 'assignments', 'signups'],
})

export const findAnnouncement = endpoint({
  name: 'announcements.one',
  summary: 'One sent announcement with its text and replies.',
  method: 'GET',
  path: '/api/announcements/:id',
  who: 'admin',
  input: z.object({ id: Id }),
  output: z.object({
    ...counted,
    body: z.string(),
    assignment_id: Id.nullable(),
    /** The latest 200, oldest first. */
    said: z.array(z.object({ id: Id, officer_id: Id, name: z.string(), body: z.string(), sent_at: Instant })),
  }),
  errors: {},
  topics,
})

export const receiptFilters = ['unread', 'read', 'all'] as const
const receiptsOf = { id: Id, filter: z.enum(receiptFilters).default('all') }

export const listReceipts = endpoint({
  name: 'announcements.receipts',
  summary: "Who has read an announcement and when, and who hasn't, by name.",
  method: 'GET',
  path: '/api/announcements/:id/receipts',
  who: 'admin',
  input: z.object({ ...receiptsOf, after: Id.optional() }),
  output: page(Receipt),
  errors: {},
  topics,
})

export const exportReceipts = endpoint({
  name: 'announcements.export',
  summary: 'The read receipts as a file.',
  method: 'POST',
  path: '/api/announcements/:id/export',
  who: 'admin',
  input: z.object({ ...exportInput, ...receiptsOf }),
  output: ExportedFile,
  errors: exportErrors,
  file: true,
})

export const sendAnnouncement = endpoint({
  name: 'announcements.send',
  summary: "Sends an announcement to everyone, a unit, a rank or a shift's confirmed officers. At most 20 per hour.",
  method: 'POST',
  path: '/api/announcements',
  who: 'admin',
  input: z.strictObject({
    audience: z.enum(audiences),
    /** The unit, the rank, or the id of the shift. */
    to: line(0, 200).default(''),
    title: line(1, TITLE_MOST),
    body: text(1, BODY_MOST),
  }),
  output: z.object({ id: Id, people: z.int() }),
  errors: {},
})

export const remindOfAnnouncement = endpoint({
  name: 'announcements.remind',
  summary: "Reminds the people who haven't read it. At most once an hour.",
  method: 'POST',
  path: '/api/announcements/:id/remind',
  who: 'admin',
  input: z.strictObject({ id: Id }),
  output: z.object({ people: z.int() }),
  errors: { all_have_read: 409, reminder_too_soon: 409 },
})
