import ChevronRight from 'lucide-react/icons/chevron-right'
import { ago } from '#platform/web/time.ts'
import { cx } from '#platform/web/ui/class-names.ts'
import { Anchor } from '#platform/web/ui/link.tsx'
import type { Notification } from '../contract.ts'
import { opensReceipt, placeOf } from '../rules.ts'
import { lineWords, linkWords } from '../words.ts'

const rowClass =
  'flex min-h-11 w-full min-w-0 items-start gap-3 rounded-ui px-3 py-2.5 text-left outline-none hover:bg-hover focus-visible:bg-hover'

type RowProps = { one: Notification; now: number; onPress: (one: Notification) => void }

/** Links to the notification's subject, and marks it as read; one without a subject is only marked as read. */
export const NotificationRow = ({ one, now, onPress }: RowProps) => {
  const to = placeOf(one)
  const { title, message } = lineWords(one)
  const content = (
    <>
      <span
        aria-hidden
        className={cx('mt-2 size-2 shrink-0 rounded-full', one.read ? 'border border-line-strong' : 'bg-brand')}
      />
      <span className="min-w-0 flex-1">
        <span className={cx('block break-words', !one.read && 'font-semibold')}>
          {!one.read && <span className="sr-only">Unread: </span>}
          {title}
        </span>
        {message && <span className="block text-small break-words text-soft">{message}</span>}
        <time dateTime={one.created_at} className="figures block text-small text-faint">
          {one.pinned && 'Pinned · '}
          {ago(one.created_at, now)}
        </time>
        {opensReceipt(one.type) && (
          <span className="block text-small font-medium text-brand-ink">{linkWords(one.type)}</span>
        )}
      </span>
      {to && <ChevronRight aria-hidden className="mt-1 size-4 shrink-0 text-faint" />}
    </>
  )
  return to ? (
    <Anchor to={to} onClick={() => onPress(one)} className={rowClass}>
      {content}
    </Anchor>
  ) : (
    <button type="button" onClick={() => onPress(one)} className={rowClass}>
      {content}
    </button>
  )
}
