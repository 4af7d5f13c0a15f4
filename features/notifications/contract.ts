import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Done, Id, Instant } from '#platform/shared/shapes.ts'

export const Notification = z.object({
  id: Id,
  type: z.string(),
  title: z.string(),
  message: z.string(),
  /** Null: for the organization's admins; read or cleared by one, it is so for all. */
  officer_id: Id.nullable(),
  assignment_id: Id.nullable(),
  read: z.boolean(),
  read_at: Instant.nullable(),
  created_at: Instant,
})
export type Notification = z.infer<typeof Notification>

export const listLatest = endpoint({
  name: 'notifications.latest',
  summary: 'The latest 15, newest first: unread, or read within the last 7 days.',
  method: 'GET',
  path: '/api/notifications',
  who: 'officer',
  input: z.object({}),
  output: z.object({
    items: z.array(Notification),
    /** Counted to 10: the bell says 9+ above 9. */
    unread: z.int(),
  }),
  errors: {},
  topics: ['notifications'],
})

export const markRead = endpoint({
  name: 'notifications.mark_read',
  summary: 'Marks one as read, or all that the caller may see.',
  method: 'POST',
  path: '/api/notifications/read',
  who: 'officer',
  input: z.object({ id: Id.optional() }),
  output: Done,
  errors: {},
})

export const clearNotifications = endpoint({
  name: 'notifications.clear',
  summary: 'Removes one, or all read ones that the caller may clear.',
  method: 'POST',
  path: '/api/notifications/clear',
  who: 'officer',
  input: z.object({ id: Id.optional() }),
  output: Done,
  errors: {},
})
