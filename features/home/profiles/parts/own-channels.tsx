import { readPhone } from '#features/department/channels/contract.phones.ts'
import { readDevices } from '#features/department/channels/contract.ts'
import { DeliveryLog } from '#features/department/channels/parts/delivery-log.tsx'
import { PhoneCard } from '#features/department/channels/parts/phone-card.tsx'
import { PushCard } from '#features/department/channels/parts/push-card.tsx'
import { NotificationChoices, type Off } from '#features/department/notifications/parts/choices.tsx'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { useRead } from '#platform/web/reads.ts'

const phoneOff = ({ texting, calling, phone }: OutputOf<typeof readPhone>): Off => {
  const live = phone?.stopped_at === null && phone.confirmed_at !== null ? phone : null
  if (!texting)
    return { channels: ['text', 'call'], missing: ["Texts and calls are off: your department hasn't set them up yet."] }
  if (!live) return { channels: ['text', 'call'], missing: ['Texts and calls are off: add a phone number.'] }
  if (calling && live.calls_since !== null) return { channels: [], missing: [] }
  const missing = calling
    ? 'Calls are off: agree to calls first.'
    : "Calls are off: your department hasn't set them up yet."
  return { channels: ['call'], missing: [missing] }
}

/** The tab "Notifications": at the top, which channels don't reach the person yet, and what is missing. */
export const OwnChannels = () => {
  const phone = useRead(readPhone, {}).data
  const devices = useRead(readDevices, {}).data
  const noPush = devices?.items.length === 0
  const off = phone ? phoneOff(phone) : { channels: [], missing: [] }
  return (
    <NotificationChoices
      off={{
        channels: noPush ? [...off.channels, 'push'] : off.channels,
        missing: noPush ? [...off.missing, 'Push is off: turn it on for a device.'] : off.missing,
      }}
      beside={
        <>
          <PushCard />
          <PhoneCard />
          <DeliveryLog of="me" />
        </>
      }
    />
  )
}
