import { DAY, type Instant, ms } from '#platform/shared/time.ts'

/** Specification section 9. */
export const NOTIFICATIONS_SHOWN = 15
export const READ_KEPT_DAYS = 7
/** Above this the bell shows `9+`. */
export const BELL_CAP = 9
/** The count of unread notifications stops here, which keeps it cheap however many there are. */
export const UNREAD_COUNTED = 100
/** The number of unread notifications, in words that stay true at the counting limit. */
export const unreadWords = (unread: number): string =>
  `${unread >= UNREAD_COUNTED ? `more than ${UNREAD_COUNTED - 1}` : unread} unread`

/** `1 waiting for your answer`. */
const waitingWords = (waiting: number): string => `${waiting} waiting for your answer`

/**
 * The bell's number, and its words: unread ones, and those that wait for an answer although they were read. All of these are listed. The bell
 * is on every screen, so it also accepts a damaged list.
 */
export const bellCount = ({
  items,
  unread,
}: {
  items: readonly ({ pinned: boolean; read: boolean } | null)[]
  unread: number
}) => {
  const waiting = items.flatMap((n) => (n?.pinned ? [n] : []))
  const words = [unread > 0 && unreadWords(unread), waiting.length > 0 && waitingWords(waiting.length)]
  return { count: unread + waiting.filter((n) => n.read).length, words: words.filter(Boolean).join(', ') }
}

/** Whether it can be removed: one that still waits for an answer stays, read or not. */
export const isClearable = (n: { read: boolean; pinned: boolean }): boolean => n.read && !n.pinned

/** Whether it is still shown: unread, or read within the last 7 days. */
export const isShown = (n: { read: boolean; read_at: Instant | null }, now: Instant): boolean =>
  !n.read || (n.read_at !== null && ms(now) - ms(n.read_at) < READ_KEPT_DAYS * DAY)
