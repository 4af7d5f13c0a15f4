import { paths } from '#platform/shared/paths.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { useMay } from '#platform/web/support.tsx'
import { dayAndClock } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Anchor } from '#platform/web/ui/link.tsx'
import { LoadMore, PageHeader } from '#platform/web/ui/page.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { useGo, useUrlValue } from '#platform/web/url.ts'
import { listAnnouncements, type SentAnnouncement, sendAnnouncement } from '../contract.ts'
import { ComposeDialog } from '../parts/compose-dialog.tsx'
import { audienceWords, readWords } from '../words.ts'

const Row = ({ one }: { one: SentAnnouncement }) => {
  const { time_zone: zone } = useOrganization()
  const all = one.read >= one.people
  return (
    <li>
      <Anchor
        to={paths.adminAnnouncement(one.id)}
        className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-line hover:bg-hover md:px-5"
      >
        <span className="min-w-0 flex-1 basis-60">
          <span className="block font-medium wrap-anywhere">{one.title}</span>
          <span className="figures block text-small text-faint">
            {audienceWords(one)} · {one.author} · {dayAndClock(one.sent_at, zone)}
          </span>
        </span>
        <span className="flex flex-wrap gap-2">
          {one.replies > 0 && <Badge tone="info">{`${one.replies} ${one.replies === 1 ? 'reply' : 'replies'}`}</Badge>}
          <Badge tone={all ? 'ok' : 'hold'}>{readWords(one)}</Badge>
        </span>
      </Anchor>
    </li>
  )
}

/** `/admin/announcements`: what admins sent, and the form to send one. */
export default function Announcements() {
  const may = useMay()
  const go = useGo()
  const [composing, setComposing] = useUrlValue('new')
  const list = useReadPages(listAnnouncements, {})
  const write = may(sendAnnouncement) && (
    <Button look="primary" onClick={() => setComposing('yes')}>
      New announcement
    </Button>
  )
  return (
    <>
      <PageHeader title="Announcements" hint="Write to the department and see who has read it." actions={write} />
      <Card flush>
        {list.error && !list.items ? (
          <ErrorState error={list.error} retry={() => void list.refetch()} />
        ) : !list.items ? (
          <ListSkeleton rows={4} />
        ) : list.items.length === 0 ? (
          <EmptyState
            title="No announcements yet"
            text="Announcements you send appear here with their read receipts."
          />
        ) : (
          <ul aria-label="Announcements" className="divide-y divide-line">
            {list.items.map((one) => (
              <Row key={one.id} one={one} />
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
      {composing === 'yes' && may(sendAnnouncement) && (
        <ComposeDialog onClose={(id) => (id ? go(paths.adminAnnouncement(id)) : setComposing(null))} />
      )}
    </>
  )
}
