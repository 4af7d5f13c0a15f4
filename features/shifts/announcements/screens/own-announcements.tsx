import ChevronRight from 'lucide-react/icons/chevron-right'
import { useRead, useReadPages } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { Notice } from '#platform/web/ui/notice.tsx'
import { LoadMore, PageHeader } from '#platform/web/ui/page.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { useUrlValue } from '#platform/web/url.ts'
import { findOwnAnnouncement, listOwnAnnouncements, type OwnAnnouncement } from '../contract.ts'
import { OwnDialog } from '../parts/own-dialog.tsx'
import { excerptOf } from '../rules.ts'

const Row = ({ one, onOpen }: { one: OwnAnnouncement; onOpen: () => void }) => {
  const { time_zone: zone } = useOrganization()
  const unread = one.read_at === null
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-11 w-full items-start gap-3 px-4 py-3 text-left outline-none hover:bg-hover focus-visible:bg-hover md:px-5"
      >
        <span
          aria-hidden
          className={cx('mt-2 size-2 shrink-0 rounded-full', unread ? 'bg-brand' : 'border border-line-strong')}
        />
        <span className="min-w-0 flex-1">
          <span className={cx('block wrap-anywhere', unread && 'font-semibold')}>
            {unread && <span className="sr-only">Unread: </span>}
            {one.title}
          </span>
          <span className="block text-small text-soft wrap-anywhere">{excerptOf(one.body, 120)}</span>
          <span className="figures block text-small text-faint">
            {one.author} · {dayAndClock(one.sent_at, zone)}
            {one.replies.length > 0 && ' · You replied'}
          </span>
        </span>
        <ChevronRight aria-hidden className="mt-1 size-4 shrink-0 text-faint" />
      </button>
    </li>
  )
}

/** `/officer/announcements`: what admins sent to the officer. */
export default function OwnAnnouncements() {
  const list = useReadPages(listOwnAnnouncements, {})
  const [open, setOpen] = useUrlValue('open')
  const listed = list.items?.find((one) => one.id === open)
  // A link may lead to one that is further down.
  const single = useRead(findOwnAnnouncement, { id: open ?? '' }, { enabled: open !== null && !!list.items && !listed })
  const shown = open === null ? undefined : (listed ?? single.data)
  return (
    <>
      <PageHeader title="Announcements" hint="From your department's admins." />
      {open !== null && !shown && single.error && (
        <Notice tone="warn" title="This announcement isn't available">
          It wasn't sent to you, or it can't be loaded right now.
        </Notice>
      )}
      <Card flush className="max-w-3xl">
        {list.error && !list.items ? (
          <ErrorState error={list.error} retry={() => void list.refetch()} />
        ) : !list.items ? (
          <ListSkeleton rows={4} />
        ) : list.items.length === 0 ? (
          <EmptyState title="No announcements" text="Announcements from your admins appear here." />
        ) : (
          <ul aria-label="Announcements" className="divide-y divide-line">
            {list.items.map((one) => (
              <Row key={one.id} one={one} onOpen={() => setOpen(one.id)} />
            ))}
          </ul>
        )}
      </Card>
      {list.items && list.items.length > 0 && (
        <LoadMore
          more={list.more}
          loading={list.loadingMore}
          onMore={list.loadMore}
          shown={list.items.length}
          noun="announcements"
        />
      )}
      {shown && <OwnDialog one={shown} onClose={() => setOpen(null)} />}
    </>
  )
}
