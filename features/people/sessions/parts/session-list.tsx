import Monitor from 'lucide-react/icons/monitor'
import Smartphone from 'lucide-react/icons/smartphone'
import { useState } from 'react'
import { deviceWords, isHandheld } from '#platform/shared/device.ts'
import { useNow } from '#platform/web/clock.ts'
import { useReadPages, useWrite } from '#platform/web/reads.ts'
import { useSignedIn, useZone } from '#platform/web/session.ts'
import { ago, dayAndClock } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Confirm } from '#platform/web/ui/dialog.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import * as own from '../contract.own.ts'

const reads = [own.listOwnSessions, own.listVendorSessions] as const
const ofDepartment = { list: own.listOwnSessions, end: own.endOwnSession, endOthers: own.endOtherSessions }
const ofVendor = { list: own.listVendorSessions, end: own.endVendorSession, endOthers: own.endOtherVendorSessions }
const useCalls = () => (useSignedIn().super_admin ? ofVendor : ofDepartment)

const Row = ({ session, zone, several }: { session: own.OwnSession; zone: string; several: boolean }) => {
  const end = useWrite(useCalls().end, { invalidates: reads })
  const now = useNow()
  const device = deviceWords(session.user_agent)
  const press = async () => {
    try {
      await end.run({ id: session.id })
      toast.success('Session ended', `${device} was signed out.`)
    } catch (error) {
      toast.failure(error)
    }
  }
  const Icon = isHandheld(session.user_agent) ? Smartphone : Monitor
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-line md:px-5">
      <Icon aria-hidden className="size-5 shrink-0 text-faint" />
      <div className="min-w-40 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {device}
          {session.current && <Badge tone="ok">This device</Badge>}
        </p>
        <p className="figures text-small text-faint">
          {session.current ? 'Active now' : `Last active ${ago(session.last_seen_at, now)}`} · signed in{' '}
          {dayAndClock(session.created_at, zone, now)}
        </p>
        <p className="text-small break-all text-faint">
          {session.ip ? `From ${session.ip}` : 'From an unknown address'}
          {several && session.organization_name ? ` · ${session.organization_name}` : ''}
        </p>
      </div>
      {!session.current && (
        <Button
          size="small"
          look="danger-quiet"
          busy={end.pending}
          aria-label={`Sign out ${device}, signed in ${dayAndClock(session.created_at, zone, now)}`}
          onClick={() => void press()}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}

const EndOthers = () => {
  const [open, setOpen] = useState(false)
  const end = useWrite(useCalls().endOthers, { invalidates: reads })
  const confirm = async () => {
    const { ended } = await end.run({})
    toast.success(
      'Sessions ended',
      ended === 1 ? 'One other device was signed out.' : `${ended} other devices were signed out.`,
    )
  }
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Sign out all others
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title="Sign out everywhere else?"
        text="Every other browser and device will be signed out right away. This device stays signed in."
        action="Sign out"
        back="Cancel"
        onConfirm={confirm}
      />
    </>
  )
}

/** The account's active sessions, each with a button to end it. */
export const SessionList = () => {
  const list = useReadPages(useCalls().list, {})
  const { memberships } = useSignedIn()
  const zone = useZone()
  const others = list.items?.some((one) => !one.current) === true
  return (
    <Card
      flush
      title="Where you're signed in"
      hint="Sign out devices you don't recognize, then change your password."
      aside={others ? <EndOthers /> : null}
    >
      {list.items ? (
        <>
          <ul className="divide-y divide-line">
            {list.items.map((one) => (
              <Row key={one.id} session={one} zone={zone} several={memberships.length > 1} />
            ))}
          </ul>
          {list.more && (
            <div className="px-4 md:px-5">
              <LoadMore
                more={list.more}
                loading={list.loadingMore}
                onMore={list.loadMore}
                shown={list.items.length}
                noun="sessions"
              />
            </div>
          )}
        </>
      ) : list.error ? (
        <ErrorState error={list.error} retry={() => void list.refetch()} />
      ) : (
        <ListSkeleton />
      )}
    </Card>
  )
}
