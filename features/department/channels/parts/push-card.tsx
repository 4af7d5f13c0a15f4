import Monitor from 'lucide-react/icons/monitor'
import Smartphone from 'lucide-react/icons/smartphone'
import { useState } from 'react'
import { isHandheld } from '#platform/shared/device.ts'
import { useNow } from '#platform/web/clock.ts'
import { native } from '#platform/web/native-app.ts'
import { useSignedIn, useZone } from '#platform/web/session.ts'
import { ownerOf } from '#platform/web/stored.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { unsubscribeHere, useDevices, usePushSupport, useRemoveDevice, useTurnOn } from '../client.ts'
import type { Device } from '../contract.ts'
import { deviceName } from '../words.ts'

const Row = ({ device }: { device: Device }) => {
  const remove = useRemoveDevice()
  const zone = useZone()
  const now = useNow()
  const name = deviceName(device)
  const Icon = device.platform !== 'web' || isHandheld(device.user_agent) ? Smartphone : Monitor
  const press = async () => {
    try {
      await remove.run({ id: device.id })
      if (device.current) await unsubscribeHere()
      toast.success('Device removed', `${name} no longer receives notifications.`)
    } catch (error) {
      toast.failure(error)
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-line">
      <Icon aria-hidden className="size-5 shrink-0 text-faint" />
      <div className="min-w-40 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {name}
          {device.current && <Badge tone="ok">This device</Badge>}
        </p>
        <p className="figures text-small text-faint">Since {dayAndClock(device.created_at, zone, now)}</p>
      </div>
      <Button size="small" busy={remove.pending} aria-label={`Remove ${name}`} onClick={() => void press()}>
        Remove
      </Button>
    </li>
  )
}

const allowInBrowser = 'Allow notifications for this site in your browser, then try again.'
const allowInPhone = "Allow notifications for this app in your phone's settings, then try again."

const TurnOn = ({ publicKey }: { publicKey: string }) => {
  const turnOn = useTurnOn(publicKey)
  const session = useSignedIn()
  const [asking, setAsking] = useState(false)
  const press = async () => {
    const owner = ownerOf(session)
    if (owner === null) return
    setAsking(true)
    try {
      if (!(await turnOn(owner, session.ends_at))) {
        toast.error('Notifications are blocked', native.app ? allowInPhone : allowInBrowser)
        return
      }
      toast.success('Notifications are on', 'This device shows them even when Watchbill is closed.')
    } catch (error) {
      await unsubscribeHere().catch(() => undefined)
      toast.failure(error)
    } finally {
      setAsking(false)
    }
  }
  return (
    <div>
      <Button look="primary" busy={asking} onClick={() => void press()}>
        Turn on for this device
      </Button>
    </div>
  )
}

const reasons = {
  none: "This browser can't receive push notifications.",
  none_in_app: "This version of the app can't receive push notifications.",
  not_set_up: "Watchbill isn't connected to this phone's push service. Your Watchbill operator can connect it.",
  needs_install:
    'On an iPhone or iPad, add Watchbill to your Home Screen first. Then open it from there and return to this page.',
  blocked: 'Your browser blocks notifications from this site. Allow them in its settings, then reload this page.',
} as const

/** The person's devices that receive pushes, and the way to add this one. */
export const PushCard = () => {
  const read = useDevices()
  const found = usePushSupport()
  if (read.error && !read.data) return <ErrorState error={read.error} retry={() => void read.refetch()} />
  if (!read.data) return <CardSkeleton lines={3} />
  const { items, public_key, apps } = read.data
  const phone = native.app?.pushes
  const support = phone && !apps[phone.platform] ? 'not_set_up' : found
  return (
    <Card title="Push notifications" hint="Shown on your lock screen, without names of shifts or people.">
      <div className="flex flex-col gap-4">
        {items.length === 0 ? (
          <p className="text-soft">No devices yet.</p>
        ) : (
          <ul className="divide-y divide-line">
            {items.map((device) => (
              <Row key={device.id} device={device} />
            ))}
          </ul>
        )}
        {support !== 'ready' ? (
          <p className="text-soft">{reasons[support]}</p>
        ) : (
          !items.some(({ current }) => current) && <TurnOn publicKey={public_key} />
        )}
        <p className="text-small text-faint">
          Signing out turns off push notifications on that device. Order-ins arrive during quiet hours too.
        </p>
      </div>
    </Card>
  )
}
