import { useEffect, useRef, useState } from 'react'
import { OpenInvitations } from '#features/people/account-links/parts/open-invitations.tsx'
import { OfficerSignIn } from '#features/people/sign-ins/parts/officer-sign-in.tsx'
import { Certifications } from '#features/roster/certifications/parts/certifications.tsx'
import { createOfficer, editOfficer, getOfficer, type OfficerDetail } from '#features/roster/officers/contract.ts'
import { MergesCard } from '#features/roster/officers/parts/merges-card.tsx'
import { OfficerActions } from '#features/roster/officers/parts/officer-actions.tsx'
import { ProfileFields } from '#features/roster/officers/parts/profile-fields.tsx'
import { claimWords } from '#features/roster/officers/rules.claim-words.ts'
import { rateText } from '#features/roster/officers/rules.ts'
import { OfficerTours } from '#features/roster/tours/parts/officer-tours.tsx'
import type { InputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { Form, SubmitButton } from '#platform/web/forms/form.tsx'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { useOrganization, useSignedIn } from '#platform/web/session.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { Badge, StatusBadge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, Facts } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { PageHeader, WayBack } from '#platform/web/ui/page.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { officerBadge } from '#platform/web/ui/status.ts'
import { type Tab, Tabs } from '#platform/web/ui/tabs.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { usePathPart } from '#platform/web/url.ts'
import { OfficerHours } from '../parts/hours.tsx'
import { OfficerNotes } from '../parts/notes.tsx'
import { OfficerShifts } from '../parts/shifts.tsx'

const profileOf = (officer: OfficerDetail): InputOf<typeof createOfficer> => ({
  name: officer.name,
  badge_number: officer.badge_number ?? '',
  email: officer.email ?? '',
  rank: officer.rank ?? '',
  unit: officer.unit ?? '',
  hired_on: officer.hired_on ?? '',
  phone: officer.phone ?? '',
  hourly_rate: officer.hourly_rate === null ? '' : rateText(officer.hourly_rate),
})

/** Holds the values the form was filled with. A newer state is applied automatically while nothing is typed, and offered otherwise. */
const EditForm = ({
  officer,
  latest,
  onTake,
}: {
  officer: OfficerDetail
  latest: OfficerDetail
  onTake: () => void
}) => {
  const form = useContractForm(createOfficer, profileOf(officer))
  const save = useWrite(editOfficer)
  const saved = useRef(0)
  const newer = latest.version > officer.version
  const { isDirty } = form.formState
  useEffect(() => {
    if (newer && (!isDirty || latest.version === saved.current)) onTake()
  }, [newer, isDirty, latest.version, onTake])
  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        saved.current = (await save.run({ officer_id: officer.id, version: officer.version, ...values })).version
        toast.success('Saved', values.name)
      }}
    >
      {newer && isDirty && latest.version !== saved.current && (
        <Notice
          tone="warn"
          title="Changed by someone else"
          action={
            <Button size="small" onClick={onTake}>
              Load new version
            </Button>
          }
        >
          Someone else changed this officer's details. Loading the new version discards your changes.
        </Notice>
      )}
      <ProfileFields form={form} signsIn={officer.has_account} />
      <div>
        <SubmitButton form={form}>Save changes</SubmitButton>
      </div>
    </Form>
  )
}

const AccessCard = ({ officer }: { officer: OfficerDetail }) => {
  const { time_zone } = useOrganization()
  const when = (at: string | null) => (at === null ? null : dayAndClock(at, time_zone))
  const account = officer.has_account
    ? 'Active account'
    : officer.invited_at
      ? `Invited ${when(officer.invited_at)}${officer.invitation_open ? '' : ', expired'}`
      : 'No account yet. Invite by email'
  const facts: [string, string | null][] = [
    ['Account', account],
    ['Roster', officer.claim && claimWords(officer.claim)],
    ['Role', officer.role === 'admin' ? 'Admin' : 'Officer'],
    ['On the roster since', when(officer.created_at)],
    ['Approved', when(officer.approved_at)],
    ['Suspended', when(officer.suspended_at)],
    ['Denied', when(officer.rejected_at)],
    ['Left', officer.left_on],
    ['Reason', officer.standing_reason],
    ['Last change', when(officer.updated_at)],
  ]
  return (
    <Card title="Access">
      <Facts facts={facts.filter(([, value]) => value !== null)} />
      {officer.invitation_open && (
        <div className="mt-4 border-t border-line pt-3">
          <h3 className="font-medium">Open invitations</h3>
          <OpenInvitations officerId={officer.id} />
        </div>
      )}
    </Card>
  )
}

/** What is kept about an officer besides the profile. */
const useFiles = (officer: OfficerDetail | undefined): Tab[] => {
  const { features_enabled: features } = useOrganization()
  const me = useSignedIn().officer?.id
  if (!officer) return []
  const { id, name } = officer
  return [
    { value: 'shifts', label: 'Shifts', content: <OfficerShifts officer_id={id} /> },
    ...(features.officer_stats ? [{ value: 'hours', label: 'Hours', content: <OfficerHours officer_id={id} /> }] : []),
    {
      value: 'certifications',
      label: 'Certifications',
      content: (
        <Certifications
          officer_id={id}
          own={id === me}
          empty="Qualifications, licenses and training that expire. The officer can add them too. If you've seen the document, mark the certification as verified."
        />
      ),
    },
    { value: 'tours', label: 'Tours and leave', content: <OfficerTours of={{ officer_id: id, name }} /> },
    { value: 'notes', label: 'Notes', content: <OfficerNotes officer_id={id} name={name} /> },
  ]
}

const OfficerScreen = () => {
  const officer_id = usePathPart('officerId')
  const read = useRead(getOfficer, { officer_id })
  const [taken, setTaken] = useState<OfficerDetail | null>(null)
  const latest = read.data
  const files = useFiles(latest)
  if (!latest)
    return (
      <>
        <PageHeader title="Officer" before={<WayBack to={paths.adminOfficers()}>Officers</WayBack>} />
        {read.isPending ? (
          <CardSkeleton lines={8} />
        ) : (
          <ErrorState error={read.error} retry={() => void read.refetch()} />
        )}
      </>
    )
  const shown = taken?.id === latest.id ? taken : latest
  if (shown !== taken) setTaken(shown)
  const profile = (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
      <Card title="Profile">
        <EditForm key={shown.version} officer={shown} latest={latest} onTake={() => setTaken(latest)} />
      </Card>
      <div className="flex min-w-0 flex-col gap-4">
        <AccessCard officer={latest} />
        <MergesCard officerId={latest.id} name={latest.name} />
        {latest.has_account && <OfficerSignIn officerId={latest.id} name={latest.name} />}
      </div>
    </div>
  )
  return (
    <>
      <PageHeader
        title={latest.name}
        before={<WayBack to={paths.adminOfficers()}>Officers</WayBack>}
        beside={
          <>
            <StatusBadge of={officerBadge[latest.standing]} />
            {latest.role === 'admin' && <Badge tone="brand">Admin</Badge>}
          </>
        }
        hint={[latest.badge_number, latest.rank, latest.unit].filter(Boolean).join(' · ')}
        actions={<OfficerActions officer={latest} wide />}
      />
      <Tabs label="Officer sections" tabs={[{ value: 'profile', label: 'Profile', content: profile }, ...files]} />
    </>
  )
}
export default OfficerScreen
