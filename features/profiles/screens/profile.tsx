import type { ReactNode } from 'react'
import { OwnCertifications } from '#features/certifications/parts/own-certifications.tsx'
import { OwnFactors } from '#features/factors/parts/own-factors.tsx'
import { NotificationChoices } from '#features/notifications/parts/choices.tsx'
import { SessionList } from '#features/sessions/parts/session-list.tsx'
import { OfficerTours } from '#features/tours/parts/officer-tours.tsx'
import { useSignedIn } from '#platform/web/session.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { PageHeader } from '#platform/web/ui/page.tsx'
import { type Tab, Tabs } from '#platform/web/ui/tabs.tsx'
import { AddressCard } from '../parts/address-card.tsx'
import { OwnRoster } from '../parts/own-roster.tsx'
import { PasswordCard } from '../parts/password-card.tsx'

/** The cards of one tab, two columns at a desk. */
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
      </>
    }
  />
)

/** A feature hangs its card into a tab, or a tab of its own in between. */
const tabs: readonly Tab[] = [
  { value: 'profile', label: 'Profile', content: <OwnRoster /> },
  { value: 'certifications', label: 'Certifications', content: <OwnCertifications /> },
  { value: 'tours', label: 'Tours and leave', content: <OfficerTours of={null} /> },
  { value: 'security', label: 'Sign-in', content: <Security /> },
  { value: 'notifications', label: 'Notifications', content: <NotificationChoices /> },
]

/** `/officer/profile`: the own page of officers and admins. */
export default function OfficerProfile() {
  const { officer, person } = useSignedIn()
  return (
    <>
      <PageHeader
        title="Profile"
        hint={officer?.name ?? person.name}
        {...(officer?.role === 'admin' ? { beside: <Badge tone="brand">Admin</Badge> } : {})}
      />
      <Tabs label="Parts of your page" tabs={tabs} />
    </>
  )
}
