import FileUp from 'lucide-react/icons/file-up'
import UserPlus from 'lucide-react/icons/user-plus'
import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import { EXPIRING_DAYS } from '#features/certifications/rules.ts'
import { InvitationsButton } from '#features/invitations/parts/open-invitations.tsx'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { useRead } from '#platform/web/reads.ts'
import { Needs, SupportClosed } from '#platform/web/support.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { Input } from '#platform/web/ui/input.tsx'
import { PageHeader, Toolbar } from '#platform/web/ui/page.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { EmptyState } from '#platform/web/ui/states.tsx'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import { useUrlSearch, useUrlValue } from '#platform/web/url.ts'
import { countOfficers, createOfficer } from '../contract.ts'
import { AddOfficer } from '../parts/add-officer.tsx'
import { type Certified, OfficerTable } from '../parts/officer-table.tsx'
import { standings } from '../rules.ts'
import { standingWords } from '../rules.words.ts'

const certifiedOptions: { value: Certified | 'any'; label: string }[] = [
  { value: 'any', label: 'Any' },
  { value: 'expiring', label: `Expires within ${EXPIRING_DAYS} days` },
  { value: 'expired', label: 'Expired' },
]

const signInOptions: { value: 'any' | 'locked' | 'no_factor'; label: string }[] = [
  { value: 'any', label: 'Any' },
  { value: 'locked', label: 'Locked now' },
  { value: 'no_factor', label: 'Without a second factor' },
]

type ChoiceProps<V extends string> = {
  label: string
  /** Its word in the URL; `any` leaves none there. */
  name: string
  options: { value: V | 'any'; label: string }[]
  value: V | 'any'
}
const Choice = <V extends string>({ label, name, options, value }: ChoiceProps<V>) => {
  const [, setChosen] = useUrlValue(name)
  return (
    <Field label={label} className="w-full md:w-56">
      {(control) => (
        <Select
          {...control}
          value={value}
          onChange={(next) => setChosen(next === 'any' ? null : next)}
          options={options}
        />
      )}
    </Field>
  )
}

type ByStandingProps = { counts: OutputOf<typeof countOfficers> | undefined; all: number | undefined }

const ByStanding = ({ counts, all }: ByStandingProps) => {
  const { typed, setTyped, search } = useUrlSearch()
  const [certified] = useUrlValue('certifications')
  const certifications = certifiedOptions.find((one) => one.value === certified)?.value ?? null
  const [signIn] = useUrlValue('sign-in')
  const sign_in = signInOptions.find((one) => one.value === signIn)?.value ?? 'any'
  const table = {
    search,
    certifications: certifications === 'any' ? null : certifications,
    signIn: sign_in === 'any' ? null : sign_in,
  }
  return (
    <>
      <Toolbar label="Find officers">
        <Field label="Search" className="w-full md:w-80">
          {(control) => (
            <Input
              {...control}
              type="search"
              value={typed}
              maxLength={100}
              placeholder="Name, badge, rank, unit or e-mail"
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <Choice
          label="Certifications"
          name="certifications"
          options={certifiedOptions}
          value={certifications ?? 'any'}
        />
        <Choice label="Sign-in" name="sign-in" options={signInOptions} value={sign_in} />
      </Toolbar>
      <Tabs
        name="standing"
        label="Officers by standing"
        tabs={[
          {
            value: 'all',
            label: 'All',
            count: all,
            content: <OfficerTable {...table} standing={undefined} />,
          },
          ...standings.map((standing) => ({
            value: standing,
            label: standingWords[standing],
            count: counts?.[standing],
            content: <OfficerTable key={standing} {...table} standing={standing} />,
          })),
        ]}
      />
    </>
  )
}

const OfficersScreen = () => {
  const [adding, setAdding] = useState(false)
  const counts = useRead(countOfficers, {})
  const [search] = useUrlValue('q')
  const c = counts.data
  const all = c && standings.reduce((sum, standing) => sum + c[standing], 0)
  const places = c?.max_officers == null ? '' : ` · ${c.counted} of ${c.max_officers} places taken`
  const empty = all === 1 && !search
  const actions = (
    <Needs call={createOfficer}>
      <ButtonLink
        to={paths.adminOfficersImport()}
        look={empty ? 'primary' : 'plain'}
        icon={<FileUp aria-hidden />}
        wide
      >
        Import roster
      </ButtonLink>
      <Button look={empty ? 'plain' : 'primary'} icon={<UserPlus aria-hidden />} wide onClick={() => setAdding(true)}>
        Add officer
      </Button>
    </Needs>
  )
  return (
    <>
      <PageHeader
        title="Officers"
        hint={
          c ? `${c.approved} active${c.pending > 0 ? ` · ${c.pending} waiting for approval` : ''}${places}` : undefined
        }
        actions={empty ? undefined : actions}
      />
      <SupportClosed>
        Who is on the roster, and as what, is for the department’s own admins: support changes details only.
      </SupportClosed>
      <InvitationsButton open={c?.invitations ?? 0} />
      {empty ? (
        <EmptyState
          icon={<Users aria-hidden />}
          title="You are the only one on the roster"
          text="Import the roster as CSV or XLSX, add officers one by one, or give them your department's registration address: who registers shows up here for approval."
          action={actions}
        />
      ) : (
        <ByStanding counts={c} all={all} />
      )}
      {adding && <AddOfficer onClose={() => setAdding(false)} />}
    </>
  )
}
export default OfficersScreen
