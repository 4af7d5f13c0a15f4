import ChevronRight from 'lucide-react/icons/chevron-right'
import { ago } from '#platform/web/time.ts'
import { cx } from '#platform/web/ui/class-names.ts'
import { Anchor } from '#platform/web/ui/link.tsx'
import type { Notification } from '../contract.ts'
import { placeOf } from '../rules.place.ts'

const rowClass =
  'flex min-h-11 w-full min-w-0 items-start gap-3 rounded-ui px-3 py-2.5 text-left outline-none hover:bg-hover focus-visible:bg-hover'

type RowProps = { one: Notification; now: number; onPress: (one: Notification) => void }

/** Leads to what it is about, and is read by that; one that is about nothing in particular is only read. */
export const NotificationRow = ({ one, now, onPress }: RowProps) => {
  const to = placeOf(one)
  const content = (
    <>
      <span
        aria-hidden
        className={cx('mt-2 size-2 shrink-0 rounded-full', one.read ? 'border border-line-strong' : 'bg-brand')}
      />
      <span className="min-w-0 flex-1">
        <span className={cx('block', !one.read && 'font-semibold')}>
          {!one.read && <span className="sr-only">Unread: </span>}
          {one.title}
        </span>
        <span className="block text-small break-words text-soft">{one.message}</span>
        <time dateTime={one.created_at} className="figures block text-small text-faint">
          {ago(one.created_at, now)}
        </time>
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
