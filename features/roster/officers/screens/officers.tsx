import FileUp from 'lucide-react/icons/file-up'
import QrCode from 'lucide-react/icons/qr-code'
import UserPlus from 'lucide-react/icons/user-plus'
import Users from 'lucide-react/icons/users'
import { memo, useState } from 'react'
import { SavedFilters } from '#features/department/saved-filters/parts/saved-filters.tsx'
import { InvitationsButton } from '#features/people/account-links/parts/open-invitations.tsx'
import { EXPIRING_DAYS } from '#features/roster/certifications/rules.ts'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { useRead } from '#platform/web/reads.ts'
import { Needs, SupportClosed } from '#platform/web/support.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { Folded } from '#platform/web/ui/folded.tsx'
import { PageHeader, Toolbar } from '#platform/web/ui/page.tsx'
import { SearchField } from '#platform/web/ui/search-field.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { EmptyState } from '#platform/web/ui/states.tsx'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import { useUrlSearch, useUrlValue } from '#platform/web/url.ts'
import { countOfficers, createOfficer } from '../contract.ts'
import { AddOfficer } from '../parts/add-officer.tsx'
import { type Certified, OfficerTable } from '../parts/officer-table.tsx'
import { ValueFilter } from '../parts/value-filter.tsx'
import { WithoutAccount } from '../parts/without-account.tsx'
import { standings } from '../rules.ts'
import { standingWords } from '../words.ts'

const certifiedOptions: { value: Certified | 'any'; label: string }[] = [
  { value: 'any', label: 'Any' },
  { value: 'expiring', label: `Expires within ${EXPIRING_DAYS} days` },
  { value: 'expired', label: 'Expired' },
]

const signInOptions: { value: 'any' | 'locked' | 'no_factor'; label: string }[] = [
  { value: 'any', label: 'Any' },
  { value: 'locked', label: 'Locked' },
  { value: 'no_factor', label: 'Without a second factor' },
]

type ChoiceProps<V extends string> = {
  label: string
  /** Its name in the URL; `any` removes it. */
  name: string
  options: { value: V | 'any'; label: string }[]
  value: V | 'any'
}
const Choice = <V extends string>({ label, name, options, value }: ChoiceProps<V>) => {
  const [, setChosen] = useUrlValue(name)
  return (
    <Field label={label} className="w-full md:w-36 xl:w-44">
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

/** The list's filters from the URL; unknown values are ignored. */
const useAsked = () => {
  const [certified] = useUrlValue('certifications')
  const [signIn] = useUrlValue('sign-in')
  const [unit] = useUrlValue('unit')
  const [rank] = useUrlValue('rank')
  const certifications = certifiedOptions.find((one) => one.value === certified)?.value ?? 'any'
  const sign_in = signInOptions.find((one) => one.value === signIn)?.value ?? 'any'
  const table = {
    certifications: certifications === 'any' ? null : certifications,
    signIn: sign_in === 'any' ? null : sign_in,
    unit,
    rank,
  }
  return { certifications, sign_in, table }
}

type ByStandingProps = { counts: OutputOf<typeof countOfficers> | undefined; all: number | undefined }

/** Without props: a search changes nothing in it. */
const MoreFilters = memo(() => {
  const { certifications, sign_in, table: asked } = useAsked()
  return (
    <Folded
      filters={[
        { key: 'unit', set: asked.unit ? 1 : 0, node: <ValueFilter name="unit" /> },
        { key: 'rank', set: asked.rank ? 1 : 0, node: <ValueFilter name="rank" /> },
        {
          key: 'certifications',
          set: asked.certifications ? 1 : 0,
          node: (
            <Choice label="Certifications" name="certifications" options={certifiedOptions} value={certifications} />
          ),
        },
        {
          key: 'sign-in',
          set: asked.signIn ? 1 : 0,
          node: <Choice label="Sign-in" name="sign-in" options={signInOptions} value={sign_in} />,
        },
      ]}
    />
  )
})

/** Apart from the list, which typing does not render again. */
const Finder = () => {
  const { typed, setTyped } = useUrlSearch()
  return (
    <Toolbar label="Find officers">
      <SearchField placeholder="Name, badge, rank, unit or email" value={typed} onType={setTyped} />
      <MoreFilters />
      <SavedFilters
        page="officers"
        onApply={() => setTyped(new URLSearchParams(window.location.search).get('q') ?? '')}
      />
    </Toolbar>
  )
}

const ByStanding = ({ counts, all }: ByStandingProps) => {
  const [search] = useUrlValue('q')
  const table = { ...useAsked().table, search: search ?? '' }
  return (
    <>
      <Finder />
      <Tabs
        name="standing"
        label="Officers by status"
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
  const places = c?.max_officers == null ? '' : ` · ${c.counted} of ${c.max_officers} officers in your plan`
  const empty = all === 1 && !search
  const actions = (
    <Needs call={createOfficer}>
      <ButtonLink to={paths.adminOfficersPosters()} icon={<QrCode aria-hidden />}>
        QR posters
      </ButtonLink>
      <ButtonLink to={paths.adminOfficersImport()} look={empty ? 'primary' : 'plain'} icon={<FileUp aria-hidden />}>
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
        Only the department's admins can add officers or change roles. Support can edit details.
      </SupportClosed>
      <InvitationsButton open={c?.invitations ?? 0} />
      {c && !empty && <WithoutAccount counts={c} onDone={() => void counts.refetch()} />}
      {empty ? (
        <EmptyState
          icon={<Users aria-hidden />}
          title="You're the only one on the roster"
          text="Import a CSV or XLSX roster, add officers one by one, or share your registration link. New registrations appear here for approval."
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
