import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Done, Id, Instant } from '#platform/shared/shapes.ts'

export const Notification = z.object({
  id: Id,
  organization_id: Id,
  type: z.string(),
  title: z.string(),
  message: z.string(),
  /** Null: for the organization's admins; when one admin reads or clears it, that applies to all of them. */
  officer_id: Id.nullable(),
  assignment_id: Id.nullable(),
  /** That shift, for the title. */
  shift: z.object({ title: z.string(), starts_at: Instant, time_zone: z.string() }).nullable(),
  /** Which announcement it is about, or whose reply. */
  announcement_id: Id.nullable(),
  read: z.boolean(),
  read_at: Instant.nullable(),
  created_at: Instant,
  /** An order or offer that waits for an answer: first in the list, and never pushed off it. */
  pinned: z.boolean(),
  /** How many more of its type are bundled in this line: unread ones about open shifts. */
  more: z.int(),
})
export type Notification = z.infer<typeof Notification>

export const listLatest = endpoint({
  name: 'notifications.latest',
  summary: 'The latest 15, pinned ones first, then newest first: unread, or read within the last 7 days.',
  method: 'GET',
  path: '/api/notifications',
  who: 'officer',
  input: z.object({}),
  output: z.object({
    items: z.array(Notification),
    /** Counted to 100: the page then says "more than 99 unread". */
    unread: z.int(),
  }),
  stored: 'own notifications',
  // An admin's list also has the department's.
  storedAs: (latest: { items: { officer_id: string | null }[] }) => ({
    ...latest,
    items: latest.items.filter(({ officer_id }) => officer_id !== null),
  }),
  errors: {},
  // An acknowledged order or an answered call is no longer pinned.
  topics: ['notifications', 'order_ins'],
})

export const markRead = endpoint({
  name: 'notifications.mark_read',
  summary: 'Marks one as read, or all that the caller may see.',
  method: 'POST',
  path: '/api/notifications/read',
  who: 'officer',
  input: z.object({ id: Id.optional() }),
  queued: 'Mark as read',
  output: Done,
  errors: {},
})

export const clearNotifications = endpoint({
  name: 'notifications.clear',
  summary:
    'Removes one that was read, or all read ones that the caller may clear. What is unread or still waits for an answer stays.',
  method: 'POST',
  path: '/api/notifications/clear',
  who: 'officer',
  input: z.object({ id: Id.optional() }),
  output: Done,
  errors: { not_read_yet: 409 },
})
