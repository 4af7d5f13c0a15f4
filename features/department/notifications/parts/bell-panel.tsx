import { Popover } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import { paths } from '#platform/shared/paths.ts'
import { useNow } from '#platform/web/clock.ts'
import { useBackCloses } from '#platform/web/layers.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { TextLink } from '#platform/web/ui/link.tsx'
import { isOwnPress, type Opened } from '#platform/web/ui/opener.ts'
import { floating, popupClass } from '#platform/web/ui/popup.ts'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { clearFailed, markFailed, useClear, useLatest, useMarkRead } from '../client.ts'
import type { Notification } from '../contract.ts'
import { isClearable, isShown } from '../rules.shown.ts'
import { placeOf } from '../rules.ts'
import { NotificationRow } from './notification-row.tsx'

const Body = ({
  latest,
  now,
  onPress,
}: {
  latest: ReturnType<typeof useLatest>
  now: number
  onPress: (one: Notification) => void
}): ReactNode => {
  if (latest.isPending)
    return (
      <div className="px-3">
        <ListSkeleton rows={3} />
      </div>
    )
  if (latest.error && !latest.data) return <ErrorState quiet error={latest.error} retry={() => void latest.refetch()} />
  const shown = latest.data.items.filter((one) => isShown(one, new Date(now).toISOString()))
  if (shown.length === 0)
    return <EmptyState quiet title="All caught up" text="Updates about your shifts and requests appear here." />
  return (
    <ul aria-label="Notifications" className="flex flex-col">
      {shown.map((one) => (
        <li key={one.id}>
          <NotificationRow one={one} now={now} onPress={onPress} />
        </li>
      ))}
    </ul>
  )
}

const Foot = (of: { onLeave: () => void; clearing: boolean; onClear: (() => void) | null }) => (
  <div className="flex min-h-11 items-center justify-between gap-2 border-t border-line pt-1 pl-3">
    <TextLink to={paths.notifications()} onClick={of.onLeave}>
      All notifications
    </TextLink>
    {of.onClear && (
      <Button look="quiet" size="small" busy={of.clearing} onClick={of.onClear}>
        Clear read
      </Button>
    )}
  </div>
)

/** What the bell opens: the latest 15, fetched on demand. */
export const BellPanel = ({ open, anchor, onClose }: Opened) => {
  useBackCloses(open, onClose)
  const now = useNow()
  const latest = useLatest()
  const [marking, clearing] = [useMarkRead(), useClear()]
  const unread = latest.data?.unread ?? 0
  const clearable = latest.data?.items.some(isClearable) ?? false
  const read = (input: { id?: string }) => void marking.run(input).catch(markFailed)
  const press = (one: Notification) => {
    if (!one.read) read({ id: one.id })
    if (placeOf(one)) onClose()
  }
  const clear = () => void clearing.run({}).catch(clearFailed)
  return (
    <Popover.Root open={open} onOpenChange={(next, { event }) => !next && !isOwnPress(anchor, event) && onClose()}>
      <Popover.Portal>
        <Popover.Positioner
          {...floating}
          anchor={anchor}
          sideOffset={6}
          align="end"
          collisionPadding={8}
          className="z-50 outline-none"
        >
          <Popover.Popup
            finalFocus={() => anchor}
            className={cx(
              popupClass,
              'flex max-h-[min(36rem,var(--available-height))] w-[min(24rem,calc(100vw-1rem))] flex-col',
            )}
          >
            <div className="flex min-h-11 items-center justify-between gap-2 pl-3">
              <Popover.Title className="font-semibold">Notifications</Popover.Title>
              {unread > 0 && (
                <Button look="quiet" size="small" busy={marking.pending} onClick={() => read({})}>
                  Mark all as read
                </Button>
              )}
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
              <Body latest={latest} now={now} onPress={press} />
            </div>
            <Foot onLeave={onClose} clearing={clearing.pending} onClear={clearable ? clear : null} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
