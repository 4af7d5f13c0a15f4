import { OwnStats } from '#features/hours/attendance/parts/own-stats.tsx'
import { getMyProfile, updateMyProfile } from '#features/roster/officers/contract.ts'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { plainDateWords } from '#platform/shared/time.ts'
import { useContractForm } from '#platform/web/forms/contract-form.ts'
import { TextField } from '#platform/web/forms/fields.tsx'
import { PageForm } from '#platform/web/forms/page-form.tsx'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { Card, Facts } from '#platform/web/ui/card.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'

type Profile = OutputOf<typeof getMyProfile>

const Contact = ({ profile }: { profile: Profile }) => {
  const form = useContractForm(updateMyProfile, { phone: profile.phone ?? '' })
  const update = useWrite(updateMyProfile, { invalidates: [getMyProfile] })
  return (
    <Card title="Contact">
      <PageForm
        form={form}
        onSubmit={update.run}
        onDone={() => toast.success('Saved', 'Phone number saved.')}
        action="Save"
        barAction="Save phone number"
      >
        <TextField form={form} name="phone" label="Phone" type="tel" autoComplete="tel" inputMode="tel" optional />
      </PageForm>
    </Card>
  )
}

const Roster = ({ profile }: { profile: Profile }) => {
  const { name } = useOrganization()
  const unknown = <span className="text-faint">Not set</span>
  return (
    <Card title="Roster" hint="Maintained by your department. Ask an admin to correct it.">
      <Facts
        facts={[
          ['Name', profile.name],
          ['Badge', profile.badge_number ?? unknown],
          ['Rank', profile.rank ?? unknown],
          ['Unit', profile.unit ?? unknown],
          ['Hired', profile.hired_on ? plainDateWords(profile.hired_on) : unknown],
          ['Email', profile.email ?? unknown],
          ['Department', name],
        ]}
      />
    </Card>
  )
}

/** The user in the department: roster data, contact details, own record. */
export const OwnRoster = () => {
  const read = useRead(getMyProfile, {})
  const { features_enabled: features, trial } = useOrganization()
  if (!read.data)
    return read.error ? <ErrorState error={read.error} retry={() => void read.refetch()} /> : <CardSkeleton lines={7} />
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <div className="flex flex-col gap-5">
        <Roster profile={read.data} />
        {/* What an admin changes beside it leaves what is being typed. */}
        <Contact key={read.data.phone} profile={read.data} />
      </div>
      {features.officer_stats && !trial?.expired && <OwnStats />}
    </div>
  )
}
