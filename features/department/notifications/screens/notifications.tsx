import Check from 'lucide-react/icons/check'
import Trash2 from 'lucide-react/icons/trash-2'
import { paths } from '#platform/shared/paths.ts'
import { useNow } from '#platform/web/clock.ts'
import { Button, ButtonLink, IconButton } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { clearFailed, markFailed, useClear, useLatest, useMarkRead } from '../client.ts'
import type { Notification } from '../contract.ts'
import { NotificationRow } from '../parts/notification-row.tsx'
import { bellCount, isClearable, isShown, NOTIFICATIONS_SHOWN } from '../rules.shown.ts'
import { lineWords } from '../words.ts'

type ListProps = {
  shown: readonly Notification[]
  now: number
  mark: (input: { id: string }) => void
  clear: (input: { id: string }) => void
}

const List = ({ shown, now, mark, clear }: ListProps) => (
  <Card flush>
    <ul aria-label="Notifications" className="divide-y divide-line">
      {shown.map((one) => (
        <li key={one.id} className="flex items-start gap-1 p-1">
          <NotificationRow one={one} now={now} onPress={() => !one.read && mark({ id: one.id })} />
          {isClearable(one) ? (
            <IconButton
              label={`Remove: ${lineWords(one).title}`}
              icon={<Trash2 aria-hidden />}
              onClick={() => clear({ id: one.id })}
            />
          ) : one.pinned ? (
            // A check beside an order would look like its answer; its place is kept, so that all arrows are in one column.
            <span aria-hidden className="w-11 shrink-0 md:w-control" />
          ) : (
            <IconButton
              label={`Mark as read: ${lineWords(one).title}`}
              icon={<Check aria-hidden />}
              onClick={() => mark({ id: one.id })}
            />
          )}
        </li>
      ))}
    </ul>
    {shown.length === NOTIFICATIONS_SHOWN && (
      <p className="border-t border-line px-4 py-3 text-small text-faint md:px-5">
        Showing the latest {NOTIFICATIONS_SHOWN}. Clear some to see older ones.
      </p>
    )}
  </Card>
)

/** `/notifications`: the bell's contents, with room for full texts and an action on each line. */
export default function Notifications() {
  const now = useNow()
  const latest = useLatest()
  const [marking, clearing] = [useMarkRead(), useClear()]
  const mark = (input: { id?: string }) => void marking.run(input).catch(markFailed)
  const clear = (input: { id?: string }) => void clearing.run(input).catch(clearFailed)
  const shown = latest.data?.items.filter((one) => isShown(one, new Date(now).toISOString())) ?? []
  const unread = latest.data?.unread ?? 0
  const { words } = bellCount(latest.data ?? { items: [], unread: 0 })
  return (
    <>
      <PageHeader
        title="Notifications"
        hint={words || 'Nothing unread'}
        actions={
          <>
            <ButtonLink to={paths.announcements()}>Announcements</ButtonLink>
            <ButtonLink to={paths.officerProfile('notifications')}>Notification settings</ButtonLink>
            {shown.some(isClearable) && (
              <Button busy={clearing.pending} onClick={() => clear({})}>
                Clear read
              </Button>
            )}
            {unread > 0 && (
              <Button busy={marking.pending} onClick={() => mark({})}>
                Mark all as read
              </Button>
            )}
          </>
        }
      />
      {latest.isPending ? (
        <ListSkeleton rows={6} />
      ) : latest.error && !latest.data ? (
        <ErrorState error={latest.error} retry={() => void latest.refetch()} />
      ) : shown.length === 0 ? (
        <EmptyState
          title="All caught up"
          text="Updates about your shifts and requests appear here. Read notifications are kept for 7 days."
        />
      ) : (
        <List shown={shown} now={now} mark={mark} clear={clear} />
      )}
    </>
  )
}
