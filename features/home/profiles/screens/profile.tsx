import type { ReactNode } from 'react'
import { CalendarLink } from '#features/home/calendar/parts/link-card.tsx'
import { PasswordCard } from '#features/people/account-links/parts/password-card.tsx'
import { OwnFactors } from '#features/people/factors/parts/own-factors.tsx'
import { RemoveCard } from '#features/people/sessions/parts/remove-card.tsx'
import { SessionList } from '#features/people/sessions/parts/session-list.tsx'
import { UnlockCard } from '#features/people/sessions/parts/unlock-card.tsx'
import { OwnCertifications } from '#features/roster/certifications/parts/own-certifications.tsx'
import { OfficerTours } from '#features/roster/tours/parts/officer-tours.tsx'
import { native } from '#platform/web/native-app.ts'
import { useSignedIn } from '#platform/web/session.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { type Tab, Tabs } from '#platform/web/ui/tabs.tsx'
import { AddressCard } from '../parts/address-card.tsx'
import { DeleteAccountCard } from '../parts/delete-account-card.tsx'
import { InstallCard } from '../parts/install-card.tsx'
import { OwnChannels } from '../parts/own-channels.tsx'
import { OwnRoster } from '../parts/own-roster.tsx'

/** The cards of one tab, in two columns on desktop. */
const Cards = ({ left, right }: { left: ReactNode; right?: ReactNode }) => (
  <div className="grid items-start gap-5 lg:grid-cols-2">
    <div className="flex min-w-0 flex-col gap-5">{left}</div>
    <div className="flex min-w-0 flex-col gap-5">{right}</div>
  </div>
)

const Security = () => (
  <Cards
    left={
      <>
        <AddressCard />
        <PasswordCard />
      </>
    }
    right={
      <>
        <OwnFactors />
        <SessionList />
        <DeleteAccountCard />
      </>
    }
  />
)

/** The native app is installed already, and can be locked. */
const Device = () => (native.app ? <UnlockCard /> : <InstallCard />)

/** Features add a card to a tab, or a tab of their own in between. */
const tabs: readonly Tab[] = [
  { value: 'profile', label: 'Profile', content: <OwnRoster /> },
  { value: 'certifications', label: 'Certifications', content: <OwnCertifications /> },
  { value: 'tours', label: 'Tours and leave', content: <OfficerTours of={null} /> },
  { value: 'calendar', label: 'Calendar', content: <CalendarLink /> },
  { value: 'security', label: 'Sign-in', content: <Security /> },
  { value: 'device', label: 'This device', content: <Cards left={<Device />} right={<RemoveCard />} /> },
  { value: 'notifications', label: 'Notifications', content: <OwnChannels /> },
]

/** `/officer/profile`: the personal page of officers and admins. */
export default function OfficerProfile() {
  const { officer, person } = useSignedIn()
  return (
    <>
      <PageHeader
        title="Profile"
        hint={officer?.name ?? person.name}
        {...(officer?.role === 'admin' ? { beside: <Badge tone="brand">Admin</Badge> } : {})}
      />
      <Tabs label="Profile sections" tabs={tabs} />
    </>
  )
}
