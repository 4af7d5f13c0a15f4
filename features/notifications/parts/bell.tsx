import { Popover } from '@base-ui/react/popover'
import BellIcon from 'lucide-react/icons/bell'
import { type ReactNode, useState } from 'react'
import { paths } from '#platform/shared/paths.ts'
import { useNow } from '#platform/web/clock.ts'
import { useSession } from '#platform/web/session.ts'
import { CountBadge } from '#platform/web/ui/badge.tsx'
import { Button, iconButtonClass } from '#platform/web/ui/button.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { TextLink } from '#platform/web/ui/link.tsx'
import { floating, popupClass } from '#platform/web/ui/popup.ts'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { clearFailed, useClear, useLatest, useMarkRead } from '../client.ts'
import type { Notification } from '../contract.ts'
import { placeOf } from '../rules.place.ts'
import { BELL_CAP, isShown } from '../rules.ts'
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
    return (
      <EmptyState
        quiet
        title="Nothing new"
        text="What is decided about your shifts, and what waits for you, is told here."
      />
    )
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

const Panel = () => {
  const [open, setOpen] = useState(false)
  const now = useNow()
  const latest = useLatest()
  const [marking, clearing] = [useMarkRead(), useClear()]
  const unread = latest.data?.unread ?? 0
  const hasRead = latest.data?.items.some((one) => one.read) ?? false
  const read = (input: { id?: string }) => void marking.run(input).catch(toast.failure)
  const press = (one: Notification) => {
    if (!one.read) read({ id: one.id })
    if (placeOf(one)) setOpen(false)
  }
  const clear = () => void clearing.run({}).catch(clearFailed)
  return (
    <Popover.Root open={open} onOpenChange={(next) => setOpen(next)}>
      <Popover.Trigger
        className={iconButtonClass()}
        aria-label={
          unread === 0
            ? 'Notifications'
            : `Notifications, ${unread > BELL_CAP ? `more than ${BELL_CAP}` : unread} unread`
        }
      >
        <BellIcon aria-hidden />
        <CountBadge count={unread} cap={BELL_CAP} label="unread" className="absolute -top-0.5 -right-0.5" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner {...floating} sideOffset={6} align="end" collisionPadding={8} className="z-50 outline-none">
          <Popover.Popup
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
            <Foot onLeave={() => setOpen(false)} clearing={clearing.pending} onClear={hasRead ? clear : null} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** The bell of the header: how many are unread, and the latest 15 (specification sections 2, 7 and 9). */
const Bell = () => (useSession().session?.officer?.approved ? <Panel /> : null)
export default Bell
