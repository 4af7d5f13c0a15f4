import type { ReactNode } from 'react'
import { PasskeyOffer } from '#features/people/factors/parts/passkey-offer.tsx'
import { AlertOffer } from '#features/shifts/order-ins/parts/alert-offer.tsx'

/** What an officer is offered on the dashboard, one at a time. */
export default function Offers(): ReactNode {
  return <PasskeyOffer otherwise={<AlertOffer />} />
}
